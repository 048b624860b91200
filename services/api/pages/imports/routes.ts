import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import type { Directory } from '../../../accounts/users-in-memory.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { OperateDeps } from '../../../imports/run/operate.ts'
import { steeringNames, steerings, type Steering } from '../../admin/imports.ts'
import type { SessionDesk } from '../session-desk.ts'
import { editorsOnly } from '../signed-in.ts'
import { formTokens } from '../form-token.ts'
import { textOf, type Page, type Visit } from '../page.ts'
import { pageIn } from '../pager.ts'
import { staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { detailPage } from './detail.ts'
import { choiceIn, PER_PAGE as ITEMS_PER_PAGE, type ShownItems } from './items.ts'
import { listPage } from './list.ts'

export type ImportPagesDeps = {
  readonly imports: ImportQueries
  readonly operate: Pick<OperateDeps, 'runs'>
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
  readonly directory: Pick<Directory, 'byId'>
}

const PER_PAGE = 25

/** Imports as pages: all of them, one of them, and the buttons of one (spec 05; for those whom `/admin` serves). */
export const importPages = (deps: ImportPagesDeps): readonly PageRoute[] => {
  const { imports, operate, settled, desk, contextOf, directory } = deps
  const tokens = formTokens(desk)

  const shownItems = async (id: string, { query }: Visit): Promise<ShownItems> => {
    const choice = choiceIn(textOf(query, 'outcome'))
    const from =
      choice === null
        ? (pageIn(textOf(query, 'page')) - 1) * ITEMS_PER_PAGE + 1
        : pageIn(textOf(query, 'from'))
    return { choice, from, ...(await imports.chosenItems(id, choice, { from, limit: ITEMS_PER_PAGE })) }
  }

  const detail = async (held: Held, visit: Visit, id: string, said: string | null): Promise<Page | null> => {
    const { at } = visit
    const [record, [progress], shown] = await Promise.all([
      imports.showImport(id, { newest: 0 }),
      imports.progressOf([id], at.ms),
      shownItems(id, visit),
    ])
    if (record === null || progress === undefined) return null
    return detailPage({
      ...{ record, progress, shown, said, site: at.site },
      nonce: await desk.nonceFor(held, 'core_rest', at.ms),
      token: await tokens.field(held, at.ms),
      authorName: directory.byId(record.author)?.login ?? `user ${record.author}`,
    })
  }

  const steer = (name: Steering): PageRoute => ({
    method: 'POST',
    path: `/imports/:id/${name}`,
    show: editorsOnly(
      async (held, visit, { id = '' }) => {
        if (!(await tokens.isOwn(held, visit))) return staleForm
        const problem = await steerings[name](operate, id, contextOf(visit, `POST /imports/{id}/${name}`))
        if (problem === 'import_unknown') return null
        if (problem === 'import_over') return detail(held, visit, id, 'This import is over already.')
        await settled()
        return { redirect: `${visit.at.site.baseUrl}/imports/${id}` }
      },
      // a button cannot be pressed by coming back
      ({ path }) => path.slice(0, path.lastIndexOf('/')),
    ),
  })

  return [
    {
      method: 'GET',
      path: '/imports',
      show: editorsOnly(async (_, { at, query }) => {
        const page = pageIn(textOf(query, 'page'))
        const listed = await imports.listImports({
          skip: (page - 1) * PER_PAGE,
          limit: PER_PAGE,
          nowMs: at.ms,
        })
        return listPage(listed, page, Math.ceil(listed.total / PER_PAGE), at.site)
      }),
    },
    {
      method: 'GET',
      path: '/imports/:id',
      show: editorsOnly((held, visit, { id = '' }) => detail(held, visit, id, null)),
    },
    ...steeringNames.map(steer),
  ]
}
