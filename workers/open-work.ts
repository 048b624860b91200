import { endsWaiting } from '../shared/facts/import.ts'
import { z } from 'zod'
import type { StoredRecord } from '../shared/event-store/port.ts'
import { PURGED } from '../shared/facts/purge.ts'
import { SCHEDULES } from '../shared/facts/schedule.ts'
import { feedWork, type OpenFeed } from './feed-work.ts'
import type { PreparedItem } from './prepared-work.ts'
import { purgeWork, type OpenPurge } from './purge-work.ts'
import type { Scheduled } from './schedule/publish.ts'

/** An import that is not over yet. */
export type OpenImport = {
  /** Stream name. */
  readonly _id: string
  /** Position of the newest record it contains: a repeated record changes nothing. */
  readonly rev: number
  readonly kind: 'import'
  readonly importId: string
  readonly pending: boolean
  /** False for imports of files and feeds: nobody calls back, so they stall only before they have their items. */
  readonly takesCallbacks: boolean
  /** Index of the latest batch, -1 before the first. */
  readonly batch: number
  readonly received: number
  readonly recorded: number
  readonly stallMinutes: number
  /** By an operator; work that was kept before there were pauses does not say. */
  readonly paused?: boolean
  /** When the last accepted callback (or the registration, or the end of a pause) was recorded, epoch milliseconds. */
  readonly heardMs: number
}

/** An item that waits for its publication date. */
export type OpenItem = Scheduled & {
  readonly _id: string
  readonly rev: number
}

/** What is to be done about one stream. */
export type StreamWork = OpenImport | OpenItem | OpenPurge | OpenFeed

export type OpenWork = StreamWork | PreparedItem

/** What is kept of work that is over, so that a late write cannot open it again. */
export type DoneWork = { readonly _id: string; readonly rev: number; readonly kind: 'done' }

export const isOpen = (work: OpenWork | DoneWork): work is OpenWork => work.kind !== 'done'

// Narrow on purpose: the whole log passes here at a start, and this is all that is asked.
const Registered = z.object({ importId: z.string(), hash: z.string().nullable(), stallMinutes: z.number() })
const BatchReceived = z.object({ batch: z.number(), count: z.number() })
const Closed = z.object({ reason: z.string().nullable() })
const OutcomesRecorded = z.object({ outcomes: z.array(z.unknown()) })
const Created = z.object({
  values: z.object({ status: z.string(), publishedAt: z.string().nullable() }),
})
const StatusChanged = z.object({
  changes: z.object({
    status: z.tuple([z.string(), z.string()]).optional(),
    publishedAt: z.tuple([z.string().nullable(), z.string().nullable()]).optional(),
  }),
})

/** Facts that say whether and when an item is to be published. */
const ITEM_FACT = /^(Event|Venue|Organizer)(Created|StatusChanged|Trashed|Restored)$/
const ITEM_STREAM = /^(event|venue|organizer)-(\d+)$/

const unlessOver = (work: OpenImport): OpenImport | null =>
  work.pending || work.recorded < work.received ? work : null

const opened = ({ data, stream, position, meta }: StoredRecord): OpenImport => {
  const { importId, hash, stallMinutes } = Registered.parse(data)
  return {
    _id: stream,
    rev: position,
    kind: 'import',
    importId,
    pending: true,
    takesCallbacks: hash !== null,
    batch: -1,
    received: 0,
    recorded: 0,
    stallMinutes,
    heardMs: Date.parse(meta.at),
  }
}

const importWork = (before: OpenImport | null, record: StoredRecord): OpenImport | null => {
  if (record.type === 'ImportRegistered') return opened(record)
  if (before === null) return null
  const work = { ...before, rev: record.position }
  const heardMs = Date.parse(record.meta.at)
  switch (record.type) {
    case 'ImportBatchReceived': {
      const { batch, count } = BatchReceived.parse(record.data)
      return { ...work, batch, received: work.received + count, heardMs }
    }
    case 'ImportStateReported':
      return { ...work, heardMs }
    case 'ImportOutcomesRecorded': {
      const { outcomes } = OutcomesRecorded.parse(record.data)
      return unlessOver({ ...work, recorded: work.recorded + outcomes.length })
    }
    case 'ImportPaused':
      return { ...work, paused: true }
    case 'ImportResumed':
      return { ...work, paused: false, heardMs }
    case 'ImportClosed': {
      const { reason } = Closed.parse(record.data)
      // items of an import that is gone are not left alone: they are told what became of them
      const isGone = endsWaiting(reason)
      return unlessOver({ ...work, pending: false, paused: work.paused === true && !isGone })
    }
    default:
      return work
  }
}

const itemWork = (work: OpenItem | null, record: StoredRecord): OpenItem | null => {
  const { type, data, stream, position: rev } = record
  const fact = ITEM_FACT.exec(type)?.[2]
  const [, kind, number] = ITEM_STREAM.exec(stream) ?? []
  if (fact === undefined || (kind !== 'event' && kind !== 'venue' && kind !== 'organizer')) return work
  const waiting = (publishedAt: string | null): OpenItem => ({
    _id: stream,
    rev,
    kind,
    id: Number(number),
    publishedAt,
  })
  if (fact === 'Created') {
    const { values } = Created.parse(data)
    return values.status === 'future' ? waiting(values.publishedAt) : null
  }
  const { changes } = StatusChanged.parse(data)
  const future = changes.status === undefined ? work !== null : changes.status[1] === 'future'
  const publishedAt = changes.publishedAt === undefined ? (work?.publishedAt ?? null) : changes.publishedAt[1]
  return future ? waiting(publishedAt) : null
}

/** What is still to be done about a stream after one more of its records; null: nothing. */
export const evolveWork = (work: StreamWork | null, record: StoredRecord): StreamWork | null => {
  if (work !== null && record.position <= work.rev) return work
  if (record.stream.startsWith('import-')) return importWork(work?.kind === 'import' ? work : null, record)
  if (record.stream.startsWith(PURGED)) return purgeWork(record)
  if (record.stream.startsWith(SCHEDULES)) return feedWork(work?.kind === 'feed' ? work : null, record)
  return itemWork(work !== null && 'publishedAt' in work ? work : null, record)
}
