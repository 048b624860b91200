export type Weekly = {
  readonly title: string
  /** RFC 5545 weekdays, e.g. `MO,WE`. */
  readonly days: string
  readonly from: string
  readonly to: string
  readonly place: string
  readonly host: string
  readonly category: string
  readonly text: string
}

export type School = {
  readonly key: string
  readonly name: string
  readonly zone: string
  readonly hosts: Readonly<Record<string, string>>
  readonly weekly: readonly Weekly[]
  readonly teams: readonly string[]
  readonly opponents: readonly string[]
  readonly grounds: readonly string[]
  readonly stage: string
  /** [title, month, day, days] with months from 8 (August) to 7 (July of the next year). */
  readonly holidays: readonly (readonly [string, number, number, number])[]
}

/** One row of the program. */
export const weekly = (
  title: string,
  days: string,
  from: string,
  to: string,
  place: string,
  host: string,
  category: string,
  text: string,
): Weekly => ({ title, days, from, to, place, host, category, text })
