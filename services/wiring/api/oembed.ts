import { randomInt } from 'node:crypto'
import { type EpochMs, eventId } from '../../../shared/kernel/brands.ts'
import { pageUrl } from '../../../projections/event-listing/queries.ts'
import type { Progress } from '../../../projections/engine/progress.ts'
import { httpFetcher, openInternet } from '../../../shared/http-fetcher.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { LatestReads } from '../../api/items/deps.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import { organizerReads, venueReads, type ReadModels } from '../read-side/read-models.ts'
import { knownProviders } from '../../api/oembed/proxy.ts'
import { oembedRoutes } from '../../api/oembed/routes.ts'
import type { Route } from '../../api/platform/route.ts'
import type { LiveSite } from '../read-side/site-texts.ts'

type OembedParts = {
  readonly store: EventStore
  readonly directory: UsersInMemory
  readonly models: ReadModels
  readonly board: Progress
  readonly reads: EventReads
  readonly site: LiveSite
  readonly nowMs: () => EpochMs
}

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const newSecret = () => Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)] ?? '').join('')

/** Strangers name these addresses: the ports of the web alone (spec 06 §2.2). */
const standardPorts = { ...openInternet, mayUsePort: (port: number) => port === 80 || port === 443 }

/** What finds items of one kind, by any number of an address. */
const byNumber = <Found extends { readonly _id: number }>({
  idOf,
  byId,
  bySlug,
}: Pick<LatestReads<Found>, 'idOf' | 'byId' | 'bySlug'>) => ({
  byId: (id: number) => byId(idOf(id)),
  bySlug,
})

/** The oEmbed routes on the parts of a process. */
export const composedOembed = (parts: OembedParts): readonly Route[] => {
  const { store, directory, models, board, reads, site, nowMs } = parts
  return oembedRoutes({
    reads: {
      event: byNumber({ idOf: eventId, byId: reads.eventById, bySlug: reads.eventBySlug }),
      venue: byNumber(venueReads(models, store, board)),
      organizer: byNumber(organizerReads(models, store, board)),
      images: async ids => {
        const found = await models.image.queries.byIds(ids)
        const shown = [...found].map(
          ([id, { url, values }]) => [id, { url, width: values.width, height: values.height }] as const,
        )
        return new Map(shown)
      },
      // who has no name is the site: a login is told to nobody who could try it
      authorName: id => directory.byId(id)?.displayName || site.texts.name,
    },
    pageUrl: (kind, id, values) => pageUrl(site.texts, kind, id, values),
    fetcher: httpFetcher({ policy: standardPorts }),
    providers: knownProviders,
    newSecret,
    nowMs,
  })
}
