import type { UserId } from '../../shared/kernel/brands.ts'
import { DateOrder, KEPT_DAYS, KEPT_PAYLOAD_DAYS, View, type SiteSettings } from '../../shared/facts/site.ts'
import { ADDRESS_LENGTH, DATE_FORMAT_LENGTH, LINE_LENGTH } from '../../shared/limits/items.ts'
import { oneLine } from '../../shared/kernel/text/spelling.ts'
import { fixedZone, parseZone } from '../../shared/kernel/time/zone.ts'
import { isSiteUrl, NO_SITE_URL } from '../../shared/kernel/site-url.ts'
import type { SiteState } from './state.ts'

/** What is asked about people whom a setting names. */
export type PeopleAsked = {
  /** null: no user has this id, login or e-mail address. */
  readonly userNamed: (text: string) => UserId | null
  readonly mayEditEvents: (userId: UserId) => boolean
}

/** What a text means for a setting, or why it means nothing. */
type Meaning =
  { readonly ok: true; readonly settings: SiteState } | { readonly ok: false; readonly why: string }
type Reader = (text: string, asked: PeopleAsked) => Meaning

/** A setting, and how a text is read for it. */
type Option = {
  readonly member: keyof SiteSettings
  readonly read: Reader
  /** Every text that means something; absent: there are too many. */
  readonly choices?: readonly string[]
}

const means = (settings: SiteState): Meaning => ({ ok: true, settings })
const no = (why: string): Meaning => ({ ok: false, why })

type Named<Value> = {
  [Name in keyof SiteSettings]: SiteSettings[Name] extends Value ? Name : never
}[keyof SiteSettings]

const line = (name: Named<string>, { empty = false, longest = LINE_LENGTH } = {}): Option => ({
  member: name,
  read: text => {
    if (oneLine(text) !== text.trim()) return no('this is not one line of text')
    const value = oneLine(text)
    if (value === '' && !empty) return no('this must not be empty')
    return value.length > longest ? no(`this is longer than ${longest} characters`) : means({ [name]: value })
  },
})

const whole = (name: Named<number>, least: number, most: number, empty: number | null = null): Option => ({
  member: name,
  read: text => {
    const value = text.trim() === '' && empty !== null ? String(empty) : text.trim()
    return /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? means({ [name]: Number(value) })
      : no(`this is not a whole number from ${least} to ${most}`)
  },
})

/** How a text says, and is told, that something is kept for ever. */
const FOR_EVER = 'for ever'

/** Days that something is kept. */
const days = (name: Named<number | null>): Option => ({
  member: name,
  read: text => {
    const value = text.trim()
    if (value === FOR_EVER || value === '') return means({ [name]: null })
    return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= KEPT_DAYS
      ? means({ [name]: Number(value) })
      : no(`this is neither "${FOR_EVER}" nor a whole number of days from 1 to ${KEPT_DAYS}`)
  },
})

const oneOf = <Name extends keyof SiteSettings>(
  name: Name,
  values: readonly (SiteSettings[Name] & string)[],
): Option => ({
  member: name,
  choices: values,
  read: text =>
    values.some(value => value === text)
      ? means({ [name]: text })
      : no(`this is none of ${values.join(', ')}`),
})

const address = (name: 'url' | 'home'): Option => ({
  member: name,
  read: text =>
    isSiteUrl(text) && text.length <= ADDRESS_LENGTH
      ? means({ [name]: text.replace(/\/+$/, '') })
      : no(NO_SITE_URL),
})

