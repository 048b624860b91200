import { isLocalHost } from '../../../../shared/kernel/site-url.ts'
import { ADDRESS_LENGTH } from '../../../../shared/limits.ts'
import type { Nested } from '../../platform/request/nesting.ts'

/** What an application asks for (spec 01 §8.3); addresses as browsers read them, null: none. */
export type Asked = {
  readonly name: string
  /** "" or a UUID. */
  readonly appId: string
  readonly success: string | null
  /** Where a refusal leads; that of the success with `success=false` when none was sent. */
  readonly reject: string | null
}

export type AskedRead =
  { readonly ok: true; readonly asked: Asked } | { readonly ok: false; readonly why: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ACTING = ['javascript:', 'data:']
const WEB = ['http:', 'https:']
const LOOPBACK = ['127.0.0.1', '[::1]']
/** Nothing that means something in the policy of the page. */
const HOST = /^[\w.:[\]-]+$/

/** The address with a further argument in its query. */
export const withQuery = (address: string, members: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
  return url.href
}

/** Why a password is not to be sent there; null: it may be. */
const wrongWith = (address: string, siteHost: string): string | null => {
  if (address.length > ADDRESS_LENGTH || !URL.canParse(address)) return 'is no address'
  const { protocol, host, hostname } = new URL(address)
  if (ACTING.includes(protocol) || host === '') return 'is no address of an application'
  if (!WEB.includes(protocol)) return null
  if (!HOST.test(host)) return 'is no address of an application'
  const isSafe = protocol === 'https:' || LOOPBACK.includes(hostname) || isLocalHost(siteHost)
  return isSafe ? null : 'must begin with https://'
}

const NAMES = ['app_name', 'app_id', 'success_url', 'reject_url'] as const

/** Arguments of the address or members of the form. */
export const readAsked = (sent: Nested, baseUrl: string): AskedRead => {
  const no = (why: string): AskedRead => ({ ok: false, why })
  const texts = NAMES.map(name => sent[name] ?? '')
  if (!texts.every(text => typeof text === 'string')) return no('Every argument has one value.')
  const [name = '', appId = '', success = '', reject = ''] = texts
  if (appId !== '' && !UUID.test(appId)) return no('The id of the application is not a UUID.')
  const { hostname } = new URL(baseUrl)
  for (const [label, address] of Object.entries({ success_url: success, reject_url: reject })) {
    const wrong = address === '' ? null : wrongWith(address, hostname)
    if (wrong !== null) return no(`The ${label} ${wrong}.`)
  }
  const led = success === '' ? null : new URL(success).href
  const refused = led === null ? null : withQuery(led, { success: 'false' })
  return {
    ok: true,
    asked: { name, appId, success: led, reject: reject === '' ? refused : new URL(reject).href },
  }
}

/** The address of the page that asks the same. */
export const askedAddress = (baseUrl: string, sent: Nested): string => {
  const url = new URL(`${baseUrl}/authorize-application`)
  for (const name of NAMES) {
    const text = sent[name]
    if (typeof text === 'string' && text !== '') url.searchParams.set(name, text)
  }
  return url.href
}

/** What the page's policy calls the place an address leads to. */
export const originOf = (address: string): string => {
  const { protocol, origin } = new URL(address)
  return WEB.includes(protocol) ? origin : protocol
}
