import { streamName, logPosition, streamRevision, type EpochMs } from '../../../shared/kernel/brands.ts'
import { calUrl, pageUrl } from '../../../projections/items/post.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { oneEach } from '../../../shared/one-each.ts'
import { PINGS_AT_ONCE } from '../../../shared/limits/subscriptions.ts'
import { userStream } from '../../../shared/facts/user.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { HttpSender } from '../../../shared/http-sender.ts'
import type { DeliverDeps } from '../../../workers/deliveries/deliver.ts'
import { user } from '../../accounts/user.ts'
import { load } from '../../handle.ts'
import { streamOf } from '../../../projections/history/evolve.ts'
import { placeOf } from '../../subscriptions/places.ts'
import type { SubscribeDeps } from '../../subscriptions/operate.ts'
import type { Subscriptions } from '../../subscriptions/subscriptions.ts'
import type { TellDeps } from '../../subscriptions/told.ts'
import { logKeyOf } from './log-key.ts'
import type { LiveSite } from '../read-side/site-texts.ts'
import type { SubscriptionDeskDeps } from '../../api/admin/subscriptions.ts'
import type { ApiParts } from '../api/parts.ts'

const ROUTES = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

const wordIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const addressesAt =
  ({ texts }: LiveSite): TellDeps['addresses'] =>
  async (kind, id, values) => ({
    url:
      values === null || kind === 'category' || kind === 'tag'
        ? null
        : pageUrl(texts, kind, id, { status: wordIn(values['status']), slug: wordIn(values['slug']) }),
    rest_url: calUrl(texts, `/${ROUTES[kind]}/${id}`),
  })

type Parts = {
  readonly store: EventStore
  readonly site: LiveSite
  readonly sender: HttpSender
  readonly subscriptions: Subscriptions
  readonly nowMs: () => EpochMs
  /** Has the settings of the site as they stand in the log now. */
  readonly latestSite: () => Promise<unknown>
}

/** What a process that tells changes to others takes for it. */
export const composedTelling = ({
  store,
  site,
  latestSite,
  sender,
  subscriptions,
  nowMs,
}: Parts): Omit<DeliverDeps, 'store' | 'queue' | 'nowMs'> => {
  const addresses = addressesAt(site)
  return {
    ...{ sender, subscriptions },
    logKey: logKeyOf(store, nowMs),
    nameOf: async userId => {
      const { state } = await load(store, user, userStream(userId))
      if (state === null) return null
      return state.displayName === '' ? state.login : state.displayName
    },
    addresses: async (kind, id, values) => {
      await latestSite()
      return addresses(kind, id, values)
    },
  }
}

/** Where the newest fact before an instant stands that the history knows. */
const placeBeforeOn =
  ({ models, store }: Pick<ApiParts, 'models' | 'store'>): SubscribeDeps['placeBefore'] =>
  async (subscriptionId, ms) => {
    const { entries } = await models.history.recent({ until: ms, limit: 1 })
    const [entry] = entries
    if (entry === undefined)
      return placeOf(store, subscriptionId, {
        position: logPosition(0),
        stream: streamName(''),
        revision: streamRevision(0),
      })
    const { kind, id, position, revision } = entry
    const stream = streamOf(kind, id)
    const [record] = await store.read(stream, { from: revision, limit: 1 })
    // what is told beside the item, or of what was deleted, does not stand in its stream
    const isThere = record?.position === position
    return placeOf(store, subscriptionId, {
      position,
      stream,
      revision: isThere ? revision : streamRevision(0),
    })
  }

/** What subscriptions are operated with, over HTTP, from pages and by the operator. */
export const subscriptionDeskOf = (parts: ApiParts, settled: () => Promise<void>): SubscriptionDeskDeps => {
  const { models, store, sender, subscriptions, newHash, nowMs, directory } = parts
  return {
    subscriptions: models.subscriptions,
    loginOf: id => directory.byId(id)?.login ?? null,
    settled,
    subscribing: {
      ...{ sender, subscriptions, newHash, nowMs, pings: oneEach(PINGS_AT_ONCE) },
      logKey: logKeyOf(store, nowMs),
      count: async () => (await models.subscriptions.listSubscriptions()).length,
      placeBefore: placeBeforeOn(parts),
    },
  }
}
