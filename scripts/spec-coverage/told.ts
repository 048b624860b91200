import { isNamed, sectionsIn } from './named.ts'
import type { Row } from './rules.ts'

/** Rows that no test tells of: a test of the section that repeats the label of the row is about the row. */
export const untold = (rows: readonly Row[], titles: readonly string[]): readonly Row[] => {
  const known = titles.map(title => ({ text: title.toLowerCase(), sections: new Set(sectionsIn(title)) }))
  const naming = new Map(
    [...new Set(rows.map(({ section }) => section))].map(section => [
      section,
      known.filter(({ sections }) => isNamed(section, sections)).map(({ text }) => text),
    ]),
  )
  return rows.filter(
    ({ section, label }) => naming.get(section)?.some(text => text.includes(label.toLowerCase())) !== true,
  )
}
