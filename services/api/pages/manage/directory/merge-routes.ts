import { html, type Markup } from '../../../../../shared/kernel/html/markup.ts'
import { ALIKE_PAIRS, ALIKE_THINGS } from '../../../../../shared/limits/desk.ts'
import { can } from '../../../../../shared/rights.ts'
import type { Held } from '../../../../accounts/sessions.ts'
import { merge, mergedInto, planMerge, unmerge } from '../../../../calendar/merge/merge.ts'
import { whenMoved, type MergeRoutesDeps } from '../../../admin/merge.ts'
import { contextOf } from '../../../platform/call.ts'
import { messageOf } from '../../../platform/answers/errors.ts'
import { formTokens } from '../../form-token.ts'
import { namesOf, sidesOf, wantedBy, type NameDeps } from '../../history/names.ts'
import { textOf, type Shown, type Visit } from '../../page.ts'
import { staleForm } from '../../refusals.ts'
import type { PageRoute } from '../../serve.ts'
import type { SessionDesk } from '../../session-desk.ts'
import { editorsOnly } from '../../signed-in.ts'
import { callAt } from '../call.ts'
import { meantBy, proposedNames } from '../names-typed.ts'
import { idIn } from '../listing.ts'
import { alikeIn } from './alike.ts'
import { alikePage, askPage, lookPage, mergedPage, standsPage } from './merge-page.ts'
import type { Entry, Part } from './part.ts'

export type MergePagesDeps = {
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly merging: MergeRoutesDeps
  readonly names: NameDeps
  readonly newCorrelation: () => string
}

const around = async ({ desk }: MergePagesDeps, part: Part, held: Held, { at }: Visit) => ({
  ...{ part, caller: held.user, site: at.site },
  token: await formTokens(desk).field(held, at.ms),
})

type Asked = { readonly id: number; readonly entry: Entry }

/** The one that is to go, and the page that asks for the other; null: there is no such thing. */
const askedFor = async (part: Part, held: Held, text: string): Promise<Asked | null> => {
  const id = idIn(text)
  const [entry] = id === 0 ? [] : await part.byIds([id], held.user)
  return entry === undefined ? null : { id, entry }
}

const ask = async (
  deps: MergePagesDeps,
  part: Part,
  held: Held,
  visit: Visit,
  { id, entry }: Asked,
  why?: string,
): Promise<Shown> =>
  askPage(await around(deps, part, held, visit), {
    ...{ id, name: entry.name, typed: textOf(visit.query, 'into'), why },
    names: proposedNames((await part.named('', held.user)).filter(({ _id }) => _id !== id)),
  })

const look =
  (deps: MergePagesDeps, part: Part) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    const asked = await askedFor(part, held, text)
    if (asked === null) return null
    const typed = textOf(visit.query, 'into').trim()
    if (typed === '') return ask(deps, part, held, visit, asked)
    const directory = {
      byIds: async (ids: readonly number[]) =>
        (await part.byIds(ids, held.user)).map(({ id, name }) => ({ _id: id, values: { name } })),
      byName: (name: string) => part.named(name, held.user),
    }
    const meant = await meantBy(directory, Number, part.noun, typed)
    if ('why' in meant) return ask(deps, part, held, visit, asked, meant.why)
    const merging = { kind: part.noun, from: asked.id, into: meant.id }
    const plan = await planMerge(deps.merging.writing, merging)
    if (!plan.ok) return ask(deps, part, held, visit, asked, messageOf(plan.code))
    const events = await deps.merging.eventsOf({ kind: part.noun, id: asked.id })
    const names = await namesOf(deps.names, wantedBy(part.noun, sidesOf(plan.differ)))
    return lookPage(await around(deps, part, held, visit), { ...merging, plan, events, names })
  }

/** In place of the form of one that is one with another, for who may take that back; null: it is not. */
export const mergedInstead = async (
  deps: MergePagesDeps,
  part: Part,
  held: Held,
  visit: Visit,
  id: number,
): Promise<Shown> => {
  if (!can(held.user, 'edit-others')) return null
  const into = await mergedInto(deps.merging.writing, { kind: part.noun, id })
  if (into === null) return null
  const [stays] = await part.byIds([into], held.user)
  return standsPage(await around(deps, part, held, visit), id, into, stays?.name ?? `#${into}`)
}

