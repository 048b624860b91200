import { userId, type UserId } from '../../shared/kernel/brands.ts'
import type { EventStore, StoredRecord } from '../../shared/event-store/port.ts'
import { settingNames, SITE_STREAM, SomeSettings } from '../../shared/facts/site.ts'
import type { Changes } from '../calendar/item/state.ts'
import { withStays, type Members, type Thing } from '../calendar/put-back/thing.ts'
import type { Planned } from '../calendar/put-back/gone.ts'
import { folded } from '../handle.ts'
import { decide, type SiteCommand } from './decide.ts'
import { siteAggregate } from './site.ts'
import type { SetSettings } from './set.ts'
import type { SiteState } from './state.ts'

type Deps = {
  readonly store: Pick<EventStore, 'read'>
  readonly setSettings: SetSettings
  readonly defaults: SiteCommand['defaults']
  readonly isUser: (id: number) => Promise<boolean>
  readonly mayEditEvents: (userId: UserId) => boolean
  /** Has texts that were made with these settings made anew. */
  readonly afterwards: (names: readonly string[]) => Promise<void>
}

/** There is one site. */
const SITE = 1
const VIEWS = ['enabledViews', 'defaultView']

const stateAfter = (records: readonly StoredRecord[]): SiteState => folded(siteAggregate, records).state

/** null: not set. Before anything was set there was the site, with nothing set. */
const membersOf = (state: SiteState): Members =>
  Object.fromEntries(settingNames.map(name => [name, state[name] ?? null]))

/** Of members those that are set. */
const setIn = (members: Members): SiteState =>
  SomeSettings.parse(Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)))

const asked = (changes: Changes): Required<Pick<SiteCommand, 'settings' | 'unset'>> => {
  const then = Object.fromEntries(Object.entries(changes).map(([name, pair]) => [name, pair?.[1]]))
  return { settings: setIn(then), unset: settingNames.filter(name => name in then && then[name] === null) }
}

/** Why somebody cannot be the user of imports; null: they can. */
const whyNoImportUser = async ({ isUser, mayEditEvents }: Deps, user: unknown) => {
  if (typeof user !== 'number') return null
  if (!(await isUser(user))) return 'purged'
  return mayEditEvents(userId(user)) ? null : 'refused'
}

const possible = async (deps: Deps, plan: Planned, now: Members): Promise<Planned> => {
  const { defaults } = deps
  const why = await whyNoImportUser(deps, plan.changes['importUser']?.[1])
  const left = why === null ? plan : withStays(plan, { importUser: why })
  const decision = decide({ type: 'Set', ...asked(left.changes), defaults }, setIn(now))
  if (decision.ok) return left
  const views = VIEWS.filter(name => name in left.changes)
  return withStays(left, Object.fromEntries(views.map(name => [name, 'not_enabled'])))
}

/** How settings of the site are put back; one that was not set is set no more (spec 00 §6.4). */
export const putBackSite = (deps: Deps): Thing => ({
  records: async id => (id === SITE ? deps.store.read(SITE_STREAM) : null),
  after: records => membersOf(stateAfter(records)),
  nameAfter: () => '',
  possible: (_, plan, now) => possible(deps, plan, now),
  change: async (_, changes, now, context) => {
    const { settings, unset } = asked(changes)
    const done = await deps.setSettings(settings, context, { unset, seen: setIn(now) })
    // somebody has set another one meanwhile, or which views there are
    if (!done.ok) return null
    await deps.afterwards(Object.keys(changes))
    return {}
  },
})
