import { admit } from './admit.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { mayWrite, offeredBy, type Finder } from '../items/access.ts'
import { answerWritten, type Shown } from '../items/answer.ts'
import type { ItemWrites, Owned, WriteSupport } from '../items/deps.ts'

type Trashing<Found, Values> = {
  readonly item: Finder<Found>
  readonly shown: (call: Call) => Shown<Found>
  readonly trash: ItemWrites<Values>['trash']
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
}

/** Moves the item to the trash (spec 02 §5, 03 §6). */
export const deleteItem = <Found extends Owned & { readonly _id: number }, Values>({
  item,
  shown,
  trash,
  waitUntilVisible,
}: Trashing<Found, Values>): Endpoint =>
  endpoint({
    methods: ['DELETE'],
    args: {},
    may: mayWrite,
    offered: offeredBy(item),
    handle: async (_, call) => {
      const as = shown(call)
      const { item: found, met } = await item.look(call)
      const admitted = admit(as.noun, found, call, false)
      if (!admitted.ok) return admitted.answer
      const written = await trash(admitted.item._id, 'deleted', contextOf(call), met)
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