const SHOWN = 5

/** Others of the very name, with the way to look at both; null: there are none, or not for this reader. */
export const sameNamed = async (
  part: Part,
  { user }: Held,
  { at }: Visit,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<Markup | null> => {
  const isAsked = name !== '' && can(user, 'edit-others')
  const others = isAsked ? (await part.named(name, user)).filter(({ _id }) => _id !== id) : []
  const { one, path } = part.subject
  return others.length === 0
    ? null
    : html`<p class="notice">
        There is another ${one} of this name:
        ${others
          .slice(0, SHOWN)
          .map(
            ({ _id }, n) =>
              html`${n === 0 ? null : ', '}<a href="${at.site.baseUrl}${path}/${id}/merge?into=%23${_id}"
                  >merge with #${_id}</a
                >`,
          )}.
      </p>`
}

const contextFor = (deps: MergePagesDeps, held: Held, visit: Visit, route: string) =>
  contextOf(callAt(held, visit, { route, correlation: deps.newCorrelation(), sent: {} }))

const confirmed =
  (deps: MergePagesDeps, part: Part) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const asked = await askedFor(part, held, text)
    if (asked === null) return null
    const merging = { kind: part.noun, from: asked.id, into: idIn(textOf(visit.form, 'into')) }
    const context = contextFor(deps, held, visit, `POST ${part.subject.path}/{id}/merge`)
    const plan = await merge(deps.merging.writing, merging, context)
    if (!plan.ok) return ask(deps, part, held, visit, asked, messageOf(plan.code))
    const isDone = await whenMoved(deps.merging, { kind: part.noun, id: asked.id })
    const [stays] = await part.byIds([merging.into], held.user)
    const href = `${visit.at.site.baseUrl}${part.subject.path}/${merging.into}`
    return mergedPage(await around(deps, part, held, visit), {
      ...{ id: asked.id, isDone, canBeTakenBack: true },
      what: html`“${asked.entry.name}” is one with <a href="${href}">${stays?.name ?? ''}</a> now.`,
    })
  }

const takenBack =
  (deps: MergePagesDeps, part: Part) =>
  async (held: Held, visit: Visit, { id: text = '' }: Readonly<Record<string, string>>): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const which = { kind: part.noun, id: idIn(text) }
    const { id } = which
    const context = contextFor(deps, held, visit, `POST ${part.subject.path}/{id}/unmerge`)
    const told = id === 0 ? null : await unmerge(deps.merging.writing, which, context)
    if (told?.ok !== true) return null
    const isDone = await whenMoved(deps.merging, which)
    const [entry] = await part.byIds([id], held.user)
    const href = `${visit.at.site.baseUrl}${part.subject.path}/${id}`
    return mergedPage(await around(deps, part, held, visit), {
      ...{ id, isDone, canBeTakenBack: false },
      what: html`<a href="${href}">${entry?.name ?? `#${id}`}</a> is itself again.`,
    })
  }

const alike =
  (deps: MergePagesDeps, part: Part) =>
  async (held: Held, visit: Visit): Promise<Shown> => {
    const pairs = await alikeIn(await part.all(ALIKE_THINGS, held.user), ALIKE_PAIRS)
    return alikePage(await around(deps, part, held, visit), pairs)
  }

/** Pages that make two things one, and show which may be (spec 07 §7.1). */
export const mergePages = (deps: MergePagesDeps, part: Part): readonly PageRoute[] => {
  const { path } = part.subject
  const toTable = () => path
  return [
    { method: 'GET', path: `${path}/alike`, show: editorsOnly(alike(deps, part)) },
    { method: 'GET', path: `${path}/:id/merge`, show: editorsOnly(look(deps, part)) },
    { method: 'POST', path: `${path}/:id/merge`, show: editorsOnly(confirmed(deps, part), toTable) },
    { method: 'POST', path: `${path}/:id/unmerge`, show: editorsOnly(takenBack(deps, part), toTable) },
  ]
}
