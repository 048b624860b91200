import type { Met } from '../../calendar/purged.ts'
import { mayWrite, offeredBy, type Finder } from '../items/access.ts'
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
  const purge = async (found: Found, as: Shown<Found>, call: Call, met?: Met): Promise<Answer> => {
    const previous = await as.shown(found)
    const position = await writes.purge(found._id, contextOf(call), met)
    if (position === null) return refused(`rest-${as.noun}-not-found`)
    const visible = await waitUntilVisible(position)
    // what is allowed from now on goes by that
    await as.since(found._id, position)
    return jsonText(200, `{"deleted":true,"previous":${previous}}`, lagHeaders(visible))
  }
  return endpoint({
    methods: ['DELETE'],
    args,
    may: mayWrite,
    offered: offeredBy(item),
    handle: async ({ force }, call) => {
      const as = shown(call)
      const { item: found, met } = await item.meet(call)
      const admitted = admit(as.noun, found, call, force)
      if (!admitted.ok) return admitted.answer
      if (force) return purge(admitted.item, as, call, met)
      const written = await writes.trash(admitted.item._id, contextOf(call), met)
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
}
