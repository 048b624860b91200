import type { ItemKind } from '../../shared/facts/common.ts'
/** What reply texts say about the site itself. */
export type Site = {
  readonly name: string
  /** Address without a trailing slash. */
  readonly url: string
  /** Host of the address as it stands in global ids. */
  readonly host: string
  /** Zone text (spec 04 §2). */
  readonly zone: string
  /** Where the address of a venue is shown, with `%s` for it; "" when there is no such place. */
  readonly mapLinkTemplate: string
  /** How people read dates and times, see `formatDate`. */
  readonly dateFormat: string
  readonly timeFormat: string
  readonly currency: { readonly symbol: string; readonly code: string; readonly position: string }
}

export const postTypes = { event: 'cal_events', venue: 'cal_venue', organizer: 'cal_organizer' } as const

/** Page by slug of a published item, by id of any other (spec 00 §5). */
export const pageUrl = (
  site: Site,
  kind: ItemKind,
  id: number,
  { status, slug }: { readonly status: string; readonly slug: string },
): string => (status === 'publish' && slug !== '' ? `${site.url}/${kind}/${slug}/` : guidOf(site, kind, id))

/** Address that never changes, whatever becomes of slug and status. */
export const guidOf = (site: Pick<Site, 'url'>, kind: ItemKind, id: number): string =>
  `${site.url}/?post_type=${postTypes[kind]}&p=${id}`

/** Address of a page with a place for the slug. */
export const pagePattern = (site: Site, kind: ItemKind): string => `${site.url}/${kind}/%slug%/`

/** Address of a first-generation route such as `/events/41` (spec 00 §1). */
export const calUrl = (site: Site, route: string): string =>
  `${site.url}/index.php?rest_route=/cal/events/v1${route}`

export const globalId = (site: Site, id: number): string => `${site.host}?id=${id}`
