import { placeOnEarth } from '../../../shared/kernel/coordinates.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { ICS_CATEGORIES } from '../../../shared/limits/imports.ts'
import { HTML_BYTES, LINE_LENGTH, MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { statusNamed, type FeedItem } from '../item/item.ts'
import { readUri } from '../../../shared/kernel/text/uri.ts'
import { withNotices, type Notice } from '../item/notices.ts'
import { firstOf, type Component } from './components.ts'
import type { Property } from './property.ts'
import { splitList, unescapeText } from './text-value.ts'
import { uidOf } from './uid.ts'
import { readWall } from './zones/wall.ts'
import { toText } from '../../../shared/kernel/time/calculate.ts'

type Fields = Partial<FeedItem>

const webAddress = /^https?:\/\//i

/** Text shown as a name somewhere: unescaped, character references decoded, trimmed. */
const nameText = (value: string) => decodeReferences(unescapeText(value)).trim()

const address = (value: string) => value.trim().replace(/\\([,;])/g, '$1')

const description = (event: Component): Fields => {
  const [plain, html] = ['DESCRIPTION', 'X-ALT-DESC'].map(name => {
    const property = firstOf(event.properties, name)
    return property === undefined ? undefined : unescapeText(property.value)
  })
  const text = plain === undefined || plain.trim() === '' ? (html ?? plain) : plain
  return text === undefined ? {} : { description: text }
}

const coordinates = (geo: Property | undefined) => {
  const [latitude, longitude] = (geo?.value ?? '').split(/\\?[;,]/).map(part => parseFloat(part))
  return placeOnEarth(latitude, longitude)
}

/** Coordinates need a venue to belong to: without a name they would clear it. */
const venue = (location: string, geo: Property | undefined): Fields => {
  const parts = location.split(',').map(part => part.trim())
  const first = parts.findIndex(part => part !== '')
  const name = parts[first]
  if (name === undefined) return { venue: {} }
  const place = parts.slice(first + 1).join(', ')
  return {
    venue: {
      venue: name.replace(/\s+/g, ' '),
      ...(place === '' ? {} : { address: place }),
      ...coordinates(geo),
    },
  }
}

const placeAndAddress = (event: Component): Fields => {
  const [url, location] = ['URL', 'LOCATION'].map(name => firstOf(event.properties, name)?.value)
  const website = url === undefined ? {} : { url: address(url) }
  if (location === undefined) return website
  const text = nameText(location)
  if (!webAddress.test(text)) return { ...website, ...venue(text, firstOf(event.properties, 'GEO')) }
  return url === undefined || url.trim() === '' ? { url: text } : website
}

const categories = (event: Component): Fields => {
  const all = event.properties.filter(({ name }) => name === 'CATEGORIES')
  const names: string[] = []
  for (const { value, cut } of all) {
    if (names.length >= ICS_CATEGORIES) break
    const list = splitList(value, ICS_CATEGORIES - names.length)
    // of a list that was cut, the last name may be half of one
    names.push(...(cut === true ? list.slice(0, -1) : list))
  }
  return all.length === 0 ? {} : { categories: names.map(nameText).filter(name => name !== '') }
}

const organizer = (event: Component): Fields => {
  const property = firstOf(event.properties, 'ORGANIZER')
  const name = unescapeText(property?.parameters.get('CN') ?? '').trim()
  if (property === undefined || name === '') return {}
  const email = /^mailto:(.*@.*)$/i.exec(property.value.trim())?.[1]
  return { organizer: { organizer: name, ...(email === undefined ? {} : { email }) } }
}

const image = (event: Component): Fields => {
  const picture = event.properties.find(
    ({ name, parameters, value }) =>
      name === 'ATTACH' && /^image\//i.test(parameters.get('FMTTYPE') ?? '') && webAddress.test(value.trim()),
  )
  return picture === undefined ? {} : { image: address(picture.value) }
}

/** LAST-MODIFIED in one form, `YYYYMMDDTHHMMSSZ`, that sorts as text. */
const modified = (value: string | undefined): Fields => {
  const read = value === undefined ? null : readWall(value)
  return read === null
    ? {}
    : { last_modified: `${toText(read.wall).replace(/[-:]/g, '').replace(' ', 'T')}Z` }
}

/** Members of an item that do not speak of dates (spec 05 §8.2). What the event does not say stays absent. */
export const readFields = (event: Component): FeedItem => withNotices(fieldsOf(event), noticesOf(event))

/** Of a long text the beginning, by which people know it. */
const SHOWN = 60

const cnOf = (parameters: Property['parameters']) => parameters.get('CN') ?? ''

const LINES: ReadonlySet<string> = new Set(['LOCATION', 'ORGANIZER', 'CATEGORIES'])
const TEXTS: ReadonlySet<string> = new Set(['DESCRIPTION', 'X-ALT-DESC'])

/** So long that some of it may be cut. */
const isLong = (name: string, length: number): boolean =>
  (LINES.has(name) && length > LINE_LENGTH) || (TEXTS.has(name) && 3 * length > HTML_BYTES)

/** What of texts and words is not as it should be. */
const noticesOf = ({ properties }: Component): readonly Notice[] => {
  const notices: Notice[] = []
  let names = 0
  for (const { name, parameters, value, oddCharset } of properties) {
    if (oddCharset === true)
      notices.push({ code: 'unknown_charset', found: `${name};CHARSET=${parameters.get('CHARSET') ?? ''}` })
    if (name === 'STATUS' && value.trim() !== '' && statusNamed(value.trim()) === undefined)
      notices.push({ code: 'unknown_status', found: `STATUS:${value.trim()}` })
    if (name === 'GEO' && value.trim() !== '' && coordinates({ name, parameters, value }) === null)
      notices.push({ code: 'bad_coordinates', found: `GEO:${value.trim()}` })
    if (isLong(name, value.length + cnOf(parameters).length))
      notices.push({ code: 'text_cut', found: `${name}:${value.slice(0, SHOWN)}…`, ifSo: true })
    if (name === 'SUMMARY' && value.length > LINE_LENGTH)
      notices.push({ code: 'too_large', found: `${name}:${value.slice(0, SHOWN)}…`, ifSo: true })
    if (name === 'CATEGORIES') names += value.length
    if (name === 'URL' && value.trim() !== '' && readUri(address(value)) === null)
      notices.push({ code: 'bad_url', found: `URL:${value.trim()}`, ifSo: true })
  }
  // as many names have more letters
  if (names > MOST_ELEMENTS) notices.push({ code: 'list_cut', found: 'CATEGORIES', ifSo: true })
  return notices
}

/** What people see of it elsewhere and not here: names of properties. */
export const unusedOf = (event: Component): readonly string[] => {
  const isUnused = ({ name, value }: Property): boolean => {
    if (value.trim() === '') return false
    // without a place, or a name, they belong to nothing
    if (name === 'GEO') return placeAndAddress(event).venue?.venue === undefined
    if (name === 'ORGANIZER') return organizer(event).organizer === undefined
    return name === 'ATTACH' && address(value) !== image(event).image
  }
  return [...event.unused, ...event.properties.filter(isUnused).map(({ name }) => name)]
}

const fieldsOf = (event: Component): FeedItem => {
  const value = (name: string) => firstOf(event.properties, name)?.value
  const [summary, uid, kind] = [value('SUMMARY'), uidOf(value('UID')), value('CLASS')?.trim()]
  const status = statusNamed(value('STATUS')?.trim() ?? '')
  const sequence = /^\s*\d{1,9}\s*$/.exec(value('SEQUENCE') ?? '')
  return {
    ...(uid === '' ? {} : { uid }),
    ...(summary === undefined ? {} : { title: nameText(summary) }),
    ...description(event),
    ...placeAndAddress(event),
    ...image(event),
    ...categories(event),
    ...organizer(event),
    ...(status === undefined ? {} : { status }),
    ...(sequence === null ? {} : { sequence: Number(sequence[0]) }),
    ...modified(value('LAST-MODIFIED')),
    ...(kind === undefined || kind === '' ? {} : { class: kind.toUpperCase() }),
    line: event.line,
  }
}
