import { mayWrite, offeredBy, type Finder } from '../items/access.ts'
import { answerWritten, lagHeaders, type Shown } from '../items/answer.ts'
import type { ItemWrites, Owned, WriteSupport } from '../items/deps.ts'
import { type Answer, jsonText } from '../platform/answers/answer.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { boolean } from '../platform/arguments/kinds.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { admit } from './item-write.ts'

type Deleting<Found, Values> = {
  readonly item: Finder<Found>
  readonly shown: (call: Call) => Shown<Found>
  readonly writes: Pick<ItemWrites<Values>, 'trash' | 'purge'>
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
}

const args = {
  force: defaulted(boolean(), false, {
    description: 'True: gone for good, from the trash as well; false: to the trash.',
  }),
}

/** To the trash or, with `force`, gone for good (spec 03 §6). */
export const deleteItem = <Found extends Owned & { readonly _id: number }, Values>({
  item,
  shown,
  writes,
  waitUntilVisible,
}: Deleting<Found, Values>): Endpoint => {
  const purge = async (as: Shown<Found>, call: Call): Promise<Answer> => {
    const peeked = await item.peek(call)
    let records = peeked.met?.records
    let admitted = admit(as.noun, peeked.item, call, true)
    if (!admitted.ok) {
      // a refusal tells nothing of what was purged a moment ago; the purge itself would have found out
      const looked = await item.look(call)
      records = undefined
      admitted = admit(as.noun, looked.item, call, true)
    }
    if (!admitted.ok) return admitted.answer
    const { _id: id } = admitted.item
    const previous = await as.shown(admitted.item)
    const position = await writes.purge(id, contextOf(call), records)
    if (position === 'merge_under_way') return refused(position)
    if (position === null) return refused(`rest-${as.noun}-not-found`)
    const visible = await waitUntilVisible(position)
    // what is allowed from now on goes by that
    await as.since(id, position)
    return jsonText(200, `{"deleted":true,"previous":${previous}}`, lagHeaders(visible))
  }
  return endpoint({
    methods: ['DELETE'],
    args,
    may: mayWrite,
    offered: offeredBy(item),
    handle: async ({ force }, call) => {
      const as = shown(call)
      if (force) return purge(as, call)
      const { item: found, met } = await item.look(call)
      const admitted = admit(as.noun, found, call, false)
      if (!admitted.ok) return admitted.answer
      const written = await writes.trash(admitted.item._id, 'deleted', contextOf(call), met)
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
}
