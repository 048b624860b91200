import { z } from 'zod'
import { streamName, type StreamName } from '../kernel/brands.ts'
import type { EventStore, Position } from '../event-store/port.ts'
import { codecOf } from './codec.ts'
import { Id, Named } from './common.ts'
import { Past } from './past.ts'

const what = { kind: z.enum(['event', 'venue', 'organizer']), itemId: Id } as const

// On a stream of its own: the item's is deleted, and this is what tells everybody. Nothing of the item stands here.
export const PurgeFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ItemPurged'),
    ...what,
    named: Named,
    /** What had happened to it, oldest first; without a word of what it was. The newest of very many. */
    past: Past,
    /** Digests of its newest records, joined: seals stay provable without them. */
    digests: z.base64().optional(),
  }),
  /** Digests of further records that are about to be deleted: earlier ones of very many, or written late. */
  z.object({ type: z.literal('ItemForgotten'), ...what, digests: z.base64() }),
  /** The answer was due: its streams and slugs were deleted. What is written late is still looked for. */
  z.object({ type: z.literal('ItemRemoved'), ...what }),
  /** Before there was `PurgesOver`: whoever wrote without knowing of the purge is long done, and no import holds what carried it. */
  z.object({ type: z.literal('ItemTracesRemoved'), ...what }),
])
export type PurgeFact = z.infer<typeof PurgeFact>

export const purgeCodec = codecOf(PurgeFact)
export const PURGED = 'purged-'
/** Where it is told that what was in a stream, e.g. `event-41`, is purged. */
export const purgedStream = (stream: StreamName) => streamName(`${PURGED}${stream}`)
/** Where it was recorded that what was in a stream, e.g. `event-41`, is purged; null: it is not. */
export const purgedAt = async (
  store: Pick<EventStore, 'read'>,
  stream: StreamName,
): Promise<Position | null> => (await store.read(purgedStream(stream), { limit: 1 }))[0]?.position ?? null
export const purgeStream = (kind: PurgeFact['kind'], itemId: number) =>
  streamName(`${PURGED}${kind}-${itemId}`)

// On one stream for all, so that what is looked for at once is recorded at once.
export const PurgesFact = z.discriminatedUnion('type', [
  /** Whoever wrote without knowing of these purges is long done, and no import holds what carried the items. */
  z.object({ type: z.literal('PurgesOver'), items: z.array(z.object(what)) }),
])
export type PurgesFact = z.infer<typeof PurgesFact>

export const purgesCodec = codecOf(PurgesFact)
export const PURGES = streamName('purges-over')
