import type { UserId } from '../../../../../shared/kernel/brands.ts'
import type { ItemStatus } from '../../../../../shared/facts/common.ts'
import type { Context } from '../../../../handle.ts'
import type { Call } from '../../../platform/call.ts'
import type { Outcome } from '../call.ts'

/** Something that may be done to several things of a table at once (spec 07 §4). */
export type ActionSpec = {
  /** On the button that asks for it. */
  readonly word: string
  /** Whether it is for things in the trash. */
  readonly isOfTrash: boolean
  readonly canBeUndone: boolean
  readonly question: (count: string) => string
  readonly done: (count: string) => string
}

/** What may be done to all items: events, venues and organizers. */
export const ITEM_ACTIONS = {
  trash: {
    ...{ word: 'Move to the trash', isOfTrash: false, canBeUndone: true },
    question: n => `Move ${n} to the trash?`,
    done: n => `${n} moved to the trash.`,
  },
  restore: {
    ...{ word: 'Restore', isOfTrash: true, canBeUndone: true },
    question: n => `Restore ${n} from the trash?`,
    done: n => `${n} restored.`,
  },
  purge: {
    ...{ word: 'Delete for good', isOfTrash: true, canBeUndone: false },
    question: n => `Delete ${n} for good? Nothing brings them back.`,
    done: n => `${n} deleted for good.`,
  },
} as const satisfies Readonly<Record<string, ActionSpec>>

export type ItemAction = keyof typeof ITEM_ACTIONS

/** The call that does something to one of several things. */
export type CallOf = (id: number, sent: Call['sent']) => Call

/** Members that no argument brings; a function makes what they name, and is asked when everything else is in order. */
export type Besides<Values> = Partial<Values> | ((context: Context) => Promise<Partial<Values>>)

/** What is done to items of a kind at the desk: endpoints of the interface, asked without HTTP (ADR 24). */
export type ItemCommands<Values> = {
  /** Refused with 409 where a member that it would change is not what it was in `seen`. */
  readonly change: (call: Call, seen: Values, besides?: Besides<Values>) => Promise<Outcome>
  readonly trash: (call: Call) => Promise<Outcome>
  readonly purge: (call: Call) => Promise<Outcome>
}

/** An item that something is done to. */
export type ManagedItem<Values> = {
  readonly _id: number
  readonly values: Values & { readonly status: ItemStatus; readonly author: UserId }
  readonly was: ItemStatus | null
}

export const refusedWith = (message: string): Outcome => ({ ok: false, status: 400, message, params: {} })

/** Does what may be done to all items, by the rules of the desk beside those of the endpoints. */
export const doToItem = async <Values>(
  { change, trash, purge }: ItemCommands<Values>,
  action: ItemAction,
  { _id, values, was }: ManagedItem<Values>,
  noun: string,
  callOf: CallOf,
): Promise<Outcome> => {
  const isTrashed = values.status === 'trash'
  if (action === 'trash') return trash(callOf(_id, {}))
  if (action === 'purge')
    return isTrashed ? purge(callOf(_id, {})) : refusedWith('Only what is in the trash is deleted for good.')
  if (!isTrashed) return refusedWith(`This ${noun} is not in the trash.`)
  return change(callOf(_id, { status: was === null || was === 'trash' ? 'draft' : was }), values)
}
