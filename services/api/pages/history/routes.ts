import { logPosition } from '../../../../shared/kernel/brands.ts'
import { brandedIn, wholeNumberIn } from '../../../../shared/kernel/whole-number.ts'
import { isNamed, type HistoryPage, type HistoryQueries } from '../../../../projections/history/queries.ts'
import type { Moment } from '../../../../shared/facts/moment.ts'
import type { UsersInMemory } from '../../../accounts/users-in-memory.ts'
import type { Held } from '../../../accounts/sessions.ts'
import { filterAt, hiddenFrom, mayLookAt } from '../../admin/history.ts'
import { filterQuery, typedFilter } from '../../admin/history-filter.ts'
import { mayPutBack } from '../../admin/put-back.ts'
import { unfit } from '../../admin/put-back-several.ts'
import { putBackKind } from '../../../calendar/put-back/words.ts'
import type { SessionDesk } from '../session-desk.ts'
import { downloadOf, editorsOnly } from '../signed-in.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import { forbidden } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { daysOf } from './days.ts'
import { itemPage, type Travel } from './item.ts'
import { HISTORY_PAGE, itself, linesOf, nameOf, type LinesDeps } from './lines.ts'
import { joined, namesOf, sidesOf, wantedBy } from './names.ts'
import { recentPage } from './recent.ts'
import { momentIn } from '../../platform/typed-times.ts'
import { things } from './words.ts'

export type HistoryPagesDeps = LinesDeps & {
  readonly directory: Pick<UsersInMemory, 'byLogin'>
  readonly desk: Pick<SessionDesk, 'nonceFor'>
}

const NAME = /^\w{1,64}$/

const isEmpty = (problems: object): boolean => Object.keys(problems).length === 0
const NOTHING = { entries: [], older: null, until: null } as const

type FilterDeps = Pick<HistoryPagesDeps, 'directory'>

/** Of one item it is asked who, and when. */
const OF_ITEM: readonly string[] = ['person', 'from', 'to']

const filterOf = (deps: FilterDeps, { query, at }: Visit, of: 'item' | 'all') => {
  const typed = typedFilter(name => (of === 'all' || OF_ITEM.includes(name) ? textOf(query, name) : ''))
  return { typed, ...filterAt(deps, typed, at) }
}

/** Where the form for one thing leads; null: it names none. `known`: its type is one. */
const jumpOf = ({ directory }: FilterDeps, { query, at }: Visit): { to: string | null; known: boolean } => {
  const [type, id] = [textOf(query, 'type'), textOf(query, 'id').trim()]
  const known = things.some(([name]) => name === type)
  if (known && type === 'site') return { to: `${at.site.baseUrl}/history/site/1`, known }
  const asId = type === 'user' ? String(directory.byLogin(id)?.id ?? id) : id
  const isId = isNamed(type) ? NAME.test(asId) : wholeNumberIn(asId) !== null
  return { to: known && isId ? `${at.site.baseUrl}/history/${type}/${asId}` : null, known }
}

const recent =
  (deps: HistoryPagesDeps) =>
  async ({ user }: Held, visit: Visit): Promise<Shown> => {
    const { to, known } = jumpOf(deps, visit)
    if (to !== null) return { redirect: to }
    const { typed, narrowed, problems } = filterOf(deps, visit, 'all')
    const older = olderIn(visit)
    const all = { ...narrowed, without: hiddenFrom(user) }
    const part = isEmpty(problems)
      ? await deps.history.recent({ ...all, ...older, limit: HISTORY_PAGE })
      : NOTHING
    const isFirst = isEmpty(problems) && textOf(visit.query, 'before') === ''
    return recentPage({
      ...part,
      days: isFirst ? await daysOf(deps.history, all, visit.at) : null,
      lines: await linesOf(deps, part.entries),
      canPutBack: part.entries.length > 0 && isEmpty(unfit(narrowed)),
      problem: known ? 'That is no number of such an item.' : null,
      ...{ typed, problems, site: visit.at.site },
    })
  }

/** Only what is older than a page before this one, if an address says so. */
const olderIn = ({ query }: Visit): Pick<HistoryPage, 'before'> => {
  const before = brandedIn(textOf(query, 'before'), logPosition)
  return before === null ? {} : { before }
}

/** The state at a moment that was asked for; null: none was. */
const travelOf = async (
  { asOf }: HistoryQueries,
  { query, at }: Visit,
  type: string,
  id: number,
): Promise<Travel | null> => {
  const typed = textOf(query, 'at').trim()
  const found = async (moment: Moment) => ({ typed, problem: null, found: await asOf(type, id, moment) })
  if (typed === '') {
    const position = brandedIn(textOf(query, 'as_of'), logPosition)
    return position === null ? null : found({ position })
  }
  const ms = momentIn(typed, at.site.zone)
  return ms === null ? { typed, problem: 'That is no date and time.', found: null } : found({ ms })
}

/** With these a thing is gone for good, and nothing of it is put back. */
const ENDS: readonly string[] = ['TermDeleted', 'ImageRemoved', 'UserErased', 'ItemPurged']

const one =
  (deps: HistoryPagesDeps) =>
  async (
    { user }: Held,
    visit: Visit,
    { type = '', id = '' }: Readonly<Record<string, string>>,
  ): Promise<Shown> => {
    if (!mayLookAt(type, user)) return forbidden
    const which = isNamed(type) ? id : wholeNumberIn(id)
    if (which === null) return null
    const { typed, narrowed, problems } = filterOf(deps, visit, 'item')
    const part = { ...narrowed, ...olderIn(visit) }
    const told = (page: HistoryPage) => deps.history.historyOf(type, which, page)
    const entries = await told({ ...part, limit: HISTORY_PAGE })
    if (entries === null) return null
    const travel = typeof which === 'string' ? null : await travelOf(deps.history, visit, type, which)
    const members = [...entries.flatMap(({ changes }) => sidesOf(changes)), travel?.found?.values ?? {}]
    const names = await namesOf(deps, joined([itself(type, id), wantedBy(type, members)]))
    const kind = putBackKind(type)
    const [newest] = isEmpty(part) ? entries : ((await told({ limit: 1 })) ?? [])
    const isGone = newest !== undefined && ENDS.includes(newest.fact)
    const canPutBack = kind !== null && mayPutBack(kind, user) && !isGone
    const last = entries.length < HISTORY_PAGE ? undefined : entries.at(-1)
    return itemPage({
      ...{ id, typed, problems, travel },
      name: nameOf(names, type, id),
      entries: isEmpty(problems) ? entries : [],
      older: last?.position ?? null,
      canTravel: !isNamed(type),
      canPutBack,
      showing: { type, names, site: visit.at.site },
    })
  }

const download =
  ({ desk }: HistoryPagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    const typed = typedFilter(name => textOf(visit.query, name))
    const format = encodeURIComponent(textOf(visit.query, 'format'))
    return downloadOf(desk, held, visit, `/history/export?format=${format}${filterQuery(typed)}`)
  }

/** What happened, to everything and to each thing (spec 00 §8); with the rights of `/admin/history`. */
export const historyPages = (deps: HistoryPagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/history', show: editorsOnly(recent(deps)) },
  { method: 'GET', path: '/history/export', show: editorsOnly(download(deps)) },
  { method: 'GET', path: '/history/:type/:id', show: editorsOnly(one(deps)) },
]
