import { accountPages } from '../../../api/pages/account/routes.ts'
import { authorizePages } from '../../../api/pages/authorize/routes.ts'
import { newPasswordPages } from '../../../api/pages/new-password/routes.ts'
import { onboardingPages } from '../../../api/pages/onboarding/routes.ts'
import type { PageRoute } from '../../../api/pages/serve.ts'
import { signInPages } from '../../../api/pages/sign-in.ts'
import { signOutPages } from '../../../api/pages/sign-out.ts'
import { formsOn } from '../../../forms/forms.ts'
import { onboardingOn } from '../../../site/onboarding/onboarding.ts'
import type { ApiParts } from '../parts.ts'
import { contextBy, newBrowser, type Around } from './around.ts'

/** Pages on which people sign in and out, look after their account, and set up the site. */
export const ownPages = (parts: ApiParts, { wizard }: Pick<Around, 'wizard'>): readonly PageRoute[] => {
  const { desk, sessions, accounts, guard, store, writing, newCorrelation } = parts
  const around = { contextOf: contextBy(parts), newBrowser }
  return [
    ...signInPages({ desk, ...around }),
    ...signOutPages({ desk, ...around }),
    ...authorizePages({ desk, accounts, guard, ...around }),
    ...accountPages({ desk, accounts, guard, sessions, ...around }),
    ...newPasswordPages({ desk, accounts, guard, ...around }),
    ...onboardingPages({
      desk,
      onboarding: onboardingOn(store),
      wizard,
      newCorrelation,
      forms: formsOn(writing),
    }),
  ]
}
