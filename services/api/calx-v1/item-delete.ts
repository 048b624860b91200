import { mayWrite, offeredBy, type Find } from '../items/access.ts'
import { answerWritten, lagHeaders, type Shown } from '../items/answer.ts'
import type { ItemWrites, Owned, WriteSupport } from '../items/deps.ts'
import { jsonText, type Answer } from '../platform/answers/answer.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { contextOf, type Call } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { boolean } from '../platform/arguments/kinds.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { admit } from './item-write.ts'

type Deleting<Found, Values> = {
  readonly find: Find<Found>
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
  find,
  shown,
  writes,
  waitUntilVisible,
}: Deleting<Found, Values>): Endpoint => {
  const purge = async (item: Found, as: Shown<Found>, call: Call): Promise<Answer> => {
    const previous = await as.shown(item)
    const position = await writes.purge(item._id, contextOf(call))
    if (position === null) return refused(`rest-${as.noun}-not-found`)
    const visible = await waitUntilVisible(position)
    return jsonText(200, `{"deleted":true,"previous":${previous}}`, lagHeaders(visible))
  }
  return endpoint({
    methods: ['DELETE'],
    args,
    may: mayWrite,
    offered: offeredBy(find),
    handle: async ({ force }, call) => {
      const as = shown(call)
      const admitted = admit(as.noun, await find(call), call, force)
      if (!admitted.ok) return admitted.answer
      if (force) return purge(admitted.item, as, call)
      const written = await writes.trash(admitted.item._id, contextOf(call))
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
}
