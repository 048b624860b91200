import { z } from 'zod'
import { ItemStatus, Origin } from '../facts/common.ts'
import { ImageId, UtcTime, nobody, UserIdOrNobody } from '../kernel/brands.ts'
import { html, own } from './member.ts'

const turns = z.enum(['open', 'closed'])
const option = { fact: 'PostOptionsChanged' } as const

/**
 * Members that every calendar item (event, venue, organizer) has. Both generations take and show them by rules of their
 * own: a new one is no row alone.
 */
export const itemMembers = {
  description: html({
    word: 'Text',
    fact: 'Described',
    differs: 'compared',
    searched: true,
    imported: { as: 'description', columns: ['description'], rowsOnly: true, clears: true },
  }),
  excerpt: html({ word: 'Summary', fact: 'Described', searched: true }),
  /** "" while a draft was never public (spec 02 §1.1). */
  slug: own(z.string(), '', { word: 'Address of the page', fact: 'SlugChanged' }),
  /** Of a new one the caller decides. */
  status: { ...own(ItemStatus, 'draft', { word: 'Status' }), purged: 'trash' as const },
  /** Publication date, UTC; null: never set, the creation instant counts. */
  publishedAt: own(UtcTime.nullable(), null, { word: 'Published' }),
  author: own(UserIdOrNobody, nobody, { word: 'Author', fact: 'Reattributed', names: 'user' }),
  image: own(ImageId.nullable(), null, {
    word: 'Picture',
    fact: 'Illustrated',
    names: 'image',
    differs: 'compared',
    imported: { as: 'image', columns: ['image', 'featuredimage'], clears: true },
  }),
  /** "" = not protected. */
  password: own(z.string(), '', { word: 'Password', fact: 'Protected' }),
  /** Global ids received by import (spec 02 §1.1 `global_id_lineage` without the own one). */
  lineage: own(z.array(z.string()), [], { word: 'Ids elsewhere', fact: 'OriginNoted' }),
  origin: own(Origin.nullable(), null, { word: 'Source', fact: 'OriginNoted' }),
  commentStatus: { ...own(turns, 'open', { word: 'Comments', ...option }), purged: 'closed' as const },
  pingStatus: { ...own(turns, 'open', { word: 'Pings', ...option }), purged: 'closed' as const },
  format: { ...own(z.string(), 'standard', { word: 'Format', ...option }), purged: '' },
  template: own(z.string(), '', { word: 'Template', ...option }),
}
