import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { CalxForm } from '../../../projections/event-listing/queries.ts'
import { canRead } from '../../../shared/rights.ts'
import { mayEdit, type Find } from '../items/access.ts'
import type { Owned } from '../items/deps.ts'
import { type Answer, jsonText } from '../platform/answers/answer.ts'
import type { Call } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { itemForm } from './item-context.ts'

/** Second-generation object, JSON. `until`: when the clock alone may make it another. */
export type ShownItem = { readonly text: string; readonly until: EpochMs }

/** How a kind of item is read. */
export type Reading<Found> = {
  readonly noun: ItemKind
  readonly find: Find<Found>
  readonly shown: (item: Found, call: Call, form: CalxForm) => Promise<ShownItem>
}

/** The rules of a single read (spec 03 §5), in their order. */
const read = async <Found extends Owned>(
  { noun, shown }: Reading<Found>,
  item: Found | null,
  call: Call,
): Promise<Answer> => {
  const { caller } = call
  const unknown = refused(`rest-${noun}-not-found`)
  if (item === null) return unknown
  if (item.values.status === 'trash')
    return mayEdit(caller, item) ? refused(`${noun}-no-longer-available`) : unknown
  if (!canRead(caller, item.values)) return caller === null ? unknown : refused(`${noun}-not-accessible`)
  const form = itemForm(call, item)
  if (form === null) return refused('rest_forbidden_context', {}, { caller })
  const { text, until } = await shown(item, call, form)
  return { ...jsonText(200, text), until }
}

/** `GET …/{id}`; the index shows no argument (spec 01 §7). */
export const readItem = <Found extends Owned>(reading: Reading<Found>): Endpoint =>
  endpoint({
    methods: ['GET'],
    args: {},
    handle: async (_, call) => read(reading, await reading.find(call), call),
  })
