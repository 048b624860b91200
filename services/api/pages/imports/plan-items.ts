import { setImmediate as nextTurn } from 'node:timers/promises'
import { Outcome } from '../../../../shared/facts/import.ts'
import type { DryRunItem } from '../../../imports/dry-run/items.ts'

/** Which items of a plan are shown. `all`: every one that would change, or of which something is said. */
export type PlanChoice = Outcome | 'warned' | 'all'

/** Items of a plan on one page. */
export const PLANNED_ITEMS = 50
/** Characters of these as JSON, beyond which there are fewer: a page is written in one stretch. */
const PAGE_LENGTH = 300_000

const CHOICES: readonly PlanChoice[] = ['all', ...Outcome.options, 'warned']

/** A place in a plan, as buttons send it: `updated.51`. What is none is the beginning of everything. */
export type PlanPlace = { readonly choice: PlanChoice; readonly from: number }

export const placeIn = (text: string): PlanPlace => {
  const [, word, from] = /^([a-z]+)\.([1-9]\d{0,6})$/.exec(text) ?? []
  return { choice: CHOICES.find(one => one === word) ?? 'all', from: Number(from ?? 1) }
}

export const placeText = ({ choice, from }: PlanPlace): string => `${choice}.${from}`

/** Characters that are read between two pauses. */
const SLICE = 500_000

const isChosen = ({ outcome, warnings, changes, told }: DryRunItem, choice: PlanChoice): boolean => {
  if (choice === 'all') return changes.length > 0 || told.length > 0
  return choice === 'warned' ? warnings.length > 0 : outcome === choice
}

/**
 * Some of the items of a choice; `all`, `chosen`: how many there are that would change, and of this choice; `next`: place
 * of the first behind these, null: there is none.
 */
export type PlanPart = PlanPlace & {
  readonly items: readonly DryRunItem[]
  readonly all: number
  readonly chosen: number
  readonly next: number | null
}

/** Reads items as a dry run tells them, as JSON, and keeps those that are shown. */
export const partOfPlan = async (
  items: readonly string[],
  { choice, from }: PlanPlace,
): Promise<PlanPart> => {
  const shown: DryRunItem[] = []
  let [all, chosen, read, held] = [0, 0, 0, 0]
  for (const text of items) {
    read += text.length
    if (read > SLICE) {
      await nextTurn()
      read = 0
    }
    const item = JSON.parse(text) as DryRunItem
    if (isChosen(item, 'all')) all++
    if (!isChosen(item, choice)) continue
    chosen++
    // in a row: what comes behind one that had no place has none, either
    if (chosen !== from + shown.length || shown.length === PLANNED_ITEMS) continue
    if (shown.length > 0 && held + text.length > PAGE_LENGTH) continue
    held += text.length
    shown.push(item)
  }
  const next = from + shown.length
  return { choice, from, items: shown, all, chosen, next: next > chosen ? null : next }
}
