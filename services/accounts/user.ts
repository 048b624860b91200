import { userCodec, type UserFact } from '../../shared/facts/user.ts'
import { keptStates } from '../../shared/event-store/folding.ts'
import type { Aggregate } from '../handle.ts'
import { decide, type UserCommand, type UserRefusal } from './decide.ts'
import { evolve, initial, type UserState } from './state.ts'

export const user: Aggregate<UserState, UserCommand, UserFact, UserRefusal> = {
  initial,
  evolve,
  decide,
  codec: userCodec,
  kept: keptStates(),
}