/** An address whose `%s` stands for that of a venue (spec 03 §1.3). */
const mapLink: Reader = text => {
  const isAddress = /^https?:\/\/[^\s"<>]+$/.test(text) && URL.canParse(text) && text.length <= ADDRESS_LENGTH
  return text === '' || (isAddress && text.includes('%s') && !URL.parse(text)?.host.includes('%'))
    ? means({ mapLinkTemplate: text })
    : no('this is neither empty nor an http or https address with %s in it')
}

const timezone: Reader = text => {
  const zone = text === '' ? '' : parseZone(text)
  return zone === null || fixedZone(text) !== null
    ? no('this is not a time zone of the tz database; a fixed offset is set with gmt_offset')
    : means({ timezoneString: zone })
}

/** `UTC±h[:mm]` of hours as text; null when no clock is that far. */
export const zoneOfOffset = (hours: string): string | null => {
  if (!/^[+-]?\d{1,2}(\.(0|00|25|5|50|75))?$/.test(hours)) return null
  return fixedZone(`UTC${/^[+-]/.test(hours) ? '' : '+'}${hours}`)
}

const offset: Reader = text =>
  zoneOfOffset(text.trim()) === null
    ? no('this is not a number of hours from -12 to 14 in quarters')
    : means({ gmtOffset: String(Number(text)) })

const flag = (name: Named<boolean>): Option => ({
  member: name,
  choices: ['on', 'off'],
  read: text =>
    ['on', 'off'].includes(text) ? means({ [name]: text === 'on' }) : no('this is neither on nor off'),
})

const views: Reader = text => {
  const wanted = text.split(/[\s,]+/).filter(word => word !== '')
  const known = View.options.filter(view => wanted.includes(view))
  return known.length === 0 || wanted.some(word => !View.options.some(view => view === word))
    ? no(`this is no list of ${View.options.join(', ')}`)
    : means({ enabledViews: known })
}

const importUser: Reader = (text, { userNamed, mayEditEvents }) => {
  if (text === '') return means({ importUser: null })
  const user = userNamed(text)
  if (user === null) return no('no user has this login, e-mail address or id')
  return mayEditEvents(user)
    ? means({ importUser: user })
    : no('this user may not edit events, as imports do: it takes the role author, editor or administrator')
}

/** Every setting of spec 00 §7 (and 01 §8.1) by the name under which operators set it. */
const options = new Map<string, Option>([
  ['name', line('name')],
  ['description', line('description', { empty: true })],
  ['url', address('url')],
  ['home', address('home')],
  ['timezone_string', { member: 'timezoneString', read: timezone }],
  ['gmt_offset', { member: 'gmtOffset', read: offset }],
  ['page_for_posts', whole('pageForPosts', 0, 999_999_999)],
  ['page_on_front', whole('pageOnFront', 0, 999_999_999)],
  ['show_on_front', oneOf('showOnFront', ['posts', 'page'])],
  // an empty setting counts as 20
  ['per_page', whole('perPage', 1, 999, 20)],
  ['start_of_week', whole('startOfWeek', 0, 6)],
  ['date_format', line('dateFormat', { longest: DATE_FORMAT_LENGTH })],
  ['time_format', line('timeFormat', { longest: DATE_FORMAT_LENGTH })],
  ['map_link_template', { member: 'mapLinkTemplate', read: mapLink }],
  ['currency_symbol', line('currencySymbol', { longest: 20 })],
  ['currency_code', line('currencyCode', { longest: 20 })],
  ['currency_position', oneOf('currencyPosition', ['prefix', 'postfix'])],
  ['unfiltered_html', flag('unfilteredHtml')],
  ['enabled_views', { member: 'enabledViews', read: views }],
  ['default_view', oneOf('defaultView', View.options)],
  ['import_user', { member: 'importUser', read: importUser }],
  ['import_post_status', oneOf('importPostStatus', ['publish', 'pending', 'draft', 'private'])],
  ['import_update_authority', oneOf('importUpdateAuthority', ['overwrite', 'preserve_changes', 'retain'])],
  ['import_interval', whole('importInterval', 10, 600)],
  ['csv_date_order', oneOf('csvDateOrder', DateOrder.options)],
  ['stall_timeout', whole('stallMinutes', 1, 100_000)],
  ['keep_import_payloads', whole('keepPayloadDays', 1, KEPT_PAYLOAD_DAYS)],
  ['keep_sign_ins', days('keepSignInDays')],
  ['keep_trashed_versions', days('keepTrashedDays')],
  ['application_passwords', oneOf('applicationPasswords', ['auto', 'on', 'off'])],
])

export const optionNames: readonly string[] = [...options.keys()]

/** Every text that means something for a setting of a few values; null: it takes others, or there is none of the name. */
export const choicesOf = (name: string): readonly string[] | null => options.get(name)?.choices ?? null

/** What a setting is, as a text that `readOption` reads as the same. `loginOf`: null: no such user any more. */
export const optionText = (
  name: string,
  settings: SiteSettings,
  loginOf: (id: UserId) => string | null,
): string => {
  const option = options.get(name)
  if (option === undefined) return ''
  if (option.member === 'importUser') {
    const id = settings.importUser
    return id === null ? '' : (loginOf(id) ?? String(id))
  }
  const value = settings[option.member]
  if (value === null) return FOR_EVER
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What NAME VALUE sets; `argument` names what is wrong. */
export const readOption = (
  name: string,
  value: string,
  asked: PeopleAsked,
):
  | { readonly ok: true; readonly settings: SiteState }
  | { readonly ok: false; readonly argument: 'name' | 'value'; readonly why: string } => {
  const option = options.get(name)
  if (option === undefined)
    return { ok: false, argument: 'name', why: `there is no such setting; one of: ${optionNames.join(', ')}` }
  const meaning = option.read(value, asked)
  return meaning.ok ? meaning : { ok: false, argument: 'value', why: meaning.why }
}
