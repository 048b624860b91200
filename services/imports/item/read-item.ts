import type { Json } from '../../../shared/kernel/json.ts'
import type { Revision } from '../../../shared/facts/common.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { escapeHtml } from '../../../shared/kernel/html/text.ts'
import { cleanNow, type Cleaning } from '../../../shared/cleaning/texts.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import { LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { eventMembers } from '../../../shared/members/event.ts'
import { importedFlags } from './flags.ts'
import { statusNamed, type FeedStatus, type RawItem } from './item.ts'
import { cutHtml, cutLine, cutList, isLongHtml } from './cut.ts'
import { isEmpty, isNoName, looseFlag, looseLine, looseNames, looseNumber, looseText } from './loose.ts'
import {
  globalIdsOf,
  organizersOf,
  venuesOf,
  type ImportedOrganizer,
  type ImportedVenue,
} from '../directory/read.ts'
import { timingOf, type Timing } from './timing.ts'

/** Who the item is in its source, and which version of itself (spec 05 §5). */
export type ItemVersion = {
  readonly uid: string | null
  /** Original start of an occurrence of a series. */
  readonly occurrence: string | null
  readonly globalIds: readonly string[]
  /** null: the source does not count. */
  readonly sequence: number | null
  readonly lastModified: string | null
}

/** Values of an event that an item may set; only what was sent, empty ones included (spec 05 §6). */
type SentValues = Partial<
  Pick<
    EventValues,
    | 'description'
    | 'excerpt'
    | 'cost'
    | 'currency'
    | 'website'
    | 'showMap'
    | 'showMapLink'
    | 'hidden'
    | 'sticky'
    | 'featured'
  >
>

export type ImportedItem = {
  readonly version: ItemVersion
  readonly status: FeedStatus
  /** CLASS PRIVATE or CONFIDENTIAL. */
  readonly private: boolean
  readonly title: string
  readonly timing: Timing
  readonly values: SentValues
  /** Id or address; "" clears; undefined: not sent. */
  readonly image: string | undefined
  readonly categories: readonly string[] | undefined
  readonly tags: readonly string[] | undefined
  readonly venues: readonly ImportedVenue[] | undefined
  readonly organizers: readonly ImportedOrganizer[] | undefined
}

export type ReadItem =
  | { readonly ok: true; readonly item: ImportedItem; readonly warnings: readonly string[] }
  | {
      readonly ok: false
      readonly reason: 'missing_title' | 'too_large'
      readonly warnings: readonly string[]
    }

const stampOf = (value: Json | undefined): string | null => {
  const text = looseLine(value) ?? ''
  return text === '' ? null : text.replace(/[-:]/g, '')
}

export const versionOf = (raw: RawItem): ItemVersion => {
  const parent = looseLine(raw['parent_uid']) ?? ''
  const uid = looseText(raw['uid']) ?? ''
  const occurrence = looseLine(raw['occurrence']) ?? ''
  const sequence = Math.trunc(looseNumber(raw['sequence']) ?? NaN)
  // an occurrence without a uid of its own is its parent's at that start
  const start = uid === '' && parent !== '' ? (looseLine(raw['start_date']) ?? '') : occurrence
  return {
    uid: [uid, parent].find(text => text !== '') ?? null,
    occurrence: start === '' ? null : start,
    globalIds: globalIdsOf(raw),
    sequence: Number.isSafeInteger(sequence) ? sequence : null,
    lastModified: stampOf(raw['last_modified']),
  }
}

/** How new an item, or what it says of its series, is; what does not count itself is the first of its kind. */
export const revisionOf = (raw: RawItem): Revision => {
  const sequence = Math.trunc(looseNumber(raw['sequence']) ?? 0)
  return {
    sequence: Number.isSafeInteger(sequence) ? sequence : 0,
    lastModified: stampOf(raw['last_modified']),
    stamp: stampOf(raw['dtstamp']),
  }
}

/** Codes that a parser noticed; whatever else stands there was never one. */
export const codesOf = (value: Json | undefined): readonly string[] =>
  (looseNames(value) ?? []).filter(code => /^[a-z][a-z_]{1,39}$/.test(code)).slice(0, MOST_ELEMENTS)

const isIdentified = ({ uid, globalIds }: ItemVersion) => uid !== null || globalIds.length > 0

/** Text that cleaning would empty is shown as the text it is. "" when there is none. */
const titleOf = (raw: RawItem, cleaning: Cleaning): string => {
  const sent = looseLine(raw['title']) ?? ''
  const clean = cleaning('title', sent).trim()
  return clean === '' ? escapeHtml(sent) : clean
}

const present = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value }

const htmlOf = (text: string | undefined, cleaning: Cleaning) =>
  text === undefined ? undefined : cleaning('html', cutHtml(text))

/** Names of which something is to be seen. */
const termsOf = (names: readonly string[] | undefined, cleaning: Cleaning) =>
  names?.map(name => cleaning('term', name)).filter(name => name !== '')

const costText = ({ cost }: RawItem): string | undefined =>
  Array.isArray(cost) ? (looseNames(cost) ?? []).join(' - ') : looseLine(cost)

const cutText = (text: string | undefined) => (text === undefined ? undefined : cutLine(text))

const POSTFIX: ReadonlySet<string> = new Set(['postfix', 'suffix'])

/** As events have it: one of `prefix`, `postfix` and "" (that of the site). */
const positionOf = (sent: string): string => {
  const position = sent.toLowerCase()
  if (POSTFIX.has(position)) return 'postfix'
  return position === 'prefix' ? position : ''
}

