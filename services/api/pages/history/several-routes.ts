import { logPosition } from '../../../../shared/kernel/brands.ts'
import { brandedIn } from '../../../../shared/kernel/whole-number.ts'
import type { UsersInMemory } from '../../../accounts/users-in-memory.ts'
import type { Held } from '../../../accounts/sessions.ts'
import {
  beginChoice,
  chosenOf,
  planChoice,
  type Choice,
  type ChoosingDeps,
} from '../../../imports/undo/choose.ts'
import { showSelection } from '../../../imports/undo/desk.ts'
import { isChosenId } from '../../../../shared/facts/undo.ts'
import { PUT_BACK_WHY_LENGTH } from '../../../../shared/limits/history.ts'
import { filterAt, hiddenFrom } from '../../admin/history.ts'
import { typedFilter, type TypedFilter } from '../../admin/history-filter.ts'
import { unfit } from '../../admin/put-back-several.ts'
import { messageOf } from '../../platform/answers/errors.ts'
import { formTokens } from '../form-token.ts'
import { askUndo, doUndo, undosShown, wantedIn, type UndoPagesDeps } from '../imports/undo-routes.ts'
import { PLANNED } from '../imports/undo.ts'
import { rootAddress } from '../imports/undo-root.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import { pageIn } from '../pager.ts'
import { staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import { above, editorsOnly } from '../signed-in.ts'
import { namesOf } from './names.ts'
import { choosingPage, notChosenPage, severalPage } from './several.ts'

export type SeveralPagesDeps = UndoPagesDeps & {
  readonly choosing: ChoosingDeps
  readonly directory: Pick<UsersInMemory, 'byLogin'>
}

type Asked = {
  readonly typed: TypedFilter
  readonly choice: Choice
  readonly problems: readonly string[]
}

const askedIn = (deps: SeveralPagesDeps, { user }: Held, sent: Visit['query'], { at }: Visit): Asked => {
  const typed = typedFilter(name => textOf(sent, name))
  const { narrowed, problems } = filterAt(deps, typed, at)
  const all = { ...unfit(narrowed), ...problems }
  return {
    typed,
    choice: { narrowed, edited: textOf(sent, 'edited') === '1', hidden: hiddenFrom(user) },
    problems: Object.values(all),
  }
}

/** Asks whether it is meant, and shows what it would do. */
const ask = async (
  deps: SeveralPagesDeps,
  held: Held,
  visit: Visit,
  sent: Visit['query'],
  said: string | null,
): Promise<Shown> => {
  const { site, ms } = visit.at
  const { typed, choice, problems } = askedIn(deps, held, sent, visit)
  if (problems.length > 0) return notChosenPage(typed, problems, site)
  const first = pageIn(textOf(sent, 'first'))
  const plan = await planChoice(deps.choosing, choice, { from: first, limit: PLANNED })
  if (!plan.ok) return notChosenPage(typed, [messageOf(plan.code)], site)
  const names = await namesOf(deps.names, wantedIn(plan.items))
  return choosingPage({
    ...{ typed, plan, first, said, edited: choice.edited, why: textOf(sent, 'why') },
    chosen: chosenOf(choice.narrowed),
    token: await formTokens(deps.desk).field(held, ms),
    showing: { site, names },
  })
}

/** Somebody has confirmed it. */
const begin =
  (deps: SeveralPagesDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const { choice, problems } = askedIn(deps, held, form, visit)
    if (problems.length > 0) return ask(deps, held, visit, form, null)
    const newest = brandedIn(textOf(form, 'newest'), logPosition)
    const why = textOf(form, 'why').trim().slice(0, PUT_BACK_WHY_LENGTH)
    const context = deps.contextOf(visit, 'POST /history/put-back')
    const begun = await beginChoice(deps.choosing, choice, { newest, why }, context)
    if (!begun.ok) return ask(deps, held, visit, form, messageOf(begun.code))
    return { redirect: rootAddress(begun.undo.importId, at.site) }
  }

const page = async (
  deps: SeveralPagesDeps,
  visit: Visit,
  id: string,
  said: string | null,
): Promise<Shown> => {
  const shown = isChosenId(id) ? await showSelection(deps.undo, id) : null
  return shown === null ? null : severalPage(id, shown, await undosShown(deps, id, visit), said)
}

const refusing = (deps: SeveralPagesDeps) => (_: Held, visit: Visit, id: string, said: string) =>
  page(deps, visit, id, said)

/** What a filter of the history chooses, put back together: seen before it is done (spec 00 §6.8). */
export const severalPages = (deps: SeveralPagesDeps): readonly PageRoute[] => [
  {
    method: 'GET',
    path: '/history/put-back',
    show: editorsOnly((held, visit) => ask(deps, held, visit, visit.query, null)),
  },
  { method: 'POST', path: '/history/put-back', show: editorsOnly(begin(deps), above) },
  {
    method: 'GET',
    path: '/history/put-back/:id',
    show: editorsOnly((_, visit, { id = '' }) => page(deps, visit, id, null)),
  },
  { method: 'GET', path: '/history/put-back/:id/undo', show: editorsOnly(askUndo(deps, refusing(deps))) },
  {
    method: 'POST',
    path: '/history/put-back/:id/undo',
    show: editorsOnly(doUndo(deps, refusing(deps)), above),
  },
]
