import { logPosition, streamRevision } from '../../../../shared/kernel/brands.ts'
import { brandedIn, wholeNumberIn } from '../../../../shared/kernel/whole-number.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { PutBackDesk } from '../../../calendar/put-back/desk.ts'
import type { PutBack } from '../../../calendar/put-back/put-back.ts'
import { putBackKind, type PutBackKind } from '../../../calendar/put-back/words.ts'
import { mayPutBack } from '../../admin/put-back.ts'
import { messageOf } from '../../platform/answers/errors.ts'
import { editorsOnly } from '../signed-in.ts'
import { formTokens } from '../form-token.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import { forbidden, staleForm } from '../refusals.ts'
import type { PageRoute } from '../serve.ts'
import type { SessionDesk } from '../session-desk.ts'
import { namesOf, sidesOf, wantedBy, type NameDeps } from './names.ts'
import { partlyPage, putBackPage, type Asked } from './put-back.ts'
import type { Showing } from './values.ts'

export type PutBackPagesDeps = NameDeps & {
  readonly putBack: PutBackDesk
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

const ROUTE = 'POST /history/{type}/{id}/put-back'

type Variables = Readonly<Record<string, string>>
type Which = { readonly kind: PutBackKind; readonly id: number }

const whichOf = ({ type = '', id: text = '' }: Variables): Which | null => {
  const [kind, id] = [putBackKind(type), wholeNumberIn(text)]
  return kind === null || id === null ? null : { kind, id }
}

const askedIn = (members: Visit['query']): Asked | null => {
  const position = brandedIn(textOf(members, 'as_of'), logPosition)
  if (position === null) return null
  return { position, only: textOf(members, 'only') === 'entry' ? 'entry' : 'since' }
}

const wantedOf = ({ position, only }: Asked, members: readonly string[] | null) => ({
  ...{ moment: { position }, only, members },
})

const showingOf = async (
  deps: PutBackPagesDeps,
  { kind }: Which,
  { changes }: Pick<PutBack, 'changes'>,
  { at }: Visit,
): Promise<Showing> => ({
  ...{ type: kind, site: at.site },
  names: await namesOf(deps, wantedBy(kind, sidesOf(changes))),
})

/** Asks whether it is meant, and shows what would change. */
const ask = async (
  deps: PutBackPagesDeps,
  held: Held,
  visit: Visit,
  which: Which,
  asked: Asked,
  said: string | null,
): Promise<Shown> => {
  const plan = await deps.putBack[which.kind].show(
    which.id,
    wantedOf(asked, null),
    deps.contextOf(visit, ROUTE),
  )
  if (!plan.ok) return null
  const token = await formTokens(deps.desk).field(held, visit.at.ms)
  const showing = await showingOf(deps, which, plan, visit)
  return putBackPage({ id: String(which.id), asked, plan, token, showing, said })
}

const asking =
  (deps: PutBackPagesDeps) =>
  async (held: Held, visit: Visit, variables: Variables): Promise<Shown> => {
    const [which, asked] = [whichOf(variables), askedIn(visit.query)]
    if (which === null || asked === null) return null
    return mayPutBack(which.kind, held.user) ? ask(deps, held, visit, which, asked, null) : forbidden
  }

/** Somebody has confirmed it. */
const doing =
  (deps: PutBackPagesDeps) =>
  async (held: Held, visit: Visit, variables: Variables): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const [which, asked] = [whichOf(variables), askedIn(form)]
    if (which === null || asked === null) return null
    if (!mayPutBack(which.kind, held.user)) return forbidden
    const marked = form['members']
    const members = typeof marked === 'object' ? Object.keys(marked) : []
    if (members.length === 0) return ask(deps, held, visit, which, asked, 'Mark what is to be put back.')
    const revision = brandedIn(textOf(form, 'revision'), streamRevision)
    const context = deps.contextOf(visit, ROUTE)
    const done = await deps.putBack[which.kind].put(which.id, wantedOf(asked, members), revision, context)
    if (!done.ok) {
      if (done.code !== 'put_back_moved') return null
      return ask(deps, held, visit, which, asked, messageOf(done.code))
    }
    await deps.settled()
    const address = `${at.site.baseUrl}/history/${which.kind}/${which.id}`
    if (Object.keys(done.stays).length === 0) return { redirect: address }
    return partlyPage(String(which.id), done.stays, await showingOf(deps, which, done, visit))
  }

/** What was, is made so again: seen before it is done (spec 00 §6.4). */
export const putBackPages = (deps: PutBackPagesDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/history/:type/:id/put-back', show: editorsOnly(asking(deps)) },
  {
    method: 'POST',
    path: '/history/:type/:id/put-back',
    show: editorsOnly(doing(deps), ({ path }) => path.replace(/\/put-back$/, '')),
  },
]
