import { termCodec, type TermFact } from '../../../shared/facts/term.ts'
import { keptStates } from '../../../shared/event-store/folding.ts'
import type { Aggregate } from '../../handle.ts'
import { decide, type TermCommand, type TermRefusal } from './decide.ts'
import { evolve, initial, type TermState } from './state.ts'

export const term: Aggregate<TermState, TermCommand, TermFact, TermRefusal> = {
  initial,
  evolve,
  decide,
  codec: termCodec,
  kept: keptStates(),
}
