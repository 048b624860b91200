import { setImmediate as nextTurn } from 'node:timers/promises'
import { type EpochMs, eventId, organizerId, venueId } from '../../../../shared/kernel/brands.ts'
import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import { importOf, isChosenId } from '../../../../shared/facts/undo.ts'
import type { Held } from '../../../accounts/sessions.ts'
import type { Context } from '../../../handle.ts'
import {
  beginUndo,
  listUndos,
  planUndo,
  showSelection,
  type PlannedItem,
  type ShownUndo,
  type UndoDeskDeps,
  type Wanted,
} from '../../../imports/undo/desk.ts'
import { messageOf } from '../../platform/answers/errors.ts'
import { formTokens } from '../form-token.ts'
import {
  joined,
  namesOf,
  sidesOf,
  wantedBy,
  type NameDeps,
  type Names,
  type WantedNames,
} from '../history/names.ts'
import { textOf, type Shown, type Visit } from '../page.ts'
import { pageIn } from '../pager.ts'
import { staleForm } from '../refusals.ts'
import type { SessionDesk } from '../session-desk.ts'
import { rootAddress, rootOf } from './undo-root.ts'
import { confirmPage, PLANNED, type UndosShown } from './undo.ts'

export type UndoPagesDeps = {
  readonly undo: UndoDeskDeps
  readonly imports: Pick<ImportQueries, 'progressOf'>
  readonly names: NameDeps
  readonly desk: Pick<SessionDesk, 'nonceFor' | 'isNonceOf'>
  readonly contextOf: (visit: Visit, route: string) => Context
}

type Variables = Readonly<Record<string, string>>
/** The page of the import, saying why what was asked for was not done. */
type Refusing = (held: Held, visit: Visit, id: string, said: string) => Promise<Shown>

const idsIn = <Id>(kept: UndosShown['kept'], kind: string, of: (id: number) => Id): readonly Id[] =>
  kept.flatMap(one => (one.kind === kind ? of(one.id) : []))

/** What the members of what is planned name now and then. */
export const wantedIn = (items: readonly PlannedItem[]): WantedNames =>
  joined(items.map(({ kind, changes }) => wantedBy(kind, sidesOf(changes))))

/** Names of what stays. */
const namesOfKept = (deps: NameDeps, kept: UndosShown['kept']): Promise<Names> =>
  namesOf(deps, {
    event: idsIn(kept, 'event', eventId),
    venue: idsIn(kept, 'venue', venueId),
    organizer: idsIn(kept, 'organizer', organizerId),
  })

/** What stayed first; before it may stand what stayed in other undos. */
const firstKept = async ({ undos }: UndoDeskDeps, { importId, undoId }: ShownUndo) => {
  let page = await undos.keptOf(importId, undoId, 0)
  while (page.kept.length === 0 && page.next !== null) {
    // of a large import that are thousands of records, most of which say that nothing stays
    await nextTurn()
    page = await undos.keptOf(importId, undoId, page.next)
  }
  return page
}

/** What the page of an import tells of its undos. */
export const undosShown = async (
  { undo, names }: UndoPagesDeps,
  importId: string,
  { at: { site } }: Visit,
): Promise<UndosShown> => {
  const undos = await listUndos(undo, importId)
  const last = undos.at(-1)
  const { kept: all, next } = last === undefined ? { kept: [], next: null } : await firstKept(undo, last)
  const kept = all.slice(0, PLANNED)
  const hasMore = next !== null || all.length > kept.length
  return { undos, kept, hasMore, showing: { site, names: await namesOfKept(names, kept) } }
}

/** What is to be undone, as the address or the form says; null: nothing of this import. */
const wantedOf = (members: Visit['query'], id: string): Wanted | null => {
  const sent = textOf(members, 'of')
  const of = sent === '' ? id : sent
  return importOf(of) === id ? { of, edited: textOf(members, 'edited') === '1' } : null
}

/** What it is called; null: there is none. */
const calledOf = async (
  { imports, undo }: UndoPagesDeps,
  id: string,
  nowMs: EpochMs,
): Promise<string | null> => {
  if (isChosenId(id)) return (await showSelection(undo, id)) === null ? null : 'Put back together'
  return (await imports.progressOf([id], nowMs))[0]?.source ?? null
}

/** Asks whether it is meant, and shows what it would do. */
export const askUndo =
  (deps: UndoPagesDeps, refusing: Refusing) =>
  async (held: Held, visit: Visit, { id = '' }: Variables): Promise<Shown> => {
    const { at, query } = visit
    const wanted = wantedOf(query, id)
    const source = await calledOf(deps, id, at.ms)
    if (wanted === null || source === null) return null
    const from = pageIn(textOf(query, 'from'))
    const plan = await planUndo(deps.undo, wanted, { from, limit: PLANNED })
    if (!plan.ok)
      return plan.code === 'import_unknown' || plan.code === 'undo_unknown'
        ? null
        : refusing(held, visit, id, messageOf(plan.code))
    const names = await namesOf(deps.names, wantedIn(plan.items))
    const token = await formTokens(deps.desk).field(held, at.ms)
    const showing = { site: at.site, names }
    return confirmPage({ importId: id, source, wanted, plan, from, token, showing })
  }

/** Somebody has confirmed it. */
export const doUndo =
  (deps: UndoPagesDeps, refusing: Refusing) =>
  async (held: Held, visit: Visit, { id = '' }: Variables): Promise<Shown> => {
    if (!(await formTokens(deps.desk).isOwn(held, visit))) return staleForm
    const wanted = wantedOf(visit.form, id)
    if (wanted === null) return null
    const context = deps.contextOf(visit, `POST ${rootOf(id).path}/{id}/undo`)
    const begun = await beginUndo(deps.undo, wanted, context)
    if (begun.ok) return { redirect: `${rootAddress(id, visit.at.site)}#undos` }
    return begun.code === 'import_unknown' || begun.code === 'undo_unknown'
      ? null
      : refusing(held, visit, id, messageOf(begun.code))
  }
