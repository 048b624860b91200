import type { SiteFact, SiteSettings, View } from '../../shared/facts/site.ts'
import { nothing, record, refuse, type Decision } from '../../shared/kernel/decision.ts'
import type { SiteState } from './state.ts'

/** `inEffect`: what counts now, set or not. */
export type SiteCommand = {
  readonly type: 'Set'
  readonly settings: SiteState
  readonly inEffect: Pick<SiteSettings, 'enabledViews' | 'defaultView'>
}

export type SiteRefusal = { readonly code: 'default-view-not-enabled' }

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const shows = (views: readonly View[], view: View) => views.includes(view)

export const decide = (
  { settings, inEffect }: SiteCommand,
  state: SiteState,
): Decision<SiteFact, SiteRefusal> => {
  const enabledViews = settings.enabledViews ?? state.enabledViews ?? inEffect.enabledViews
  const defaultView = settings.defaultView ?? state.defaultView ?? inEffect.defaultView
  if (!shows(enabledViews, defaultView)) return refuse({ code: 'default-view-not-enabled' })
  const before: Readonly<Record<string, unknown>> = state
  const changed = Object.entries(settings).flatMap(([name, value]: [string, unknown]) => {
    const pair: [unknown, unknown] = [before[name] ?? null, value]
    return value === undefined || isSame(before[name], value) ? [] : [[name, pair] as const]
  })
  return changed.length === 0
    ? nothing
    : record({ type: 'SiteSettingsChanged', changes: Object.fromEntries(changed) })
}
