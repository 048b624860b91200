import { siteCodec, type SiteFact } from '../../shared/facts/site.ts'
import { keptStates } from '../../shared/event-store/folding.ts'
import type { Aggregate } from '../handle.ts'
import { decide, type SiteCommand, type SiteRefusal } from './decide.ts'
import { evolve, initial, type SiteState } from './state.ts'

export const siteAggregate: Aggregate<SiteState, SiteCommand, SiteFact, SiteRefusal> = {
  initial,
  evolve,
  decide,
  codec: siteCodec,
  kept: keptStates(),
}
