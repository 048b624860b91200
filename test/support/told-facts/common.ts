import type { Changes, ToldFact } from '../../../projections/history/changes.ts'

/** One row per fact: what the history says of it, all of it. */
export type Table = {
  readonly [Type in ToldFact['type']]: readonly [fact: ToldFact & { readonly type: Type }, told: Changes]
}

export const origin = {
  importId: 'a1',
  source: 's',
  uid: 'u',
  occurrence: null,
  sequence: 1,
  lastModified: null,
} as const

export const common = {
  description: [null, ''],
  excerpt: [null, ''],
  slug: [null, ''],
  status: [null, 'publish'],
  publishedAt: [null, null],
  author: [null, 2],
  image: [null, null],
  lineage: [null, []],
  origin: [null, null],
  commentStatus: [null, 'open'],
  pingStatus: [null, 'open'],
  format: [null, 'standard'],
  template: [null, ''],
} as const satisfies Changes

/** Of an import, and of a schedule, which hands them on. */
export const toldSettings = {
  source: [null, 'School'],
  postStatus: [null, 'publish'],
  author: [null, 2],
  category: [null, null],
  updateAuthority: [null, 'overwrite'],
  interval: [null, 10],
  stallMinutes: [null, 60],
} as const satisfies Changes
