import type { Held } from '../../../../accounts/sessions.ts'
import type { Rebuild } from '../../../operator/projections.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { administratorsOnly } from '../../signed-in.ts'
import { isInMemory, rebuildPage, statePage, type ServiceState } from './page.ts'

export type StateDeps = {
  readonly stateNow: () => Promise<ServiceState>
  readonly rebuild: Rebuild
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
}

/** The name of a read model that there is and that can be built anew; null: it is none. */
const modelNamed = ({ models }: ServiceState, name: string): string | null =>
  models.find(model => model.name === name && !isInMemory(name))?.name ?? null

const show =
  (deps: StateDeps) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const state = await deps.stateNow()
    const begun = modelNamed(state, textOf(query, 'begun'))
    return statePage(state, { caller: held.user, site: at.site }, begun)
  }

const ask =
  (deps: StateDeps) =>
  async (held: Held, { at, query }: Visit): Promise<Shown> => {
    const name = modelNamed(await deps.stateNow(), textOf(query, 'name'))
    if (name === null) return null
    const token = await formTokens(deps.desk).field(held, at.ms)
    return rebuildPage(name, token, { caller: held.user, site: at.site })
  }

const begin =
  (deps: StateDeps) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const name = modelNamed(await deps.stateNow(), textOf(visit.form, 'name'))
    if (name === null || (await deps.rebuild(name)) === null) return null
    return { redirect: `${visit.at.site.baseUrl}/manage/state?begun=${encodeURIComponent(name)}` }
  }

/** How the service is, and read models built anew, for administrators (spec 07 §12). */
export const statePages = (deps: StateDeps): readonly PageRoute[] => [
  { method: 'GET', path: '/manage/state', show: administratorsOnly(show(deps)) },
  { method: 'GET', path: '/manage/state/rebuild', show: administratorsOnly(ask(deps)) },
  { method: 'POST', path: '/manage/state/rebuild', show: administratorsOnly(begin(deps)) },
]
