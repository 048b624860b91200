import { can } from '../../../shared/rights.ts'
import type { Held } from '../../accounts/sessions.ts'
import { mayAdminister } from '../admin/imports.ts'
import type { Caller } from '../platform/caller.ts'
import type { Shown, Visit } from './page.ts'
import { forbidden } from './refusals.ts'
import { signInAddress } from './return-address.ts'
import type { ShowPage } from './serve.ts'

type Show = (held: Held, visit: Visit, params: Readonly<Record<string, string>>) => Promise<Shown>

/**
 * A page for some users: guests sign in first and come back to `back`, which is the page itself when it is absent;
 * everybody else is refused.
 */
const only =
  (may: (caller: Caller) => boolean) =>
  (show: Show, back: (visit: Visit) => string = ({ path }) => path): ShowPage => {
    const shown = async (visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> => {
      const { held, at } = visit
      if (held === null)
        return { redirect: signInAddress(at.site, `${at.site.baseUrl}${encodeURI(back(visit))}`) }
      return may(held.user) ? show(held, visit, params) : forbidden
    }
    return Object.assign(shown, { may })
  }

export const signedInOnly = only(caller => caller !== null)

/** Administrators and editors, like `/admin`. */
export const editorsOnly = only(mayAdminister)

export const administratorsOnly = only(caller => can(caller, 'manage-site'))
