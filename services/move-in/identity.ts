import type { ItemKind } from '../../shared/facts/common.ts'

/** What moves in, in the order in which one may name the other. */
export const MOVED_KINDS = ['category', 'tag', 'image', 'venue', 'organizer', 'event'] as const
export type MovedKind = (typeof MOVED_KINDS)[number]

export const isItemKind = (kind: MovedKind): kind is ItemKind =>
  kind === 'event' || kind === 'venue' || kind === 'organizer'

/**
 * How a thing of another calendar is known here for good (spec 05 §15): the key of its claim of identity. Lines, because
 * neither holds one. `source`: host and path of that calendar.
 */
export const movedKey = (source: string, kind: MovedKind, id: number): string =>
  ['move-in', source, kind, String(id)].join('\n')

/** One name for a calendar, whichever way its address is written: host and path. null: it is no address of the web. */
export const sourceOf = (address: string): string | null => {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return `${url.host}${url.pathname.replace(/\/+$/, '')}`.toLowerCase()
}
