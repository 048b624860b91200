import type { OnboardingFact, Progress } from '../../../shared/facts/onboarding.ts'
import { unreachable } from '../../../shared/kernel/decision.ts'

/** More than there are steps: each that was ever sent is kept as done. */
export const TABS = 100

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

const isTab = (tab: number) => tab < TABS

/** The page sends back all that it was shown: what was stored when any number was taken would be refused then. */
const withTabs = (progress: Progress): Progress => ({
  ...progress,
  currentTab: progress.currentTab !== null && isTab(progress.currentTab) ? progress.currentTab : null,
  completedTabs: progress.completedTabs.filter(isTab),
  skippedTabs: progress.skippedTabs.filter(isTab),
})

export const evolve = (state: OnboardingState, fact: OnboardingFact): OnboardingState => {
  switch (fact.type) {
    case 'OnboardingProgressed':
      return { ...state, progress: withTabs(fact.progress) }
    case 'OnboardingOptInChosen':
      return { ...state, optIn: fact.optIn }
    case 'OnboardingTicketsWished':
      return { ...state, tickets: fact.wanted }
    default:
      return unreachable(fact)
  }
}
