import type { Document } from 'mongodb'
import type { Collection, Doc, Filter, FindOptions } from '../../../shared/documents/port.ts'
import type { Database } from './held.ts'
import { Refused } from './refused.ts'

const NO_SUCH_STAGE = 40_324

/** The second member is a sum of ones, whatever its name. */
type Group = {
  readonly _id: number | { readonly $ifNull: readonly [string, null] } | null
  readonly [as: string]: unknown
}

/** A stage of a pipeline, of those that the adapter uses. */
export type Stage = {
  readonly $match?: Filter
  readonly $sort?: FindOptions['sort'] & object
  readonly $skip?: number
  readonly $limit?: number
  /** How many there are, or how many have which value of a member. */
  readonly $group?: Group
  readonly $project?: Document
  readonly $unionWith?: { readonly coll: string; readonly pipeline: readonly Stage[] }
}

/** Stages that say what is looked for: they stand before all others. */
const ASKING = ['$match', '$sort', '$skip', '$limit'] as const
const isAsking = (stage: Stage) => ASKING.some(name => name in stage)

/** The documents that a pipeline answers. Throws Refused, UnsupportedQuery. */
export const aggregated = async (
  held: Database,
  name: string,
  stages: readonly Stage[],
): Promise<readonly Document[]> => {
  const end = stages.findIndex(stage => !isAsking(stage))
  const [first, ...others] = end < 0 ? [] : stages.slice(end)
  const asking = (end < 0 ? stages : stages.slice(0, end)).reduce((all, stage) => ({ ...all, ...stage }), {})
  const rows = await held.collection(name)
  if (first?.$group !== undefined) return shaped(held, await grouped(rows, asking, first.$group), others)
  return shaped(held, await foundBy(rows, asking), first === undefined ? [] : [first, ...others])
}

/** What was found, as the stages behind it show it. */
const shaped = async (held: Database, found: readonly Document[], stages: readonly Stage[]) => {
  let shown = found
  for (const stage of stages) {
    const { $project, $unionWith } = stage
    if ($project !== undefined) shown = shown.map(document => projected(document, $project))
    else if ($unionWith !== undefined)
      shown = [...shown, ...(await aggregated(held, $unionWith.coll, $unionWith.pipeline))]
    else throw new Refused(NO_SUCH_STAGE, `${Object.keys(stage).join()} is not known here, or not there`)
  }
  return shown
}

const foundBy = (rows: Collection<Doc>, { $match = {}, $sort = {}, $skip = 0, $limit = Infinity }: Stage) =>
  rows.find($match, { sort: $sort, skip: $skip, limit: $limit })

const grouped = async (
  rows: Collection<Doc>,
  { $match = {}, $limit = Infinity }: Stage,
  { _id, ...sums }: Group,
): Promise<readonly Document[]> => {
  const [as = 'n'] = Object.keys(sums)
  if (typeof _id === 'object' && _id !== null) {
    const tallies = await rows.tally($match, _id.$ifNull[0].slice(1), $limit)
    return tallies.map(({ value, count }) => ({ _id: value, [as]: count }))
  }
  const count = await rows.count($match)
  return count === 0 ? [] : [{ _id, [as]: count }]
}

/** How a member is shown: as it is (1), as the whole document, as another member, or as a value. */
type Shown = 1 | string | { readonly $literal: unknown }

const projected = (document: Readonly<Record<string, unknown>>, { _id, ...shown }: Document): Document => {
  const valueOf = (name: string, how: Shown): unknown => {
    if (how === 1) return document[name]
    if (how === '$$ROOT') return document
    return typeof how === 'string' ? document[how.slice(1)] : how.$literal
  }
  const members: Record<string, unknown> = _id === 0 ? {} : { _id: document['_id'] }
  for (const [name, how] of Object.entries<Shown>(shown)) members[name] = valueOf(name, how)
  return members
}
