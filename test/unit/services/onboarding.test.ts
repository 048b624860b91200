import { describe, expect, it } from 'vitest'
import { decide } from '../../../services/site/onboarding/decide.ts'
import { evolve, initial } from '../../../services/site/onboarding/state.ts'
import { isoTime } from '../../../shared/kernel/brands.ts'

const at = isoTime('2026-05-01T10:00:00Z')

describe('06 §3 progress that was stored when any number was taken', () => {
  const completedTabs = Array.from({ length: 150 }, (_, tab) => tab)
  const state = evolve(initial, {
    type: 'OnboardingProgressed',
    progress: {
      ...{ begun: true, finished: false, currentTab: 120, lastSend: at },
      ...{ completedTabs, skippedTabs: [99, 100, 2_000_000] },
    },
  })

  it('shows no number that could not be sent back', () => {
    expect(state.progress).toMatchObject({
      ...{ currentTab: null, completedTabs: completedTabs.slice(0, 100), skippedTabs: [99] },
    })
  })

  it('loses them for good when the next step is sent', () => {
    const decided = decide({ type: 'Progress', sent: { skippedTabs: [] }, at }, state)
    expect(decided).toMatchObject({
      facts: [
        { progress: { currentTab: null, completedTabs: completedTabs.slice(0, 100), skippedTabs: [] } },
      ],
    })
  })
})
