import { setImmediate as nextTurn } from 'node:timers/promises'
import { Outcome } from '../../../../shared/facts/import.ts'
import type { DryRunItem } from '../../../imports/dry-run/items.ts'

/** Which items of a plan are shown. `all`: every one that would change, or of which something is said. */
export type PlanChoice = Outcome | 'warned' | 'all'

/** Items of a plan on one page. */
export const PLANNED_ITEMS = 50

const CHOICES: readonly PlanChoice[] = ['all', ...Outcome.options, 'warned']

/** A place in a plan, as buttons send it: `updated.51`. What is none is the beginning of everything. */
export type PlanPlace = { readonly choice: PlanChoice; readonly from: number }

export const placeIn = (text: string): PlanPlace => {
  const [, word, from] = /^([a-z]+)\.([1-9]\d{0,6})$/.exec(text) ?? []
  return { choice: CHOICES.find(one => one === word) ?? 'all', from: Number(from ?? 1) }
}

export const placeText = ({ choice, from }: PlanPlace): string => `${choice}.${from}`

/** Items that are read between two pauses. */
const SLICE = 100

const isChosen = ({ outcome, warnings, changes, told }: DryRunItem, choice: PlanChoice): boolean => {
  if (choice === 'all') return changes.length > 0 || told.length > 0
  return choice === 'warned' ? warnings.length > 0 : outcome === choice
}

/** Some of the items of a choice; `all`, `chosen`: how many there are that would change, and of this choice. */
export type PlanPart = PlanPlace & {
  readonly items: readonly DryRunItem[]
  readonly all: number
  readonly chosen: number
}

/** Reads items as a dry run tells them, as JSON, and keeps those that are shown. */
export const partOfPlan = async (
  items: readonly string[],
  { choice, from }: PlanPlace,
): Promise<PlanPart> => {
  const shown: DryRunItem[] = []
  let [all, chosen] = [0, 0]
  for (const [n, text] of items.entries()) {
    if (n % SLICE === SLICE - 1) await nextTurn()
    const item = JSON.parse(text) as DryRunItem
    if (isChosen(item, 'all')) all++
    if (!isChosen(item, choice)) continue
    chosen++
    if (chosen >= from && shown.length < PLANNED_ITEMS) shown.push(item)
  }
  return { choice, from, items: shown, all, chosen }
}
