import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import type { UsersInMemory } from '../../../accounts/users-in-memory.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { OperateDeps } from '../../../imports/run/operate.ts'
import { steeringNames, steerings, type Steering } from '../../admin/imports.ts'
import type { SessionDesk } from '../session-desk.ts'
import { above, editorsOnly } from '../signed-in.ts'
import { formTokens } from '../form-token.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { pageIn } from '../pager.ts'
import type { Moment } from '../../platform/call.ts'
import { staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { signInElsewhere } from '../sign-in-elsewhere.ts'
import { bring, formFor, tooLargeFile, type BringPagesDeps, type ListWith } from './bring-routes.ts'
import type { BringForm } from './bring-form.ts'
import { detailPage } from './detail.ts'
import { choiceIn, PER_PAGE as ITEMS_PER_PAGE, type ShownItems } from './items.ts'
import { listPage } from './list.ts'
import { schedulePages, type SchedulePagesDeps } from '../feeds/routes.ts'
import { askUndo, doUndo, undosShown, type UndoPagesDeps } from './undo-routes.ts'

export type ImportPagesDeps = UndoPagesDeps &
  BringPagesDeps &
  SchedulePagesDeps & {
    readonly imports: ImportQueries
    readonly operate: Pick<OperateDeps, 'runs'>
    /** Resolves when reads show what was written so far, or after some seconds. */
    readonly settled: () => Promise<void>
    readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
    readonly contextOf: (visit: Visit, route: string) => Context
    readonly directory: Pick<UsersInMemory, 'byId'>
  }

const PER_PAGE = 25

const shownItems = async (
  { chosenItems }: ImportQueries,
  id: string,
  { query }: Visit,
): Promise<ShownItems> => {
  const choice = choiceIn(textOf(query, 'outcome'))
  const from =
    choice === null ? (pageIn(textOf(query, 'page')) - 1) * ITEMS_PER_PAGE + 1 : pageIn(textOf(query, 'from'))
  return { choice, from, ...(await chosenItems(id, choice, { from, limit: ITEMS_PER_PAGE })) }
}

const listAt = async (
  deps: ImportPagesDeps,
  at: Moment,
  page: number,
  form: BringForm | null,
  status = 200,
): Promise<Page> => {
  const skip = (page - 1) * PER_PAGE
  const [listed, feeds] = await Promise.all([
    deps.imports.listImports({ skip, limit: PER_PAGE, nowMs: at.ms }),
    deps.feeds.schedules.listSchedules(),
  ])
  const pages = Math.ceil(listed.total / PER_PAGE)
  return listPage({ ...listed, feeds: feeds.length, form }, { page, pages }, at.site, status)
}

const list =
  (deps: ImportPagesDeps) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const page = pageIn(textOf(query, 'page'))
    return listAt(deps, at, page, page === 1 ? await formFor(deps, { held, at }) : null)
  }

const listWith =
  (deps: ImportPagesDeps): ListWith =>
  (at, form, status) =>
    listAt(deps, at, 1, form, status)

/** `said`: why what was asked for was not done. */
const detail = async (
  deps: ImportPagesDeps,
  held: Held,
  visit: Visit,
  id: string,
  said: string | null,
): Promise<Page | null> => {
  const { at } = visit
  const { imports, desk, directory } = deps
  const [record, [progress], shown] = await Promise.all([
    imports.showImport(id, { newest: 0 }),
    imports.progressOf([id], at.ms),
    shownItems(imports, id, visit),
  ])
  if (record === null || progress === undefined) return null
  return detailPage({
    ...{ record, progress, shown, said, site: at.site },
    nonce: await desk.nonceFor(held, 'core_rest', at.ms),
    token: await formTokens(desk).field(held, at.ms),
    undos: await undosShown(deps, id, visit),
    authorName: directory.byId(record.author)?.login ?? `user ${record.author}`,
  })
}

/** A button of an import. */
const steer =
  (deps: ImportPagesDeps, name: Steering) =>
  async (held: Held, visit: Visit, { id = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const context = deps.contextOf(visit, `POST /imports/{id}/${name}`)
    const problem = await steerings[name](deps.operate, id, context)
    if (problem === 'import_unknown') return null
    if (problem === 'import_over') return detail(deps, held, visit, id, 'This import is over already.')
    await deps.settled()
    return { redirect: `${visit.at.site.baseUrl}/imports/${id}` }
  }

/** The page of an import as refusals show it. */
const detailOf = (deps: ImportPagesDeps) => (held: Held, visit: Visit, id: string, said: string) =>
  detail(deps, held, visit, id, said)

/** Imports as pages: all of them, one of them, and the buttons of one (spec 05; for those whom `/admin` serves). */
export const importPages = (deps: ImportPagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/imports', show: editorsOnly(list(deps)) },
  {
    ...{ method: 'POST', path: '/imports', show: editorsOnly(bring(deps, listWith(deps))) },
    file: {
      ...{ field: 'file', tooLarge: tooLargeFile(deps, listWith(deps)) },
      signedOut: async ({ visit }) => signInElsewhere(visit, '/imports'),
    },
  },
  {
    method: 'GET',
    path: '/imports/:id',
    show: editorsOnly((held, visit, { id = '' }) => detail(deps, held, visit, id, null)),
  },
  ...schedulePages(deps),
  { method: 'GET', path: '/imports/:id/undo', show: editorsOnly(askUndo(deps, detailOf(deps))) },
  { method: 'POST', path: '/imports/:id/undo', show: editorsOnly(doUndo(deps, detailOf(deps)), above) },
  ...steeringNames.map((name): PageRoute => ({
    method: 'POST',
    path: `/imports/:id/${name}`,
    show: editorsOnly(steer(deps, name), above),
  })),
]
