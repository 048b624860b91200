import { mayWrite, offeredBy, type Find } from '../cal-v1/item-access.ts'
import { answerWritten, type Shown } from '../cal-v1/item-answer.ts'
import type { ItemWrites, Owned, WriteSupport } from '../cal-v1/item-deps.ts'
import { contextOf, type Call } from '../platform/call.ts'
import { endpoint, type Endpoint } from '../platform/route.ts'
import { admit } from './item-write.ts'

type Deleting<Found, Values> = {
  readonly find: Find<Found>
  readonly shown: (call: Call) => Shown<Found>
  readonly trash: ItemWrites<Values>['trash']
  readonly waitUntilVisible: WriteSupport['waitUntilVisible']
}

/** Moves the item to the trash (spec 03 §6). */
export const deleteItem = <Found extends Owned & { readonly _id: number }, Values>({
  find,
  shown,
  trash,
  waitUntilVisible,
}: Deleting<Found, Values>): Endpoint =>
  endpoint({
    methods: ['DELETE'],
    args: {},
    may: mayWrite,
    offered: offeredBy(find),
    handle: async (_, call) => {
      const as = shown(call)
      const admitted = admit(as.noun, await find(call), call, false)
      if (!admitted.ok) return admitted.answer
      const written = await trash(admitted.item._id, contextOf(call))
      return answerWritten(as, waitUntilVisible, 200, written)
    },
  })
