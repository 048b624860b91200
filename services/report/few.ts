import { REPORT_LINES } from '../../shared/limits/history.ts'
import { line, type Line } from './told.ts'

/** The last line of a part that has more. */
export const moreLines = (more: number): readonly Line[] => (more === 0 ? [] : [line(`and ${more} more`, {})])

/** Keeps so many lines as a part of a report has, and counts the others. */
export const few = () => {
  const kept: Line[] = []
  let more = 0
  return {
    add: (one: Line): void => {
      if (kept.length < REPORT_LINES) kept.push(one)
      else more++
    },
    lines: (): readonly Line[] => [...kept, ...moreLines(more)],
  }
}
