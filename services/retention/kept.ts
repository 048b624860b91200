import type { EventStore } from '../../shared/event-store/port.ts'
import { KEPT_PAYLOAD_DAYS, SITE_STREAM, type SiteFact } from '../../shared/facts/site.ts'
import { load } from '../handle.ts'
import { siteAggregate } from '../site/site.ts'
import { evolve, type SiteState } from '../site/state.ts'

/** Days for which something is kept; null: for ever. */
export type Kept = {
  readonly payloads: number
  readonly signIns: number | null
  readonly versions: number | null
}

/** What holds where nothing was set. */
const KEPT: Kept = { payloads: KEPT_PAYLOAD_DAYS, signIns: null, versions: null }

const keptBy = ({ keepPayloadDays, keepSignInDays, keepTrashedDays }: SiteState): Kept => ({
  payloads: keepPayloadDays ?? KEPT.payloads,
  signIns: keepSignInDays ?? KEPT.signIns,
  versions: keepTrashedDays ?? KEPT.versions,
})

/** How long things are kept after a fact of the site; `before`: as they were kept before it, null where nothing was set. */
export const keptAfter = (before: Kept | null, fact: SiteFact): Kept => {
  const { payloads, signIns, versions } = before ?? KEPT
  const settings = { keepPayloadDays: payloads, keepSignInDays: signIns, keepTrashedDays: versions }
  return keptBy(evolve(settings, fact))
}

/** Whether anything of it goes sooner than by itself. */
export const isLimited = ({ payloads, signIns, versions }: Kept): boolean =>
  payloads < KEPT_PAYLOAD_DAYS || signIns !== null || versions !== null

/** How long things are kept as the log says now. */
export const keptNow = async (store: Pick<EventStore, 'read'>): Promise<Kept> =>
  keptBy((await load(store, siteAggregate, SITE_STREAM)).state)
