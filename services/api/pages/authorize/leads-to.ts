import { isLocalHost } from '../../../../shared/kernel/site-url.ts'
import { ADDRESS_LENGTH } from '../../../../shared/limits/items.ts'

const WEB = ['http:', 'https:']
const LOOPBACK = ['127.0.0.1', '[::1]']
/** Nothing that means something in the policy of the page. */
const HOST = /^[\w.:[\]-]+$/
/**
 * Names that applications take for themselves: a domain name backwards (`com.example.app`), or one word that ends in
 * "app". Every other scheme belongs to browsers, systems or protocols.
 */
const APP_SCHEME = /^(?:[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9-]*)+|[a-z][a-z0-9]*app):$/

const NO_APPLICATION = 'is no address of an application'

/** Why a password is not to be sent there (spec 01 §8.3 URL check); null: it may be. */
export const wrongWith = (address: string, siteHost: string): string | null => {
  if (address.length > ADDRESS_LENGTH || !URL.canParse(address)) return 'is no address'
  const { protocol, host, hostname, username, password } = new URL(address)
  if (host === '' || username + password !== '') return NO_APPLICATION
  if (!WEB.includes(protocol)) return APP_SCHEME.test(protocol) ? null : NO_APPLICATION
  if (!HOST.test(host)) return NO_APPLICATION
  const isSafe = protocol === 'https:' || LOOPBACK.includes(hostname) || isLocalHost(siteHost)
  return isSafe ? null : 'must begin with https://'
}

/** Who gets what is sent to an address, as the page's policy calls it: a web origin, or a scheme. */
export const originOf = (address: string): string => {
  const { protocol, origin } = new URL(address)
  return WEB.includes(protocol) ? origin : protocol
}
