import { createOrganizer } from '../calendar/organizer/write.ts'
import { createVenue } from '../calendar/venue/write.ts'
import { onboardingOn } from '../site/onboarding/index.ts'
import { settingsOn } from '../site/set.ts'
import type { WriteSupport } from './cal-v1/item-deps.ts'
import type { ApiParts } from './compose-parts.ts'
import { remakeTexts } from './compose-site.ts'
import { wizardOn, type Wizard } from './onboarding/wizard.ts'

/** Setting up the site, on the parts of a process. */
export const composedWizard = (
  { store, site, board, models, writing, rebuild }: ApiParts,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
): Wizard =>
  wizardOn({
    onboarding: onboardingOn(store),
    setSettings: settingsOn(store, site.directory, () => site.current().settings),
    remake: remakeTexts(board, rebuild, models.listed),
    settled: async () => {
      await waitUntilVisible(await store.head())
    },
    createVenue: (sent, context) => createVenue(writing, sent, context),
    createOrganizer: (sent, context) => createOrganizer(writing, sent, context),
    waitUntilVisible,
  })
