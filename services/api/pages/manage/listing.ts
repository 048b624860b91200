import { userId, type UserId, type TermId, termId } from '../../../../shared/kernel/brands.ts'
import { SEARCH_LENGTH, SEARCH_WORDS } from '../../../../shared/limits/views.ts'

/** Rows on a page of a table of the desk. */
export const PER_PAGE = 50

/** As much of a search as is looked for. */
export const searchIn = (text: string): string =>
  text.trim().split(/\s+/).slice(0, SEARCH_WORDS).join(' ').slice(0, SEARCH_LENGTH)

/** Id that an address names; 0: none. */
export const idIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

/** User that an address or a form names; null: none. */
export const userIn = (text: string): UserId | null => {
  const id = idIn(text)
  return id === 0 ? null : userId(id)
}

/** The same of a category or tag. */
export const termIn = (text: string): TermId | null => {
  const id = idIn(text)
  return id === 0 ? null : termId(id)
}

/** The value that a text names; else the first. */
export const among = <Value extends string>(values: readonly Value[], text: string): Value =>
  values.find(value => value === text) ?? (values[0] as Value)

/** The address of a table, without what goes without saying. */
export const tableAddress = (
  path: string,
  said: readonly (readonly [name: string, value: string, isSaid: boolean])[],
): string => {
  const query = new URLSearchParams(
    said.flatMap(([name, value, is]) => (is ? [[name, value] as [string, string]] : [])),
  )
  return `${path}${query.size === 0 ? '' : `?${query.toString()}`}`
}

/** Rows that are read at once where all are looked at. */
const AT_ONCE = 500

/** All that there is, `most` at most, read one part after the other. */
export const everyOne = async <Row>(
  most: number,
  page: (skip: number, limit: number) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const all: Row[] = []
  while (all.length < most) {
    const rows = await page(all.length, Math.min(AT_ONCE, most - all.length))
    all.push(...rows)
    if (rows.length < AT_ONCE) break
  }
  return all
}
