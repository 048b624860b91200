/** Milliseconds of a wall clock as if it were UTC, or of an instant. */
export type Ms = number

export const ms = (text: string): Ms => Date.parse(`${text.replace(' ', 'T')}Z`)
export const text = (at: Ms): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

const DAY = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** How far clocks of the zone are ahead of UTC at an instant. */
export const offset = (zone: string, at: Ms): Ms => {
  if (zone === 'UTC') return 0
  if (zone === 'UTC+5:30') return 19_800_000
  const known =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(zone, known)
  return ms(known.format(at)) - at
}

export type Point = { readonly local: Ms; readonly utc: Ms; readonly asSent: Ms }

export const atInstant = (zone: string, utc: Ms): Point => {
  const local = utc + offset(zone, utc)
  return { local, utc, asSent: local }
}

/** What a wall clock means: one instant, two of which the first comes first, or, inside a gap, the moved one. */
export const meanings = (zone: string, local: Ms): readonly Point[] => {
  const [before, after] = [offset(zone, local - DAY), offset(zone, local + DAY)]
  const found = [...new Set([local - before, local - after])]
    .filter(utc => utc + offset(zone, utc) === local)
    .sort((a, b) => a - b)
    .map(utc => ({ local, utc, asSent: local }))
  return found.length > 0 ? found : [{ local: local + after - before, utc: local - before, asSent: local }]
}
