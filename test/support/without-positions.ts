import type { Told } from './script/teller.ts'

/** What tells one state of a list from another is made of positions in the log: whether a list has it is compared. */
const withoutMark = (told: Told): Told =>
  'etag' in told.headers && 'x-cal-total' in told.headers
    ? { ...told, headers: { ...told.headers, etag: 'that of its positions' } }
    : told

/**
 * Positions in the log are each log's own: histories, and the revisions of records of imports, are compared without
 * them and without the length they have.
 */
const withoutPositions = (told: Told): Told => {
  if (!/\/admin\/(?:history|imports)\//.test(told.request)) return withoutMark(told)
  const headers = { ...told.headers, 'content-length': 'that of its positions' }
  return { ...told, headers, text: told.text.replaceAll(/"(position|revision)":\d+/g, '"$1":0') }
}

/** The answers in which two services differ. */
export const differingIn = (one: readonly Told[], other: readonly Told[]) =>
  one.flatMap((told, n) => {
    const found = other[n]
    const [here, there] = [withoutPositions(told), found === undefined ? null : withoutPositions(found)]
    return JSON.stringify(here) === JSON.stringify(there) ? [] : [{ here, there }]
  })
