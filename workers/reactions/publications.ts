import { utcTime } from '../../shared/kernel/brands.ts'
import { z } from 'zod'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { itemIn } from '../../shared/facts/common.ts'
import { PURGED } from '../../shared/facts/purge.ts'
import { enqueuePublication, publishers, type Scheduled } from '../schedule/publish.ts'
import { whenPurged } from './reaction.ts'
import { working } from './worker.ts'

// Narrow on purpose: every fact of every item passes here.
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
const FACT = /^(?:Event|Venue|Organizer)(Created|StatusChanged|Trashed|Restored)$/

/** null: no fact about that. */
const waiting = (before: Scheduled | null, { type, data, stream }: StoredRecord): Scheduled | null => {
  const item = itemIn(stream)
  if (item === null) return null
  const until = (utc: string | null): Scheduled => {
    const publishedAt = utc === null ? null : utcTime(utc)
    return { ...item, publishedAt }
  }
  if (type.endsWith('Created')) {
    const { values } = Created.parse(data)
    return values.status === 'future' ? until(values.publishedAt) : null
  }
  const { changes } = StatusChanged.parse(data)
  const future = changes.status === undefined ? before !== null : changes.status[1] === 'future'
  if (!future) return null
  return until(changes.publishedAt === undefined ? (before?.publishedAt ?? null) : changes.publishedAt[1])
}

/** What is planned is published at its date (spec 04 §6). */
export const publicationOfItems = working<Scheduled>(
  {
    name: 'publications',
    prefixes: ['event-', 'venue-', 'organizer-', PURGED],
    evolve: (open, record) => {
      const { stream, type } = record
      if (stream.startsWith(PURGED)) return whenPurged(record)
      const fact = FACT.exec(type)?.[1]
      if (fact === undefined) return {}
      const before = open.get(stream)
      const after = waiting(before, record)
      if (after === null && before === null) return {}
      // whoever trashes an item has nothing published
      return { changes: { [stream]: after }, calls: fact === 'Trashed' ? [] : [stream] }
    },
    enqueue: async (queue, works, nowMs) => {
      for (const work of works) await enqueuePublication(queue, work, nowMs)
    },
  },
  publishers,
)
