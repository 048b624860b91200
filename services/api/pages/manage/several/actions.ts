import { can } from '../../../../../shared/rights.ts'
import type { Caller } from '../../../platform/call.ts'
import { ITEM_ACTIONS, type ActionSpec } from './item-actions.ts'

type Spec = ActionSpec & {
  /** What it needs to know besides the events. */
  readonly asks: 'category' | 'author' | 'venue' | null
}

const usual = { asks: null, isOfTrash: false, canBeUndone: true } as const

/** What may be done to several events at once (spec 07 §4). */
export const ACTIONS = {
  publish: {
    ...usual,
    word: 'Publish',
    question: n => `Publish ${n}?`,
    done: n => `${n} published.`,
  },
  draft: {
    ...usual,
    word: 'Make drafts of them',
    question: n => `Make ${n} a draft that nobody else sees?`,
    done: n => `${n} made a draft.`,
  },
  venue: {
    ...usual,
    word: 'Move to another venue',
    asks: 'venue',
    question: n => `Move ${n} to another venue?`,
    done: n => `Venue of ${n} changed.`,
  },
  'add-category': {
    ...usual,
    word: 'Add a category',
    asks: 'category',
    question: n => `Add a category to ${n}?`,
    done: n => `Category added to ${n}.`,
  },
  'take-category': {
    ...usual,
    word: 'Take a category away',
    asks: 'category',
    question: n => `Take a category from ${n}?`,
    done: n => `Category taken from ${n}.`,
  },
  author: {
    ...usual,
    word: 'Change the author',
    asks: 'author',
    question: n => `Give ${n} to another author?`,
    done: n => `${n} given to the author.`,
  },
  trash: { ...ITEM_ACTIONS.trash, asks: null },
  restore: { ...ITEM_ACTIONS.restore, asks: null },
  purge: { ...ITEM_ACTIONS.purge, asks: null },
} as const satisfies Readonly<Record<string, Spec>>

export type Action = keyof typeof ACTIONS

const every = Object.keys(ACTIONS) as readonly Action[]

const RIGHTS = { publish: 'publish', author: 'assign-author' } as const

const mayDo = (caller: Caller, action: Action): boolean =>
  action === 'publish' || action === 'author' ? can(caller, RIGHTS[action]) : true

/** What somebody may do, to events in the trash or to others. */
export const actionsFor = (caller: Caller, isOfTrash: boolean): readonly Action[] =>
  every.filter(action => ACTIONS[action].isOfTrash === isOfTrash && mayDo(caller, action))

/** null: there is no such action, or not for this caller. */
export const actionIn = (text: string, caller: Caller): Action | null =>
  every.find(action => action === text && mayDo(caller, action)) ?? null
