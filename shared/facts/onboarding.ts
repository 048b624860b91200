import { z } from 'zod'
import { IsoTime, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

const Tab = z.int().nonnegative()

/** How far the wizard has come (spec 06 §3 progress). */
export const Progress = z.object({
  begun: z.boolean(),
  finished: z.boolean(),
  /** null: none was ever sent. */
  currentTab: Tab.nullable(),
  completedTabs: z.array(Tab),
  skippedTabs: z.array(Tab),
  /** ISO 8601 UTC; null: never. */
  lastSend: IsoTime.nullable(),
})
export type Progress = z.infer<typeof Progress>

export const OnboardingFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('OnboardingProgressed'), progress: Progress }),
  z.object({ type: z.literal('OnboardingOptInChosen'), optIn: z.boolean() }),
  z.object({ type: z.literal('OnboardingTicketsWished'), wanted: z.boolean() }),
])
export type OnboardingFact = z.infer<typeof OnboardingFact>

export const onboardingCodec = codecOf(OnboardingFact)
export const ONBOARDING_STREAM = streamName('onboarding-1')
