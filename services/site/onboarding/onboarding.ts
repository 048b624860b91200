import type { EventStore } from '../../../shared/event-store/port.ts'
import { ONBOARDING_STREAM, onboardingCodec, type OnboardingFact } from '../../../shared/facts/onboarding.ts'
import { handle, load, type Aggregate, type Context } from '../../handle.ts'
import { decide, type OnboardingCommand } from './decide.ts'
import { evolve, initial, type OnboardingState } from './state.ts'

export const onboarding: Aggregate<OnboardingState, OnboardingCommand, OnboardingFact, never> = {
  initial,
  evolve,
  decide,
  codec: onboardingCodec,
}

export type Onboarding = {
  readonly current: () => Promise<OnboardingState>
  readonly tell: (command: OnboardingCommand, context: Context) => Promise<void>
}

/** How far setting up the site has come; asked rarely, so it is read from the log each time. */
export const onboardingOn = (store: EventStore): Onboarding => ({
  current: async () => (await load(store, onboarding, ONBOARDING_STREAM)).state,
  tell: async (command, context) => {
    await handle(store, onboarding, ONBOARDING_STREAM, command, context)
  },
})
