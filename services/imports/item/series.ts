import { toLocal } from '../../../shared/kernel/time/zone.ts'
import { utcTime } from '../../../shared/kernel/brands.ts'

/** An event that a source brought as an occurrence of a series; `zone`: of the event. */
export type OldOccurrence = { readonly id: number; readonly occurrence: string; readonly zone: string }

/** What becomes of a series that its source brings again. */
export type Revised = {
  /** Occurrence → event: the same original start. */
  readonly same: ReadonlyMap<string, number>
  /** Occurrence → event: another original start on the same local day. */
  readonly moved: ReadonlyMap<string, number>
  readonly created: readonly string[]
  /** Events that the source no longer has. */
  readonly left: readonly OldOccurrence[]
}

/** Local days of original starts, both inclusive. */
export type DaySpan = { readonly from: string; readonly to: string }

/** From the first day of both to the last. */
export const spanOf = (one: DaySpan, other: DaySpan): DaySpan => ({
  from: one.from < other.from ? one.from : other.from,
  to: one.to > other.to ? one.to : other.to,
})

const INSTANT = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d):?(\d\d)Z$/
const DATE = /^(\d{4})-?(\d\d)-?(\d\d)/

/** The local day of an original start (`item.occurrence`): instants in a zone, dates and wall clocks as they stand. */
export const dayOf = (occurrence: string, zone: string): string | null => {
  const instant = INSTANT.exec(occurrence)
  if (instant !== null) {
    const [, year, month, day, hour, minute, second] = instant
    return toLocal(utcTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`), zone).slice(0, 10)
  }
  const date = DATE.exec(occurrence)
  return date === null ? null : date.slice(1, 4).join('-')
}

const byDay = <Element>(elements: readonly Element[], dayOfOne: (element: Element) => string | null) => {
  const days = new Map<string, Element[]>()
  for (const element of elements) {
    const day = dayOfOne(element)
    if (day === null) continue
    const others = days.get(day)
    if (others === undefined) days.set(day, [element])
    else others.push(element)
  }
  return days
}

const ascending = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

/** Those of one zone, of which the first is moved to the first of the same day, and so on. */
const movedIn = (
  zone: string,
  olds: readonly OldOccurrence[],
  brought: readonly string[],
): ReadonlyMap<string, number> => {
  const oldDays = byDay(olds, ({ occurrence }) => dayOf(occurrence, zone))
  const moved = new Map<string, number>()
  for (const [day, occurrences] of byDay(brought, occurrence => dayOf(occurrence, zone))) {
    const partners = (oldDays.get(day) ?? []).toSorted((a, b) => ascending(a.occurrence, b.occurrence))
    for (const [n, occurrence] of occurrences.toSorted(ascending).entries()) {
      const partner = partners[n]
      if (partner !== undefined) moved.set(occurrence, partner.id)
    }
  }
  return moved
}

/**
 * Compares occurrences that a source brought before with those that it brings now (spec 05 §5): the same original start
 * is the same event; else one on the same local day that has no partner is moved; what is left over is new, or no
 * longer there. Each event and each occurrence is named once, and the same again gives the same.
 */
export const reviseSeries = (olds: readonly OldOccurrence[], brought: readonly string[]): Revised => {
  const known = new Map(olds.map(({ occurrence, id }) => [occurrence, id]))
  const same = new Map<string, number>()
  const fresh = new Set<string>()
  for (const occurrence of brought) {
    const id = known.get(occurrence)
    if (id === undefined) fresh.add(occurrence)
    else same.set(occurrence, id)
  }
  const taken = new Set(same.values())
  const moved = new Map<string, number>()
  for (const zone of new Set(olds.map(old => old.zone))) {
    const free = olds.filter(old => old.zone === zone && !taken.has(old.id))
    for (const [occurrence, id] of movedIn(zone, free, [...fresh])) {
      moved.set(occurrence, id)
      taken.add(id)
      fresh.delete(occurrence)
    }
  }
  return { same, moved, created: [...fresh], left: olds.filter(({ id }) => !taken.has(id)) }
}

/** Whether an original start is inside what a series covers. */
export const isCovered = ({ occurrence, zone }: OldOccurrence, { from, to }: DaySpan): boolean => {
  const day = dayOf(occurrence, zone)
  return day !== null && day >= from && day <= to
}
