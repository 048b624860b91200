import type { Told } from './script/teller.ts'

/** A list of events, of either generation: it tells how many there are. */
const isOfEvents = ({ request, headers }: Told): boolean =>
  ('x-cal-total' in headers && request.includes('/events/v1/events')) ||
  ('x-core-total' in headers && request.includes('/calx/v1/events'))

/**
 * For services that each recorded what they were told: the ETag of a list of events is made of ids of records, so that
 * only whether a list has one is compared. A copy of a log has the same ids.
 */
export const withoutListTags = (told: readonly Told[]): readonly Told[] =>
  told.map(one =>
    'etag' in one.headers && isOfEvents(one)
      ? { ...one, headers: { ...one.headers, etag: 'that of its records' } }
      : one,
  )

/**
 * Positions in the log are each log's own: histories, and the revisions of records of imports, are compared without
 * them and without the length they have.
 */
const withoutPositions = (told: Told): Told => {
  if (!/\/admin\/(?:history|imports)\//.test(told.request)) return told
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
