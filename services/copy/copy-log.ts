import { createHash } from 'node:crypto'
import { type StreamName, streamRevision } from '../../shared/kernel/brands.ts'
import type { CopyIndex, CopySource, CopyTarget, Side } from '../../shared/event-store/copying.ts'
import { MAX_APPEND_BYTES, type StoredRecord } from '../../shared/event-store/port.ts'
import { placesNamed, withoutPlaces, withPlaces } from '../../shared/event-store/places-named.ts'

/** What is there is no place for this copy; nothing was changed. */
export class NoPlaceToCopy extends Error {
  override readonly name = 'NoPlaceToCopy'
}

/** How one log compares with its copy. */
export type CopyReport = {
  readonly records: number
  readonly streams: number
  /** Records that were written now. */
  readonly written: number
  /** Streams that were taken away since they were copied before. */
  readonly removed: number
  /** Streams that begin at another revision at the target: they were deleted there, and revisions go on. */
  readonly renumbered: number
  /** SHA-256 of every record of every stream, as read from each. */
  readonly digests: { readonly source: string; readonly target: string }
  /** The first streams that differ. */
  readonly differing: readonly string[]
}

export type CopyNeeds = {
  readonly source: CopySource
  readonly target: CopyTarget
  readonly index: CopyIndex
  /** How far it is. */
  readonly tell: (done: string) => void
  readonly signal: AbortSignal
}

/** Of one append, with room for what the log counts besides the texts. */
const APPEND_BYTES = MAX_APPEND_BYTES * 0.9
const APPEND_RECORDS = 500
const TELL_EVERY = 10_000
const SHOWN = 20
const SURPLUS_AT_ONCE = 1_000

/** Of everything that a record says and who it is, not of where it stands: the revision is compared by itself. */
const digestOf = (record: StoredRecord): string => {
  const { id, type, data, meta } = withoutPlaces(record)
  return createHash('sha256')
    .update(JSON.stringify([id, type, data, meta]))
    .digest('base64url')
}

type Run = CopyNeeds & {
  /** Of one stream, and following each other. */
  waiting: StoredRecord[]
  waitingBytes: number
  met: number
  written: number
  removed: number
}

const readInto = async ({ target, index, signal }: CopyNeeds): Promise<void> => {
  index.clear('target')
  for await (const records of target.records(signal))
    for (const record of records) index.add('target', record.stream, record.revision, digestOf(record))
}

/** Throws NoPlaceToCopy unless the target is empty, or holds a part of this log, which copying before has put there. */
const checkPlace = async ({ target, index, signal }: CopyNeeds, first: StoredRecord): Promise<void> => {
  const note = await target.note()
  if (note?.finished === true)
    throw new NoPlaceToCopy('the target is a copy that was finished: whoever uses it may have written to it')
  if (note !== null && note.of !== first.id)
    throw new NoPlaceToCopy('the target holds a part of another log; nothing was changed')
  signal.throwIfAborted()
  if (note !== null) return
  const { records } = index.counts('target')
  if (records > 0)
    throw new NoPlaceToCopy(`the target is not empty: it holds ${records} records; nothing was changed`)
  await target.begin(first.id)
}

const remove = async (run: Run, stream: StreamName): Promise<void> => {
  await run.target.remove(stream)
  run.index.forget('target', stream)
  run.removed += 1
}

const flush = async (run: Run): Promise<void> => {
  const { target, index, waiting } = run
  const stream = waiting[0]?.stream
  if (stream === undefined) return
  const revision = await target.append(stream, waiting, index.last('target', stream)?.revision ?? null)
  for (const [n, record] of waiting.entries())
    index.add('target', stream, streamRevision(revision - (waiting.length - 1 - n)), digestOf(record))
  run.written += waiting.length
  run.waiting = []
  run.waitingBytes = 0
}

