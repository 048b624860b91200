import type { EventStore } from '../../shared/event-store/port.ts'
import { KEPT_PAYLOAD_DAYS, SITE_STREAM, type SomeSettings } from '../../shared/facts/site.ts'
import { load } from '../handle.ts'
import { siteAggregate } from '../site/index.ts'

/** Days for which something is kept. */
export type Kept = { readonly payloads: number }

/** What holds where nothing was set. */
const KEPT: Kept = { payloads: KEPT_PAYLOAD_DAYS }

/** How long things are kept by some settings; `before`: by those before them. */
export const keptBy = ({ keepPayloadDays }: SomeSettings, before: Kept = KEPT): Kept => ({
  payloads: keepPayloadDays ?? before.payloads,
})

/** Whether anything of it goes sooner than by itself. */
export const isLimited = ({ payloads }: Kept): boolean => payloads < KEPT_PAYLOAD_DAYS

/** How long things are kept as the log says now. */
export const keptNow = async (store: Pick<EventStore, 'read'>): Promise<Kept> =>
  keptBy((await load(store, siteAggregate, SITE_STREAM)).state)
