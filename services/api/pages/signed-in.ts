import { can } from '../../../shared/rights.ts'
import type { Held } from '../../accounts/sessions.ts'
import { mayAdminister } from '../admin/rights.ts'
import type { Caller } from '../platform/call.ts'
import type { Shown, Visit } from './page.ts'
import { forbidden } from './refusals.ts'
import { signInAddress } from './return-address.ts'
import type { ShowPage } from './serve.ts'
import type { SessionDesk } from './session-desk.ts'

type Show = (held: Held, visit: Visit, params: Readonly<Record<string, string>>) => Promise<Shown>

/** The page itself, with its query; a form that was posted does not come again. */
const itself = ({ path, method, search }: Visit): string =>
  `${encodeURI(path)}${method === 'POST' || search === '' ? '' : `?${search}`}`

/** The page above, for what a button does: that cannot be pressed by coming back. */
export const above = ({ path }: Visit): string => path.slice(0, path.lastIndexOf('/'))

/**
 * A page for some users: guests sign in first and come back to `back`, which is the page itself when it is absent;
 * everybody else is refused.
 */
export const only =
  (may: (caller: Caller) => boolean) =>
  (show: Show, back?: (visit: Visit) => string): ShowPage => {
    const shown = async (visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown> => {
      const { held, at } = visit
      if (held === null) {
        const to = back === undefined ? itself(visit) : encodeURI(back(visit))
        return { redirect: signInAddress(at.site, `${at.site.baseUrl}${to}`) }
      }
      return may(held.user) ? show(held, visit, params) : forbidden
    }
    return Object.assign(shown, { may })
  }

export const signedInOnly = only(caller => caller !== null)

/** Administrators and editors, like `/admin`. */
export const editorsOnly = only(mayAdminister)

/** Whoever may make events: those who have something to do at the desk (spec 07 §1). */
export const creatorsOnly = only(caller => can(caller, 'create'))

export const administratorsOnly = only(caller => can(caller, 'manage-site'))

/**
 * Leads from an address that can be kept to a file below `/admin`, which asks for a nonce, and a nonce ends. `file`: with
 * a query.
 */
export const downloadOf = async (
  desk: Pick<SessionDesk, 'nonceFor'>,
  held: Held,
  { at }: Visit,
  file: string,
): Promise<Shown> => {
  const nonce = await desk.nonceFor(held, 'core_rest', at.ms)
  return { redirect: `${at.site.baseUrl}/admin${file}&_nonce=${nonce}` }
}
