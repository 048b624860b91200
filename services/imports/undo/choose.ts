import { logPosition, type EpochMs, type IsoTime } from '../../../shared/kernel/brands.ts'
import type { HistoryQueries, Kind, NarrowedAll, Passed } from '../../../projections/history/queries.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import { chosenId, type Chosen, type KeptItem } from '../../../shared/facts/undo.ts'
import {
  KEPT_CHOICES,
  PASSED_OVER,
  PUT_BACK_ENTRIES,
  PUT_BACK_ITEMS,
} from '../../../shared/limits/history.ts'
import { lastUsed } from '../../../shared/remembered.ts'
import type { Context } from '../../handle.ts'
import type { Selection } from './commands.ts'
import {
  beginSelection,
  planScope,
  type PlannedPage,
  type PlanPart,
  type ShownUndo,
  type UndoDeskDeps,
} from './desk.ts'
import { chosenScope } from './scope.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

export type ChoosingDeps = {
  readonly undo: UndoDeskDeps
  readonly history: Pick<HistoryQueries, 'about' | 'newest' | 'passed'>
  readonly kept: KeptChoices
  readonly newHash: () => string
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
}

/** Entries that are to be put back together. */
export type Choice = {
  readonly narrowed: Omit<NarrowedAll, 'text' | 'without'>
  /** Also what they created and others have edited since. */
  readonly edited: boolean
  /** Kinds of which whoever asks is told nothing. */
  readonly hidden: readonly Kind[]
}

type Refused = {
  readonly ok: false
  readonly code: 'put_back_none' | 'put_back_too_many' | 'put_back_moved'
}

export type PlannedChoice = PlannedPage & {
  /** Entries that are chosen, and the position of the newest. */
  readonly entries: number
  readonly newest: Position
  /** Entries that are chosen, too, and stay as they are: of what is no event, venue or organizer. */
  readonly passed: Passed
}

const isoText = (ms: EpochMs | undefined): IsoTime | null => (ms === undefined ? null : isoOfMs(ms))

export const chosenOf = ({
  actor,
  source,
  correlation,
  kind,
  member,
  since,
  until,
}: Choice['narrowed']): Chosen => ({
  ...{ actor: actor ?? null, source: source ?? null, correlation: correlation ?? null },
  kind: (kind as KeptItem['kind'] | undefined) ?? null,
  ...{ member: member ?? null, since: isoText(since), until: isoText(until) },
})

type Found = {
  readonly ok: true
  readonly selection: Omit<Selection, 'why'>
  readonly entries: number
  readonly newest: Position
}

/** What was chosen lately: of entries that are chosen, none is changed, so it stands until there is a newer one. */
type KeptChoices = ReturnType<typeof keptChoices>
export const keptChoices = () => lastUsed<string, Found>(KEPT_CHOICES)

const find = async (
  { history, kept, settled }: ChoosingDeps,
  { narrowed }: Choice,
): Promise<Found | Refused> => {
  await settled()
  const key = JSON.stringify(narrowed)
  const known = kept.get(key)
  if (known !== undefined && known.newest === (await history.newest(narrowed))) return known
  const found = await history.about(narrowed, { entries: PUT_BACK_ENTRIES, items: PUT_BACK_ITEMS })
  if (!found.ok) return { ok: false, code: 'put_back_too_many' }
  const { items, entries, newest } = found
  if (newest === null) return { ok: false, code: 'put_back_none' }
  const chosen: Found = {
    ok: true,
    ...{ selection: { chosen: chosenOf(narrowed), items }, entries, newest },
  }
  kept.set(key, chosen)
  return chosen
}

/** What putting them back would do with some of the items; records nothing. */
export const planChoice = async (
  deps: ChoosingDeps,
  choice: Choice,
  part: PlanPart,
): Promise<PlannedChoice | Refused> => {
  const found = await find(deps, choice)
  if (!found.ok) return found
  const { selection, entries, newest } = found
  const passed = await deps.history.passed(choice.narrowed, choice.hidden, PASSED_OVER)
  const scope = chosenScope(deps.undo.writing.store, selection, logPosition(Number.POSITIVE_INFINITY))
  const undoing = { of: chosenId(''), edited: choice.edited, scope }
  return { ...(await planScope(deps.undo, undoing, part)), entries, newest, passed }
}

/**
 * Begins to put them back, which then goes on by itself. `newest`: position of the newest entry that whoever asks has
 * seen; another one by now is refused; null: as it is now.
 */
export const beginChoice = async (
  deps: ChoosingDeps,
  choice: Choice,
  { newest, why }: { readonly newest: Position | null; readonly why: string },
  context: Context,
): Promise<{ readonly ok: true; readonly undo: ShownUndo } | Refused> => {
  const found = await find(deps, choice)
  if (!found.ok) return found
  if (newest !== null && newest !== found.newest) return { ok: false, code: 'put_back_moved' }
  const asked = { importId: chosenId(deps.newHash()), edited: choice.edited }
  return { ok: true, undo: await beginSelection(deps.undo, { ...found.selection, why }, asked, context) }
}
