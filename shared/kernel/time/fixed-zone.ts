/** Fixed offsets `UTC±h[:mm]` (spec 04 §2). */

const sent = /^(?:UTC([+-])(\d{1,2})(?::([0-5]\d)|\.(0|00|25|5|50|75))?|([+-])(\d{2}):([0-5]\d))$/i
const stored = /^UTC([+-])(\d{1,2})(?::(\d{2}))?$/

const HIGHEST = 14 * 60
const LOWEST = -12 * 60

const zoneOfMinutes = (minutes: number): string => {
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '-' : '+'}${Math.floor(size / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Normalised text of a fixed offset: `UTC+05.5`, `+05:30` → `UTC+5:30`; null when it is none of -12..+14 hours. */
export const fixedZone = (text: string): string | null => {
  const match = sent.exec(text)
  if (match === null) return null
  const [, sign = match[5], hours = match[6], minutes = match[7], fraction] = match
  const size =
    Number(hours) * 60 + (fraction === undefined ? Number(minutes ?? 0) : Number(`0.${fraction}`) * 60)
  const signed = sign === '-' ? -size : size
  return signed < LOWEST || signed > HIGHEST ? null : zoneOfMinutes(signed)
}

const offsets = new Map<string, number | null>()

/** Seconds east of UTC of a stored zone text, null when it is a name. */
export const fixedOffset = (zone: string): number | null => {
  const known = offsets.get(zone)
  if (known !== undefined) return known
  const [match, sign, hours, minutes = '0'] = stored.exec(zone) ?? []
  const size = Number(hours) * 3600 + Number(minutes) * 60
  const offset = match === undefined ? null : sign === '-' ? -size : size
  offsets.set(zone, offset)
  return offset
}
