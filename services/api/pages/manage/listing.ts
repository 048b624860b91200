import { SEARCH_LENGTH, SEARCH_WORDS } from '../../../../shared/limits.ts'

/** Rows on a page of a table of the desk. */
export const PER_PAGE = 50

/** As much of a search as is looked for. */
export const searchIn = (text: string): string =>
  text.trim().split(/\s+/).slice(0, SEARCH_WORDS).join(' ').slice(0, SEARCH_LENGTH)

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
