import { atInstant, meanings, type Ms, type Point } from './times.ts'

/** When an event takes place, by the words of spec 04. */
export type Period = {
  readonly start: Ms
  readonly end: Ms
  readonly zone: string
  readonly startUtc: Ms
  readonly endUtc: Ms
  readonly allDay: boolean
}

export type SentEnd = { readonly wall?: Ms; readonly utc?: Ms }
export type SentPeriod = {
  readonly start?: SentEnd
  readonly end?: SentEnd
  /** Seconds. */
  readonly duration?: number
  readonly zone?: string
  readonly allDay?: boolean
}

export type Resolved =
  { readonly ok: true; readonly period: Period } | { readonly ok: false; readonly names: readonly string[] }

const DAY = 86_400_000
const dayOf = (at: Ms) => Math.floor(at / DAY) * DAY

/** undefined: local and UTC contradict each other; null: not sent. */
const sentPoint = (
  sent: SentEnd | undefined,
  zone: string,
  stored: Point | null,
): Point | null | undefined => {
  if (sent === undefined) return null
  const { wall, utc } = sent
  if (wall === undefined) return utc === undefined ? null : atInstant(zone, utc)
  const possible = [...(stored?.local === wall ? [stored] : []), ...meanings(zone, wall)]
  return utc === undefined ? possible[0] : possible.find(point => point.utc === utc)
}

const first = (zone: string, local: Ms): Point => {
  const [point] = meanings(zone, local)
  return point ?? { local, utc: local, asSent: local }
}

const away = (from: Point, seconds: number, sign: 1 | -1, zone: string, allDay: boolean): Point => {
  if (!allDay) return atInstant(zone, from.utc + sign * seconds * 1_000)
  const days = Math.max(1, Math.ceil(seconds / 86_400))
  return first(zone, dayOf(from.asSent) + sign * (days - 1) * DAY)
}

const wholeDays = (start: Point, end: Point, zone: string): Period => {
  const [from, until] = [dayOf(start.asSent), dayOf(end.asSent) + DAY - 1_000]
  return {
    ...{ start: from, end: until, zone, allDay: true },
    ...{ startUtc: first(zone, from).utc, endUtc: first(zone, until).utc },
  }
}

const timed = (start: Point, end: Point, zone: string): Period => {
  const moved = start.local !== start.asSent || end.local !== end.asSent
  const byGap = end.utc < start.utc && moved && end.asSent >= start.asSent
  const last = byGap ? start : end
  return {
    ...{ start: start.local, end: last.local, zone, allDay: false },
    ...{ startUtc: start.utc, endUtc: last.utc },
  }
}

/** The period after a write; `stored` null: a create. */
export const resolved = (sent: SentPeriod, stored: Period | null, siteZone: string): Resolved => {
  const zone = sent.zone ?? stored?.zone ?? siteZone
  const allDay = sent.allDay ?? stored?.allDay ?? false
  const same = stored?.zone === zone
  const kept = (local: Ms, utc: Ms): Point => (same ? { local, utc, asSent: local } : first(zone, local))
  const stays =
    stored === null
      ? null
      : { start: kept(stored.start, stored.startUtc), end: kept(stored.end, stored.endUtc) }
  const start = sentPoint(sent.start, zone, same && stays ? stays.start : null)
  const end = sentPoint(sent.end, zone, same && stays ? stays.end : null)
  const { duration } = sent
  const known = duration !== undefined
  const wrong = [
    ...(start === undefined ? ['start_date_utc'] : []),
    ...(end === undefined ? ['end_date_utc'] : []),
    ...(sent.start || stays || (sent.end && known) ? [] : ['start_date']),
    ...(sent.end || stays || (sent.start && known) ? [] : ['end_date']),
  ]
  if (start === undefined || end === undefined || wrong.length > 0) return { ok: false, names: wrong }

  const from = start ?? (end && known ? away(end, duration, -1, zone, allDay) : stays?.start)

  // what was read and is written back changes nothing
  const isRead =
    known && same && from?.utc === stored.startUtc && stored.endUtc - stored.startUtc === duration * 1_000
  const moved = known && from && !isRead ? away(from, duration, 1, zone, allDay) : stays?.end
  const until = end ?? moved
  if (from === undefined || until === undefined) throw new Error('a period without an end')

  const period = (allDay ? wholeDays : timed)(from, until, zone)
  const lengths = [until.utc - from.utc, period.endUtc - period.startUtc]
  if (start && end && known && !lengths.includes(duration * 1_000)) return { ok: false, names: ['duration'] }
  return period.endUtc < period.startUtc ? { ok: false, names: ['end_date'] } : { ok: true, period }
}
