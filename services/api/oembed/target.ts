import type { ItemKind } from '../../../shared/facts/common.ts'
import { rootOf } from '../../../shared/kernel/site-url.ts'
import { wholeNumberIn } from '../../../shared/kernel/whole-number.ts'

/** What an address of this site names. */
export type EmbedTarget =
  | { readonly by: 'slug'; readonly kind: ItemKind; readonly slug: string }
  /** `kind` null: whatever has the id. */
  | { readonly by: 'id'; readonly kind: ItemKind | null; readonly id: number }

const KINDS: Readonly<Record<string, ItemKind>> = {
  cal_events: 'event',
  cal_venue: 'venue',
  cal_organizer: 'organizer',
}

const byId = (query: URLSearchParams): EmbedTarget | null => {
  const id = wholeNumberIn(query.get('p') ?? '')
  const type = query.get('post_type')
  const kind = type === null ? null : KINDS[type]
  if (kind === undefined || id === null) return null
  return { by: 'id', kind, id }
}

/** Whether an address is one of this site, whatever its scheme (spec 06 §2.1). */
export const isOwn = (address: URL, baseUrl: string): boolean => {
  const base = new URL(baseUrl)
  return (
    (address.protocol === 'http:' || address.protocol === 'https:') &&
    address.hostname === base.hostname &&
    (address.port === base.port || address.port === '' || base.port === '')
  )
}

/** The item that an address of this site names; null: none. */
export const targetOf = (address: URL, baseUrl: string): EmbedTarget | null => {
  if (!isOwn(address, baseUrl)) return null
  const root = rootOf(baseUrl)
  if (!address.pathname.startsWith(`${root}/`)) return null
  const path = address.pathname.slice(root.length).replace(/\/$/, '')
  if (path === '' || path === '/index.php') return byId(address.searchParams)
  const [, kind, slug] = /^\/(event|venue|organizer)\/([^/]+)$/.exec(path) ?? []
  if (slug === undefined || (kind !== 'event' && kind !== 'venue' && kind !== 'organizer')) return null
  return { by: 'slug', kind, slug }
}
