import { ICS_LEVELS } from '../../../shared/limits/imports.ts'
import type { Property } from './property.ts'

/** A child of a calendar that is open, and the names of its parts that are, too. */
export type Open = { readonly name: string; readonly parts: string[] }

/** What a line does to an open child: a part begins, it is over, it was never finished; or the line speaks of it. */
export type Move = 'part' | 'end' | 'break' | 'property' | null

export const namedIn = (property: Property): string => property.value.trim().toUpperCase()

/** Calendars and events begin anew whatever is open. */
const beginsAnew = (name: string): boolean => name === 'VCALENDAR' || name === 'VEVENT'

/** Takes the line into `open.parts`. */
export const moveOf = (open: Open, property: Property): Move => {
  if (property.name === 'BEGIN') {
    const name = namedIn(property)
    if (beginsAnew(name)) return 'break'
    if (open.parts.length === ICS_LEVELS) return null
    open.parts.push(name)
    return 'part'
  }
  if (property.name !== 'END') return 'property'
  const name = namedIn(property)
  if (name === 'VCALENDAR') return 'break'
  if (name === open.name) return 'end'
  if (name === open.parts.at(-1)) open.parts.pop()
  return null
}
