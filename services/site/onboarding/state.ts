import type { OnboardingFact, Progress } from '../../../shared/facts/onboarding.ts'
import { unreachable } from '../../../shared/kernel/decision.ts'

/** null: nobody has said anything. */
export type OnboardingState = {
  readonly progress: Progress
  readonly optIn: boolean | null
  readonly tickets: boolean | null
}

export const initial: OnboardingState = {
  progress: {
    ...{ begun: false, finished: false, currentTab: null },
    ...{ completedTabs: [], skippedTabs: [], lastSend: null },
  },
  optIn: null,
  tickets: null,
}

export const evolve = (state: OnboardingState, fact: OnboardingFact): OnboardingState => {
  switch (fact.type) {
    case 'OnboardingProgressed':
      return { ...state, progress: fact.progress }
    case 'OnboardingOptInChosen':
      return { ...state, optIn: fact.optIn }
    case 'OnboardingTicketsWished':
      return { ...state, tickets: fact.wanted }
    default:
      return unreachable(fact)
  }
}
