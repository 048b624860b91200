import { ADDRESS_LENGTH } from '../../../shared/limits/items.ts'
import type { Site } from '../platform/call.ts'

/** Pages that somebody who has just signed in or out is not sent back to. */
const NO_WAY_BACK = /^\/sign-(in|out)\/?$/i

/**
 * Where `redirect_to` leads, read as browsers read it: an absolute address of this site; null: it leads elsewhere, or
 * nowhere.
 */
export const returnAddress = (wanted: string, { baseUrl }: Site): string | null => {
  const base = new URL(`${baseUrl}/`)
  if (wanted.length > ADDRESS_LENGTH || wanted.trim() === '' || !URL.canParse(wanted, base.href)) return null
  const { origin, pathname, search, hash } = new URL(wanted, base)
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) return null
  return NO_WAY_BACK.test(`/${pathname.slice(base.pathname.length)}`)
    ? null
    : `${origin}${pathname}${search}${hash}`
}

/** The page to sign in, for whoever reads the page at `path`, with its query; it leads back where that makes sense. */
export const signInFrom = (path: string, site: Site): string => {
  const address = `${site.baseUrl}${path}`
  const back = path.startsWith('/') && address.length <= ADDRESS_LENGTH ? returnAddress(address, site) : null
  return back === null ? `${site.baseUrl}/sign-in` : signInAddress(site, back)
}

/** The page to sign in, which leads back. */
export const signInAddress = ({ baseUrl }: Site, back: string): string =>
  `${baseUrl}/sign-in?redirect_to=${encodeURIComponent(back)}`
