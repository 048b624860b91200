import { calendarOn } from '../../calendar/calendar.ts'
import { onboardingOn } from '../../site/onboarding/onboarding.ts'
import type { WriteSupport } from '../../api/items/deps.ts'
import type { ApiParts } from './parts.ts'
import { wizardOn, type Wizard, type WizardDeps } from '../../api/onboarding/wizard.ts'

/** Setting up the site, on the parts of a process. */
export const composedWizard = (
  { store, writing }: Pick<ApiParts, 'store' | 'writing'>,
  settings: Pick<WizardDeps, 'setSettings' | 'remake' | 'settled'>,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
): Wizard => {
  const { venue, organizer } = calendarOn(writing)
  return wizardOn({
    onboarding: onboardingOn(store),
    ...settings,
    createVenue: venue.create,
    createOrganizer: organizer.create,
    waitUntilVisible,
  })
}
