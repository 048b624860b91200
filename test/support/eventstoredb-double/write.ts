import { randomUUID } from 'node:crypto'
import { decideAppend, type Subject, type Verdict } from './decide-append.ts'
import type { Entry, Log, Stream } from './log.ts'
import { jsonObject, SOFT_DELETED_JSON } from './metadata.ts'
import { isReadable } from './read.ts'
import { describedBy, metastreamOf, type Expected, type Proposed } from './records.ts'

export type Written = {
  readonly kind: 'written'
  /** -1: the stream has no event. */
  readonly revision: bigint
  /** null: it was written before, and cannot be read any more. */
  readonly position: number | null
}
type Refused = Extract<Verdict, { kind: 'wrong-version' | 'deleted' }>
type AppendResult = Written | Refused | Extract<Verdict, { kind: 'unanswered' }>
export type EndResult = (Written & { readonly position: number }) | Refused

export type Writer = {
  readonly append: (stream: string, expected: Expected, events: readonly Proposed[]) => AppendResult
  /** Soft delete: hides what is there; the stream goes on when it is written to again. */
  readonly softDelete: (stream: string, expected: Expected) => EndResult
  /** Ends the stream for ever. */
  readonly tombstone: (stream: string, expected: Expected) => EndResult
}

const isSoftDeleted = ({ metadata }: Stream) => metadata.truncateBefore === 'all'

const metadataEvent = (json: string): Proposed => ({
  id: randomUUID(),
  type: '$metadata',
  contentType: 'application/json',
  data: Buffer.from(json),
  metadata: new Uint8Array(),
})

const tombstoneEvent = (): Proposed => ({
  id: randomUUID(),
  type: '$streamDeleted',
  contentType: 'application/octet-stream',
  data: new Uint8Array(),
  metadata: new Uint8Array(),
})

/** The metadata with everything below `before` hidden; nothing when it is no JSON object. */
const truncating = (stream: string, metadata: Uint8Array, before: number): Entry[] => {
  const json = jsonObject(metadata)
  if (json === null) return []
  return [{ stream: metastreamOf(stream), event: metadataEvent(JSON.stringify({ ...json, $tb: before })) }]
}

/** All writes to this log; they happen one after another because nothing in here waits. */
export const createWriter = (log: Log, now: () => number): Writer => {
  const subjectOf = (stream: Stream): Subject => ({
    tombstoned: stream.tombstone !== null,
    softDeleted: isSoftDeleted(stream),
    hasMetadata: stream.hasMetadata,
    last: stream.events.length - 1,
    at: revision => stream.events[revision] ?? null,
    recent: id => log.recent.find(id, stream.name),
  })

  /** What the server itself writes after these events, so that a deleted stream comes back without its past. */
  const revival = (stream: Stream, events: readonly Proposed[]): Entry[] => {
    const newest = log.stream(metastreamOf(stream.name)).events.at(-1)
    if (isSoftDeleted(stream) && newest !== undefined)
      return truncating(stream.name, newest.data, stream.events.length)
    const described = describedBy(stream.name)
    const written = events.at(-1)
    if (described === null || written === undefined) return []
    const owner = log.stream(described)
    return isSoftDeleted(owner) ? truncating(described, written.data, owner.events.length) : []
  }

  const append: Writer['append'] = (name, expected, events) => {
    const stream = log.stream(name)
    const verdict = decideAppend(
      subjectOf(stream),
      expected,
      events.map(event => event.id),
    )
    if (verdict.kind === 'written-before')
      return {
        kind: 'written',
        revision: verdict.last.revision,
        position: isReadable(stream, verdict.last, now()) ? verdict.last.position : null,
      }
    if (verdict.kind !== 'append') return verdict
    const entries = events.map(event => ({ stream: name, event }))
    const { records, position } = log.record([...entries, ...revival(stream, events)], now())
    const last = records[events.length - 1]
    return {
      kind: 'written',
      revision: BigInt(log.stream(name).events.length - 1),
      position: last?.position ?? position,
    }
  }

  const end = (name: string, expected: Expected, entry: Entry): EndResult => {
    const verdict = decideAppend(subjectOf(log.stream(name)), expected, [entry.event.id])
    if (verdict.kind === 'written-before' || verdict.kind === 'unanswered')
      throw new Error(`a fresh event id was known: ${entry.event.id}`)
    if (verdict.kind !== 'append') return verdict
    const { records, position } = log.record([entry], now())
    return { kind: 'written', revision: records[0]?.revision ?? -1n, position }
  }

  return {
    append,
    softDelete: (name, expected) => {
      const stream = log.stream(name)
      if (stream.tombstone === null && stream.events.length === 0 && !stream.hasMetadata)
        return { kind: 'wrong-version', current: -1 }
      return end(name, expected, { stream: metastreamOf(name), event: metadataEvent(SOFT_DELETED_JSON) })
    },
    tombstone: (name, expected) =>
      end(name, expected, { stream: name, event: tombstoneEvent(), tombstone: true }),
  }
}
