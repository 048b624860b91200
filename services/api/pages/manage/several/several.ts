import { REPEATED_EVENTS } from '../../../../../shared/limits/desk.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import type { Call, Caller } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { formTokens } from '../../form-token.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import type { creatorsOnly } from '../../signed-in.ts'
import { callAt } from '../call.ts'
import { idsIn } from '../chosen-ids.ts'
import { countText, type Subject } from '../words.ts'
import { confirmPage, type Looked } from './confirm.ts'
import type { Done } from './each.ts'
import type { ActionSpec, CallOf } from './item-actions.ts'
import { resultPage } from './result.ts'

export type SeveralDeps = {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly newCorrelation: () => string
  /** Resolves when lists show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** What may be done to several things of one table. */
export type Several = {
  readonly subject: Subject
  /** Whom its pages are for. */
  readonly only: typeof creatorsOnly
  /** null: there is no such action, or not for this caller. */
  readonly specOf: (action: string, caller: Caller) => ActionSpec | null
  /** Looks at the things and changes nothing; `why`: what is wrong with what was given in `members`. */
  readonly look: (
    held: Held,
    visit: Visit,
    asked: { readonly action: string; readonly ids: readonly number[]; readonly members: Nested },
    why: string | undefined,
  ) => Promise<Looked>
  /** `why`: what has to be known besides is missing or wrong, and nothing is done. */
  readonly carryOut: (
    asked: { readonly action: string; readonly ids: readonly number[]; readonly form: Nested },
    caller: Caller,
    callOf: CallOf,
  ) => Promise<{ readonly why: string } | readonly Done[]>
  /** Takes back what a correlation did; absent: nothing of it is taken back. */
  readonly putBack?: (
    batch: string,
    ids: readonly number[],
    caller: Caller,
    callOf: CallOf,
  ) => Promise<readonly Done[]>
}

/** Asks; `why`: what is wrong with what was given. */
const ask = async (
  deps: SeveralDeps,
  { subject, look, specOf }: Several,
  held: Held,
  visit: Visit,
  why?: string,
): Promise<Shown> => {
  const members = visit.method === 'POST' ? visit.form : visit.query
  const action = textOf(members, 'do')
  const spec = specOf(action, held.user)
  if (spec === null) return null
  const ids = idsIn(members)
  const looked = await look(held, visit, { action, ids, members }, why)
  return confirmPage({
    ...{ ...looked, subject, action, spec, why, caller: held.user, site: visit.at.site },
    left: ids.length - looked.ids.length,
    token: await formTokens(deps.desk).field(held, visit.at.ms),
  })
}

const callsOf =
  (held: Held, visit: Visit, route: string, correlation: string): CallOf =>
  (id: number, sent: Call['sent']) =>
    callAt(held, visit, { route, correlation, id, sent })

const confirmed =
  (deps: SeveralDeps, several: Several) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { subject, specOf } = several
    const { form, at } = visit
    const action = textOf(form, 'do')
    const spec = specOf(action, held.user)
    if (spec === null) return null
    const correlation = deps.newCorrelation()
    const callOf = callsOf(held, visit, `POST ${subject.path}/several`, correlation)
    const all = await several.carryOut({ action, ids: idsIn(form), form }, held.user, callOf)
    if ('why' in all) return ask(deps, several, held, visit, all.why)
    await deps.settled()
    return resultPage({
      ...{ subject, all, caller: held.user, site: at.site, title: spec.word },
      doneText: count => spec.done(countText(subject, count)),
      batch: spec.canBeUndone ? correlation : null,
      token: await formTokens(deps.desk).field(held, at.ms),
    })
  }

const undone =
  (deps: SeveralDeps, subject: Subject, putBack: NonNullable<Several['putBack']>) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { form, at } = visit
    const correlation = deps.newCorrelation()
    const callOf = callsOf(held, visit, `POST ${subject.path}/undo`, correlation)
    const all = await putBack(textOf(form, 'batch'), idsIn(form, REPEATED_EVENTS), held.user, callOf)
    await deps.settled()
    return resultPage({
      ...{ subject, all, caller: held.user, site: at.site, title: 'Taken back', batch: correlation },
      doneText: count => `Taken back for ${countText(subject, count)}.`,
      token: await formTokens(deps.desk).field(held, at.ms),
    })
  }

/** What is done to several things of one table at once (spec 07 §4): asked, done, taken back. */
export const severalRoutes = (deps: SeveralDeps, several: Several): readonly PageRoute[] => {
  const { subject, only, putBack } = several
  const path = `${subject.path}/several`
  const toTable = () => subject.path
  const asking = (held: Held, visit: Visit) => ask(deps, several, held, visit)
  return [
    { method: 'GET', path, show: only(asking) },
    { method: 'POST', path, show: only(confirmed(deps, several), toTable) },
    ...(putBack === undefined
      ? []
      : [
          {
            ...{ method: 'POST' as const, path: `${subject.path}/undo` },
            show: only(undone(deps, subject, putBack), toTable),
          },
        ]),
  ]
}