const put = async (run: Run, record: StoredRecord): Promise<void> => {
  const named = placesNamed(record)
  const bytes = Buffer.byteLength(JSON.stringify(record))
  const follows = run.waiting[0]?.stream === record.stream && run.waiting.length < APPEND_RECORDS
  // what it names lies before it, and behind everything before it
  if (!follows || named > 0 || run.waitingBytes + bytes > APPEND_BYTES) await flush(run)
  run.waiting.push(named === 0 ? record : withPlaces(record, await run.target.room(named)))
  run.waitingBytes += bytes
}

/** A record of the source, in log order. */
const meet = async (run: Run, record: StoredRecord): Promise<void> => {
  const { index } = run
  const { stream, revision } = record
  const digest = digestOf(record)
  const before = index.last('source', stream)
  // deleted and begun anew since we read the beginning
  const anew = before !== null && revision !== before.revision + 1
  if (anew) index.forget('source', stream)
  index.add('source', stream, revision, digest)
  const n = anew || before === null ? 0 : before.n + 1
  const there = run.waiting[0]?.stream === stream ? null : index.digestAt('target', stream, n)
  if (there === digest) return
  if (there !== null || anew) {
    await flush(run)
    await remove(run, stream)
  }
  await put(run, record)
}

/** What the source no longer has, since it was purged or has expired, goes. */
const removeSurplus = async (run: Run): Promise<readonly string[]> => {
  const gone: string[] = []
  for (let after = ''; ;) {
    const some = run.index.surplus(after, SURPLUS_AT_ONCE)
    for (const stream of some) await remove(run, stream)
    gone.push(...some)
    after = some.at(-1) ?? after
    if (some.length < SURPLUS_AT_ONCE) return gone
  }
}

const copyRecords = async (run: Run): Promise<void> => {
  const { source, index, tell, signal } = run
  index.clear('source')
  for await (const records of source.records(signal))
    for (const record of records) {
      if (run.met === 0) await checkPlace(run, record)
      await meet(run, record)
      if (++run.met % TELL_EVERY === 0) tell(`${run.met} records read, ${run.written} written`)
    }
  signal.throwIfAborted()
  await flush(run)
}

/** Once: everything that the source has now, and nothing else. Answers how the two compare, as read again. */
const copyOnce = async (needs: CopyNeeds, known: 'unread' | 'read'): Promise<CopyReport> => {
  const { source, target, index, signal, tell } = needs
  const run: Run = { ...needs, waiting: [], waitingBytes: 0, met: 0, written: 0, removed: 0 }
  if (known === 'unread') {
    // what a copy that was cut off has left
    if ((await target.note()) !== null) await target.settle()
    await readInto(needs)
  }
  await copyRecords(run)
  if (run.met === 0) throw new NoPlaceToCopy('the log that is to be copied is empty')
  await removeSurplus(run)
  for await (const limited of source.limited(signal)) await target.limit(limited)
  await target.settle()
  tell(`${run.met} records read, ${run.written} written; the target is read`)
  await readInto(needs)
  const digest = (side: Side) => index.digest(side)
  return {
    ...index.counts('source'),
    ...{ written: run.written, removed: run.removed, renumbered: index.renumbered() },
    digests: { source: digest('source'), target: digest('target') },
    differing: index.differing(SHOWN),
  }
}

const MOST_ROUNDS = 5

/** Until the copy is what was read of the source; whatever others delete or what expires meanwhile is looked at again. */
export const copyLog = async (
  needs: CopyNeeds,
  /** Whether the index has what this process has read of the target. */
  known: 'unread' | 'read' = 'unread',
): Promise<CopyReport> => {
  let report = await copyOnce(needs, known)
  for (let round = 1; round < MOST_ROUNDS && report.differing.length > 0; round++) {
    const again = await copyOnce(needs, 'read')
    const { written, removed } = report
    report = { ...again, written: again.written + written, removed: again.removed + removed }
  }
  return report
}
