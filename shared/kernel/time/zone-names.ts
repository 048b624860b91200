import { zoneTable } from './zone-table.ts'

/** One stretch of a zone's history in which each offset has one abbreviation. */
type Span = { readonly until: number; readonly names: ReadonlyMap<number, string> }

const spanOf = (text: string): Span => {
  const colon = text.indexOf(':')
  const pairs = text.slice(colon + 1).split(',')
  return {
    until: colon === -1 ? Infinity : Number(text.slice(0, colon)),
    names: new Map(
      pairs.flatMap(pair => {
        const [name, offset] = pair.split('=')
        return name === undefined || offset === undefined ? [] : [[Number(offset), name] as const]
      }),
    ),
  }
}

const rows = zoneTable
  .trim()
  .split('\n')
  .flatMap(line => {
    const [names = '', spans = ''] = line.split('|')
    return names.split(' ').map(name => ({ name, spans }))
  })

const canonical = new Map(rows.map(({ name }) => [name.toLowerCase(), name]))
const spanTexts = new Map(rows.map(({ name, spans }) => [name, spans]))
const parsed = new Map<string, readonly Span[]>()

/** Every name of the tz database, links included, as spelled there. */
export const zoneNames: readonly string[] = rows.map(({ name }) => name)

/** The tz database spelling of a name in any case; null when it is no such name. */
export const canonicalName = (text: string): string | null => canonical.get(text.toLowerCase()) ?? null

const spansOf = (zone: string): readonly Span[] => {
  const known = parsed.get(zone)
  if (known !== undefined) return known
  const spans = (spanTexts.get(zone) ?? '').split(';').map(spanOf)
  parsed.set(zone, spans)
  return spans
}

const numeric = (offset: number): string => {
  const minutes = Math.floor(Math.abs(offset) / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(n => String(n).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours ?? ''}${rest === '00' ? '' : (rest ?? '')}`
}

/** The letters in use at an instant with that offset, both in seconds; `-03`, `+0530` where there are none. */
export const abbreviationOf = (zone: string, instant: number, offset: number): string =>
  spansOf(zone)
    .find(({ until }) => instant < until)
    ?.names.get(offset) ?? numeric(offset)
