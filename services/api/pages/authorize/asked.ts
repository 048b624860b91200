import { originOf, wrongWith } from './leads-to.ts'
import type { Nested } from '../../platform/request/addressing.ts'

/** What an application asks for (spec 01 §8.3); addresses as browsers read them, null: none. */
export type Asked = {
  readonly name: string
  /** "" or a UUID. */
  readonly appId: string
  readonly success: string | null
  /** Where a refusal leads; that of the success with `success=false` when none was sent. */
  readonly reject: string | null
  /** Where somebody goes back by a link that is seen, when nothing can be asked. */
  readonly back: string | null
}

export type AskedRead =
  { readonly ok: true; readonly asked: Asked } | { readonly ok: false; readonly why: string }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The address with a further argument in its query. */
export const withQuery = (address: string, members: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value)
  return url.href
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
  const back = reject === '' ? null : new URL(reject).href
  if (led !== null && back !== null && originOf(led) !== originOf(back))
    return no('The reject_url must lead to where the success_url leads.')
  const refused = led === null ? null : (back ?? withQuery(led, { success: 'false' }))
  return { ok: true, asked: { name, appId, success: led, reject: refused, back: back ?? refused } }
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
