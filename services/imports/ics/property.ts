import { decoded } from './encoding.ts'
import type { Line } from './lines.ts'

/** A content line: name and parameter names in capitals, the value as written. */
export type Property = {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
  /** The value goes on, farther than anything is read. */
  readonly cut?: true
  /** What it says of its encoding is not known: its letters may be wrong. */
  readonly oddCharset?: true
}

const noParameters: ReadonlyMap<string, string> = new Map()
const blanks = /\s+/g

const capitals = (text: string) => text.replace(blanks, '').toUpperCase()

/** Index of the first `char` at or after `from` that stands outside double quotes, -1 when there is none. */
const outsideQuotes = (text: string, char: string, from: number): number => {
  let quoted = false
  for (let at = from; at < text.length; at++) {
    const here = text[at]
    if (here === '"') quoted = !quoted
    else if (here === char && !quoted) return at
  }
  return -1
}

/** vCalendar 1.0 writes them without the name of the parameter. */
const encodings: ReadonlySet<string> = new Set(['QUOTED-PRINTABLE', 'BASE64'])

const parametersOf = (text: string): Map<string, string> => {
  const parameters = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    const end = outsideQuotes(text, ';', at)
    const part = text.slice(at, end === -1 ? text.length : end)
    const equals = part.indexOf('=')
    if (equals === -1 && encodings.has(capitals(part))) parameters.set('ENCODING', capitals(part))
    if (equals > 0)
      parameters.set(
        capitals(part.slice(0, equals)),
        part
          .slice(equals + 1)
          .replaceAll('"', '')
          .trim(),
      )
    if (end === -1) break
    at = end + 1
  }
  return parameters
}

const ofDates = new Set(['DTSTART', 'DTEND', 'RECURRENCE-ID', 'EXDATE', 'RDATE'])
const startsLikeDate = /^\s*\d{4}/

/** Unquoted zone names may hold colons themselves (`TZID=(UTC+01:00) Berlin:2027…`): a date follows the last one. */
const withDateValue = (property: Property): Property => {
  const colon = property.value.lastIndexOf(':')
  const zone = property.parameters.get('TZID')
  if (zone === undefined || colon === -1 || startsLikeDate.test(property.value)) return property
  const parameters = new Map(property.parameters).set('TZID', `${zone}:${property.value.slice(0, colon)}`)
  return { ...property, parameters, value: property.value.slice(colon + 1) }
}

const parse = (text: string): Property | null => {
  const colon = text.indexOf(':')
  if (colon === -1) return null
  const semicolon = text.indexOf(';')
  if (semicolon === -1 || semicolon > colon)
    return { name: capitals(text.slice(0, colon)), parameters: noParameters, value: text.slice(colon + 1) }
  const end = outsideQuotes(text, ':', semicolon)
  // a quote that swallows the value (`TZID="Zone:20270601T090000"`) was never meant as one
  if (end === -1) return text.includes('"') ? parse(text.replaceAll('"', '')) : null
  const name = capitals(text.slice(0, semicolon))
  const parameters = parametersOf(text.slice(semicolon + 1, end))
  const property = { name, parameters, value: text.slice(end + 1) }
  return ofDates.has(name) ? withDateValue(property) : property
}

/**
 * Reads a content line leniently: blanks around names and parameters, quoted values, any case (spec 05 §8.1).
 * Null for a line that is none.
 */
export const readProperty = (line: Line): Property | null => {
  const written = parse(line.text)
  const property = written === null || written.parameters.size === 0 ? written : decoded(written)
  return line.cut && property !== null ? { ...property, cut: true } : property
}
