import { userCodec, type UserFact } from '../../shared/facts/user.ts'
import { keptStates } from '../../shared/event-store/folding.ts'
import type { Aggregate } from '../handle.ts'
import { decide, type UserCommand, type UserRefusal } from './decide.ts'
import { evolve, initial, type UserState } from './state.ts'

/** Of an application password, with its name and digests; and of everything else about a user. */
const [PASSWORD_CHARACTERS, USER_CHARACTERS] = [400, 1_000]

const weightOf = (state: UserState): number =>
  state === null ? 0 : USER_CHARACTERS + PASSWORD_CHARACTERS * state.applicationPasswords.length

export const user: Aggregate<UserState, UserCommand, UserFact, UserRefusal> = {
  initial,
  evolve,
  decide,
  codec: userCodec,
  kept: keptStates(weightOf),
}