const CURRENCY = ['currency_symbol', 'currency_position', 'currency_code'] as const

const currencyOf = (raw: RawItem): EventValues['currency'] | undefined => {
  const [symbol, position, code] = CURRENCY.map(member => cutText(looseLine(raw[member])))
  if (symbol === undefined && position === undefined && code === undefined) return undefined
  const currency = { symbol: symbol ?? '', position: positionOf(position ?? ''), code: code ?? '' }
  return Object.values(currency).every(text => text === '') ? null : currency
}

/** What is read of a member, and what of it was dropped or repaired. */
type Told<Value> = { readonly value: Value; readonly warnings: readonly string[] }

const websiteOf = (raw: RawItem): Told<string | undefined> => {
  const sent = looseLine(raw['website'] ?? raw['url'])
  if (sent === undefined || sent === '') return { value: sent, warnings: [] }
  const value = readUri(sent)
  return value === null ? { value: undefined, warnings: ['bad_url'] } : { value, warnings: [] }
}

const FLAGS = importedFlags(eventMembers)

const flagsOf = (raw: RawItem): SentValues => {
  const flags: Record<string, boolean> = {}
  for (const { name, as } of FLAGS) {
    const flag = looseFlag(raw[as])
    if (flag !== undefined) flags[name] = flag
  }
  return flags
}

const valuesOf = (raw: RawItem, website: string | undefined, cleaning: Cleaning): SentValues => ({
  ...present('description', htmlOf(looseText(raw['description']), cleaning)),
  ...present('excerpt', htmlOf(looseText(raw['excerpt']), cleaning)),
  ...present('cost', cutText(costText(raw))),
  ...present('currency', currencyOf(raw)),
  ...present('website', website),
  ...flagsOf(raw),
})

/** What identifies it is over a limit of spec 00 §8, or it is a stub of what was far over all of them. */
const isTooLarge = (raw: RawItem): boolean =>
  raw['oversize'] === true || (looseText(raw['title'])?.length ?? 0) > LINE_LENGTH

const TERMS = ['categories', 'tags'] as const

/** What of its texts and lists is longer than an event has it. */
const cutsOf = (raw: RawItem): readonly string[] => {
  const names = TERMS.map(member => looseNames(raw[member]) ?? [])
  const isCut =
    ['description', 'excerpt'].some(member => isLongHtml(looseText(raw[member]) ?? '')) ||
    CURRENCY.some(member => (looseLine(raw[member]) ?? '').length > LINE_LENGTH) ||
    (costText(raw) ?? '').length > LINE_LENGTH ||
    names.some(some => some.some(name => name.length > LINE_LENGTH))
  const isMore = names.some(({ length }) => length > MOST_ELEMENTS)
  return [...(isCut ? ['text_cut'] : []), ...(isMore ? ['list_cut'] : [])]
}

const termNames = (value: Json | undefined) =>
  cutList(looseNames(value)?.filter(name => !isNoName(name)))?.map(name => cutLine(name))

const statusOf = (raw: RawItem): Told<FeedStatus> => {
  const word = looseLine(raw['status']) ?? ''
  const status = statusNamed(word)
  const isUnknown = word !== '' && status === undefined
  return { value: status ?? 'confirmed', warnings: isUnknown ? ['unknown_status'] : [] }
}

const YES_OR_NO = ['all_day', ...FLAGS.map(({ as }) => as)]

/** Another word than yes or no means nothing here, and is not used. */
const flagWarnings = (raw: RawItem): readonly string[] =>
  YES_OR_NO.some(member => raw[member] !== undefined && looseFlag(raw[member]) === undefined)
    ? ['unknown_flag']
    : []

const isPrivate = (raw: RawItem) => /^(?:private|confidential)$/i.test(looseLine(raw['class']) ?? '')

/**
 * Reads an item as it came (spec 05 §7): tolerant in types, dangerous content removed, everything that was dropped
 * or repaired named by a warning. Dates are read by `periodOf`, because what was not sent depends on the event.
 */
export const readItem = (raw: RawItem, cleaning: Cleaning = cleanNow): ReadItem => {
  const parsed = codesOf(raw['warnings'])
  if (isTooLarge(raw)) return { ok: false, reason: 'too_large', warnings: parsed }
  const title = titleOf(raw, cleaning)
  const status = statusOf(raw)
  const version = versionOf(raw)
  // what is called off needs no name to be found
  const named = title !== '' || (status.value === 'cancelled' && isIdentified(version))
  if (!named) return { ok: false, reason: 'missing_title', warnings: parsed }
  const website = websiteOf(raw)
  const venues = venuesOf(raw['venue'], cleaning)
  const organizers = organizersOf(raw['organizer'], cleaning)
  const item: ImportedItem = {
    version,
    status: status.value,
    private: isPrivate(raw),
    title,
    timing: timingOf(raw),
    values: valuesOf(raw, website.value, cleaning),
    image: raw['image'] === false || isEmpty(raw['image']) ? '' : looseLine(raw['image']),
    categories: termsOf(termNames(raw['categories']), cleaning),
    tags: termsOf(termNames(raw['tags']), cleaning),
    venues: venues?.entries,
    organizers: organizers?.entries,
  }
  const warnings = [
    ...parsed,
    ...cutsOf(raw),
    ...status.warnings,
    ...flagWarnings(raw),
    ...website.warnings,
    ...(venues?.warnings ?? []),
    ...(organizers?.warnings ?? []),
  ]
  return { ok: true, item, warnings: [...new Set(warnings)] }
}
