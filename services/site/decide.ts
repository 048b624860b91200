import type { SiteFact, SiteSettings, View } from '../../shared/facts/site.ts'
import { record, refuse, type Decision } from '../../shared/kernel/decision.ts'
import type { SiteState } from './state.ts'

export type SiteCommand = {
  readonly type: 'Set'
  readonly settings: SiteState
  /** Settings that are to be as the environment and the defaults say again. */
  readonly unset?: readonly (keyof SiteSettings)[]
  /** Refused where one that would change is not what it was there; absent: whatever they are. */
  readonly seen?: SiteState
  /** What counts where nothing is set. */
  readonly defaults: Pick<SiteSettings, 'enabledViews' | 'defaultView'>
}

export type SiteRefusal = {
  readonly code:
    | 'default-view-not-enabled'
    /** Whoever asks has seen other settings than it would change now. */
    | 'changed-meanwhile'
}

type Pairs = readonly (readonly [name: string, pair: [unknown, unknown]])[]

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const shows = (views: readonly View[], view: View) => views.includes(view)

/** Whether the view that is shown first would be one of those that are offered. */
const isShown = ({ settings, unset = [], defaults }: SiteCommand, state: SiteState): boolean => {
  const after: SiteState = { ...state, ...settings }
  const [views, view] = [
    unset.includes('enabledViews') ? undefined : after.enabledViews,
    unset.includes('defaultView') ? undefined : after.defaultView,
  ]
  return shows(views ?? defaults.enabledViews, view ?? defaults.defaultView)
}

export const decide = (command: SiteCommand, state: SiteState): Decision<SiteFact, SiteRefusal> => {
  const { settings, unset = [], seen } = command
  if (!isShown(command, state)) return refuse({ code: 'default-view-not-enabled' })
  const before: Readonly<Record<string, unknown>> = state
  const set: Pairs = Object.entries(settings).flatMap(([name, value]: [string, unknown]) =>
    value === undefined || isSame(before[name], value)
      ? []
      : [[name, [before[name] ?? null, value]] as const],
  )
  const reset = unset.flatMap(name =>
    before[name] === undefined ? [] : [[name, [before[name], null] as [unknown, null]] as const],
  )
  const known: Readonly<Record<string, unknown>> = seen ?? state
  if ([...set, ...reset].some(([name]) => !isSame(before[name] ?? null, known[name] ?? null)))
    return refuse({ code: 'changed-meanwhile' })
  return record<SiteFact>(
    ...(set.length === 0 ? [] : [{ type: 'SiteSettingsChanged' as const, changes: Object.fromEntries(set) }]),
    ...(reset.length === 0
      ? []
      : [{ type: 'SiteSettingsReset' as const, changes: Object.fromEntries(reset) }]),
  )
}
