import type { IsoTime } from '../../../shared/kernel/brands.ts'
import type { OnboardingFact, Progress } from '../../../shared/facts/onboarding.ts'
import { nothing, record, unreachable, type Decision } from '../../../shared/kernel/decision.ts'
import type { OnboardingState } from './state.ts'

/** Absent members keep what is stored. */
type SentProgress = {
  readonly begun?: boolean | undefined
  readonly finished?: boolean | undefined
  readonly currentTab?: number | undefined
  readonly completedTabs?: readonly number[] | undefined
  readonly skippedTabs?: readonly number[] | undefined
}

export type OnboardingCommand =
  | { readonly type: 'Progress'; readonly sent: SentProgress; readonly at: IsoTime }
  | { readonly type: 'ChooseOptIn'; readonly optIn: boolean }
  | { readonly type: 'WishTickets'; readonly wanted: boolean }
  /** As it is in the service that is brought here. */
  | { readonly type: 'Carry'; readonly as: OnboardingState }

const once = (tabs: readonly number[]): number[] => [...new Set(tabs)]

/** What is stored once this was sent (spec 06 §3 progress). */
const progressed = (stored: Progress, sent: SentProgress, at: IsoTime): Progress => {
  const finished = sent.finished ?? stored.finished
  const begun = finished || (sent.begun ?? stored.begun)
  const currentTab = sent.currentTab ?? stored.currentTab
  const skipped = once(sent.skippedTabs ?? stored.skippedTabs)
  const completedTabs = once([
    ...(sent.completedTabs ?? stored.completedTabs),
    ...(begun ? [0] : []),
    ...(currentTab === null || skipped.includes(currentTab) ? [] : [currentTab]),
  ])
  const skippedTabs = skipped.filter(tab => !completedTabs.includes(tab))
  return { begun, finished, currentTab, completedTabs, skippedTabs, lastSend: at }
}

const carried = ({ progress, optIn, tickets }: OnboardingState, state: OnboardingState): OnboardingFact[] => [
  ...(JSON.stringify(progress) === JSON.stringify(state.progress)
    ? []
    : [{ type: 'OnboardingProgressed' as const, progress }]),
  ...(optIn === null || optIn === state.optIn ? [] : [{ type: 'OnboardingOptInChosen' as const, optIn }]),
  ...(tickets === null || tickets === state.tickets
    ? []
    : [{ type: 'OnboardingTicketsWished' as const, wanted: tickets }]),
]

/** Nothing is ever refused. */
export const decide = (
  command: OnboardingCommand,
  state: OnboardingState,
): Decision<OnboardingFact, never> => {
  switch (command.type) {
    case 'Progress':
      return record({
        type: 'OnboardingProgressed',
        progress: progressed(state.progress, command.sent, command.at),
      })
    case 'ChooseOptIn':
      return state.optIn === command.optIn
        ? nothing
        : record({ type: 'OnboardingOptInChosen', optIn: command.optIn })
    case 'WishTickets':
      return state.tickets === command.wanted
        ? nothing
        : record({ type: 'OnboardingTicketsWished', wanted: command.wanted })
    case 'Carry':
      return record(...carried(command.as, state))
    default:
      return unreachable(command)
  }
}
