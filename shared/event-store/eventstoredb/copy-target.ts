import {
  type StreamName,
  streamName,
  type Revision,
  logPosition,
  streamRevision,
  isoTime,
} from '../../kernel/brands.ts'
import type { EndNeeds } from './copy-end.ts'
import { changeMetadata as change, metadataOf } from './metadata-of.ts'
import { membersOf } from './removal.ts'
import type { CopyNote, CopyTarget, Limited } from '../copying.ts'
import { MAX_APPEND_BYTES, type NewRecord, type Position, type StoredRecord } from '../port.ts'
import { untilLive } from '../until-live.ts'
import { recordId } from '../../facts/codec.ts'

/** A stream that has no records: what is noted stands in its metadata, which no reader of records meets. */
const NOTED = streamName('copy-of')
/** Its records make room between positions; it is deleted when the copy ends, and sooner if that is cut off. */
const ROOM = streamName('copy-room')
const MEMBER = 'belltower-copy'
const FILLERS_AT_ONCE = 500

const ROOM_BYTES = MAX_APPEND_BYTES / 2

const fillerOf = (id: string, pad: string): NewRecord => ({
  ...{ id, type: 'Filler', data: pad === '' ? {} : { pad } },
  meta: {
    ...{ actor: null, at: isoTime('1970-01-01T00:00:00.000Z'), source: 'operator', route: null },
    ...{ correlation: 'copy-log', causation: null },
  },
})

const noteOf = async (end: EndNeeds): Promise<CopyNote | null> => {
  const found = membersOf((await metadataOf(end, NOTED)).members[MEMBER])
  const { of, finished } = found
  return typeof of === 'string' ? { of, finished: finished === true } : null
}

/**
 * So many records that nobody can read before those that begin at a later revision; what a copy that was cut off has
 * written of them is recognised. Resolves to the revision of the last.
 */
const fill = async (end: EndNeeds, stream: StreamName, count: number, cause: string): Promise<Revision> => {
  if ((await metadataOf(end, stream)).members['$tb'] === count) return streamRevision(count - 1)
  let last: Revision | null = null
  for (let from = 0; from < count; from += FILLERS_AT_ONCE) {
    const size = Math.min(FILLERS_AT_ONCE, count - from)
    const fillers = Array.from({ length: size }, (_, n) =>
      fillerOf(recordId(`${cause} filler`, from + n), ''),
    )
    last = (await end.store.append(stream, fillers, last ?? 'absent')).revision
  }
  const revision = last ?? streamRevision(count - 1)
  await change(end, stream, { $tb: revision + 1 })
  return revision
}

const append = async (
  end: EndNeeds,
  stream: StreamName,
  records: readonly StoredRecord[],
  last: Revision | null,
): Promise<Revision> => {
  const [first] = records
  const before =
    last === null && first !== undefined && first.revision > 0
      ? await fill(end, stream, first.revision, first.id)
      : last
  return (await end.store.append(stream, records, before ?? 'absent')).revision
}

/** No record begins within another one, whose place is as long as its texts at least. */
const room = async ({ store }: EndNeeds, count: number, cause: string): Promise<readonly Position[]> => {
  if (count === 0) return []
  const pad = 'x'.repeat(Math.min(count, ROOM_BYTES))
  const { position } = await store.append(ROOM, [fillerOf(recordId(cause, 0), pad)], 'any')
  return Array.from({ length: count }, (_, n) => logPosition(position + 1 + n))
}

/**
 * The server counts the life of records from when they were written to it. So the whole stream gets one that ends none of
 * them before its time; of those that were copied in one go, none later than a second after it.
 */
const limit = async (end: EndNeeds, { stream, seconds, stored }: Limited): Promise<void> => {
  const created = await end.createdOf(stream)
  if (created.length !== stored.length) return
  const lives = stored.map((at, n) => Math.ceil((at - (created[n] ?? at)) / 1000) + seconds)
  const life = Math.max(1, ...lives)
  if ((await metadataOf(end, stream)).members['$maxAge'] === life) return
  await end.store.expireAfter(stream, life)
}

/** A log on a server that is made. */
export const targetOn = (end: EndNeeds): CopyTarget => {
  const { store } = end
  const note = (noted: CopyNote) => change(end, NOTED, { [MEMBER]: noted })
  let rooms = 0
  const own = `${process.pid} ${Date.now()}`
  return {
    note: () => noteOf(end),
    begin: of => note({ of, finished: false }),
    records: async function* (signal) {
      for await (const { records } of untilLive(store, [], signal)) yield records
    },
    append: (...appended) => append(end, ...appended),
    room: count => room(end, count, `room ${own} ${rooms++}`),
    remove: store.deleteStream,
    limit: limited => limit(end, limited),
    settle: () => store.deleteStream(ROOM),
    finish: async () => {
      const noted = await noteOf(end)
      if (noted !== null) await note({ ...noted, finished: true })
    },
    close: end.close,
  }
}
