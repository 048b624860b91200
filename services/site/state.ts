import { settingsIn, type SiteFact, type SomeSettings } from '../../shared/facts/site.ts'

/** What was set; everything else is as the environment and the defaults say. */
export type SiteState = SomeSettings

export const initial: SiteState = {}

export const evolve = (state: SiteState, fact: SiteFact): SiteState =>
  fact.type === 'SiteSettingsReset'
    ? Object.fromEntries(Object.entries(state).filter(([name]) => !(name in fact.changes)))
    : { ...state, ...settingsIn(fact) }
