/** What reply texts say about the site itself. */
export type Site = {
  readonly name: string
  /** Address without a trailing slash. */
  readonly url: string
  /** Host of the address as it stands in global ids. */
  readonly host: string
  /** Zone text (spec 04 §2). */
  readonly zone: string
  readonly currency: { readonly symbol: string; readonly code: string; readonly position: string }
}

export type ItemKind = 'event' | 'venue' | 'organizer'

const postTypes = { event: 'cal_events', venue: 'cal_venue', organizer: 'cal_organizer' } as const

/** Page by slug of a published item, by id of any other (spec 00 §5). */
export const pageUrl = (
  site: Site,
  kind: ItemKind,
  id: number,
  { status, slug }: { readonly status: string; readonly slug: string },
): string =>
  status === 'publish' && slug !== ''
    ? `${site.url}/${kind}/${slug}/`
    : `${site.url}/?post_type=${postTypes[kind]}&p=${id}`

/** Address of a first-generation route such as `/events/41` (spec 00 §1). */
export const calUrl = (site: Site, route: string): string =>
  `${site.url}/index.php?rest_route=/cal/events/v1${route}`

export const globalId = (site: Site, id: number): string => `${site.host}?id=${id}`
