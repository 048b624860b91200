import type { UserId } from '../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { accountStream } from '../../../shared/facts/claim.ts'
import { userStream, type Role } from '../../../shared/facts/user.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { heldBy, releaseHeld } from '../../calendar/claim-stream.ts'
import { handle, load, type Context, type Handled } from '../../handle.ts'
import type { UserRefusal } from '../decide.ts'
import type { UserState } from '../state.ts'
import { user } from '../user.ts'
import { claimName } from './create-user.ts'

/** A user of another service, without anything to sign in with. */
export type BroughtUser = {
  readonly id: UserId
  readonly login: string
  readonly email: string
  readonly role: Role
  /** "": none. */
  readonly displayName: string
}

const NAMES = ['login', 'email'] as const

/**
 * Records a user under the id there (spec 00 §6.5); the same again is answered as done. The administrator of the first
 * start, who has the first id, becomes who has it there: with the password here if the login is the same, else without.
 */
export const carryUser = async (
  store: EventStore,
  { id: userId, ...brought }: BroughtUser,
  context: Context,
): Promise<Handled<UserState, UserRefusal>> => {
  const known = await load(store, user, userStream(userId))
  for (const what of NAMES)
    if (!(await claimName(store, { what, text: brought[what] }, userId, context)))
      return { ok: false, refusal: { code: `${what}-taken` } }
  const command = { type: 'Carry', userId, ...brought } as const
  const handled = await handle(store, user, userStream(userId), command, context, known)
  if (!handled.ok || known.state === null) return handled
  for (const what of NAMES) {
    const former = foldName(known.state[what])
    if (former === foldName(brought[what])) continue
    const held = await heldBy(store, accountStream(what, former), userId)
    if (held !== null) await releaseHeld(store, held, context)
  }
  return handled
}
