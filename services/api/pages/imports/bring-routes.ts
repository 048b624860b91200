import { userId } from '../../../../shared/kernel/brands.ts'
import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import type { Position } from '../../../../shared/event-store/port.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import type { Begun, DryRun } from '../../../imports/dry-run/dry-runs.ts'
import { errorCodes } from '../../platform/answers/errors.ts'
import type { Moment } from '../../platform/call.ts'
import { formTokens } from '../form-token.ts'
import type { NameDeps } from '../history/names.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { staleForm } from '../refusals.ts'
import type { TooMuch } from '../serve.ts'
import type { SessionDesk } from '../session-desk.ts'
import {
  bodyOf,
  readBrought,
  sentIn,
  settledBy,
  type BringDeps,
  type HereBody,
  type Found,
  type Problems,
  type Sent,
  type Settled,
} from './bring.ts'
import { bringForm, type BringForm } from './bring-form.ts'
import type { KeptPlans } from './kept-plans.ts'
import { planPage, type PlanShown } from './plan-page.ts'
import { partOfPlan, placeIn } from './plan-items.ts'

export type BringPagesDeps = BringDeps & {
  readonly plans: KeptPlans
  /** Where the log ends now. */
  readonly logHead: () => Promise<Position | null>
  readonly imports: Pick<ImportQueries, 'listImports'>
  readonly names: Pick<NameDeps, 'loginOf'>
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** The list of imports with the form in it, and the status it comes with. */
export type ListWith = (at: Moment, form: BringForm, status: number) => Promise<Page>

/** Imports whose sources the form offers. */
const LATELY = 25

type Asked = { readonly held: Held; readonly at: Moment }
type FormState = { readonly sent: Sent; readonly problems: Problems; readonly body: HereBody | null }

const NOTHING_SENT: FormState = {
  sent: { typed: {}, kept: '', plan: '', wanted: 'try' },
  problems: {},
  body: null,
}

/** The form for whoever sits there, as it was sent. */
export const formFor = async (
  { imports, desk }: BringPagesDeps,
  { held, at }: Asked,
  { sent, problems, body }: FormState = NOTHING_SENT,
): Promise<BringForm> => {
  const { imports: lately } = await imports.listImports({ skip: 0, limit: LATELY, nowMs: at.ms })
  return {
    filled: { typed: sent.typed, problems },
    baseUrl: at.site.baseUrl,
    token: await formTokens(desk).field(held, at.ms),
    login: held.user.login,
    sources: [...new Set(lately.map(one => one.source))],
    kept: body !== null && body.url === null ? { digest: body.digest, name: body.name } : null,
    plan: body === null && sent.wanted === 'apply' && sent.plan !== '' ? sent.plan : null,
  }
}

type Trial = Asked & {
  readonly sent: Sent
  readonly body: HereBody
  readonly settled: Settled
  readonly visit: Visit
}

type Done = Exclude<Extract<Begun, { ok: true }>['done'], null>

/** Tries what was brought, or applies it as planned; what is refused is said of its field. */
const begin = async (
  deps: BringPagesDeps,
  { visit, body, settled: { settings, how }, at }: Trial,
  plan: string | null,
): Promise<Found<Done>> => {
  const feed = await readBrought(deps, body, how, at)
  if (!feed.ok) return feed
  const context = deps.contextOf(visit, 'POST /imports')
  const begun = await deps.upload.dryRuns.begin(settings, { plan }, feed.value, context)
  if (!begun.ok) return { ok: false, problems: begun.errors }
  if (begun.done === null) throw new Error('a body that is whole was taken for a part')
  return { ok: true, value: begun.done }
}

/** What it would do; another part of a plan that was shown is not tried again while nothing was recorded since. */
const trying = async (deps: BringPagesDeps, trial: Trial): Promise<Found<Done>> => {
  const { held, body, sent } = trial
  const of = { session: held.session, digest: body.digest, typed: sent.typed }
  const head = await deps.logHead()
  const kept = sent.wanted === 'part' ? deps.plans.find(of, head) : null
  if (kept !== null) return { ok: true, value: kept }
  const begun = await begin(deps, trial, null)
  if (!begun.ok || !('mark' in begun.value)) return begun
  // the form of a plan names its source
  const { source } = begun.value.record
  deps.plans.keep({ ...of, typed: { ...of.typed, source } }, head, begun.value)
  return begun
}

const WORDS = {
  'other-plan': `${errorCodes.import_plan_changed.message} This is what it would do now.`,
  'other-input': `${errorCodes.import_plan_other_input.message} This is what they would do.`,
} as const

const TURNED = 'The calendar has changed since you began to look: some of this is new.'

const planShown = async (
  deps: BringPagesDeps,
  trial: Trial,
  { mark, record, items }: DryRun,
  said: PlanShown['said'],
): Promise<Page> => {
  const { visit, sent, body, at, held } = trial
  const form = await formFor(deps, trial, { sent, problems: {}, body })
  const turned = sent.wanted === 'part' && sent.plan !== mark ? { status: 200, text: TURNED } : null
  return planPage({
    ...{ mark, record, said: said ?? turned },
    part: await partOfPlan(items, placeIn(textOf(visit.form, 'part'))),
    given: { ...sent.typed, source: record.source, kept: body.digest },
    token: await formTokens(deps.desk).field(held, at.ms),
    showing: {
      site: at.site,
      names: (kind, id) => (kind === 'user' ? deps.names.loginOf(userId(id)) : null),
    },
    again: bringForm(form),
  })
}

/** What was tried is of no more use. */
const letGo = ({ bodies, plans }: BringPagesDeps, { session }: Held, digest: string): void => {
  bodies.forget(session, digest)
  plans.forget({ session, digest })
}

/** What came of it. `refused`: the list with the form that says what is wrong. */
const shownOf = async (
  deps: BringPagesDeps,
  trial: Trial,
  refused: (status: number, problems: Problems) => Promise<Page>,
): Promise<Shown> => {
  const { sent, body, held, at } = trial
  const begun = sent.wanted === 'apply' ? await begin(deps, trial, sent.plan) : await trying(deps, trial)
  if (!begun.ok) return refused(400, begun.problems)
  const done = begun.value
  if (done.ok && 'importId' in done) {
    letGo(deps, held, body.digest)
    await deps.settled()
    return { redirect: `${at.site.baseUrl}/imports/${done.importId}` }
  }
  if (done.ok) return planShown(deps, trial, done, null)
  if (done.refused === 'too-large')
    return refused(413, {
      [body.url === null ? 'file' : 'url']: errorCodes.import_dry_run_too_large.message,
    })
  const now = await trying(deps, trial)
  if (!now.ok) return refused(400, now.problems)
  if (!('mark' in now.value)) throw new Error('what was tried a moment ago cannot be tried')
  return planShown(deps, trial, now.value, { status: 409, text: WORDS[done.refused] })
}

/** Tries what somebody brings, shows what it would do, and applies that (spec 05 §13). */
export const bring =
  (deps: BringPagesDeps, listWith: ListWith) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const { at } = visit
    const sent = sentIn(visit.form)
    if (sent.wanted === 'leave') {
      letGo(deps, held, sent.kept)
      return { redirect: `${at.site.baseUrl}/imports` }
    }
    const asked = { held, at }
    const refusedWith = (body: HereBody | null) => async (status: number, problems: Problems) =>
      listWith(at, await formFor(deps, asked, { sent, problems, body }), status)
    const body = await bodyOf(deps, held.session, sent, visit)
    if (!body.ok) return refusedWith(body.here ?? null)(400, body.problems)
    const settled = settledBy(sent, body.value, held.user.id, at)
    const refused = refusedWith(body.value)
    if (!settled.ok) return refused(400, settled.problems)
    return shownOf(deps, { ...asked, sent, body: body.value, settled: settled.value, visit }, refused)
  }

/** The form that says that there was too much of a file, with what else was sent where that is known. */
export const tooLargeFile =
  (deps: BringPagesDeps, listWith: ListWith) =>
  async (held: Held, { visit: { at, form }, said, isFormKnown }: TooMuch): Promise<Page> => {
    const lost = isFormKnown ? '' : ' What you typed is found by going back.'
    const file = `${said} Divide the file, or give an address where it lies.${lost}`
    const sent = isFormKnown ? sentIn(form) : NOTHING_SENT.sent
    const kept = deps.bodies.find(held.session, sent.kept)
    const body = kept === null ? null : { ...kept, digest: sent.kept }
    return listWith(at, await formFor(deps, { held, at }, { sent, problems: { file }, body }), 413)
  }
