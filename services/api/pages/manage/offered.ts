import { userId, type EpochMs, type TermId } from '../../../../shared/kernel/brands.ts'
import type { DirectoryQueries } from '../../../../projections/items/directory-queries.ts'
import type { ImportQueries } from '../../../../projections/import-status/queries.ts'
import type { TermQueries } from '../../../../projections/terms/queries.ts'
import type { OrganizerValues } from '../../../../shared/facts/organizer.ts'
import type { VenueValues } from '../../../../shared/facts/venue.ts'
import { PROPOSED_BYTES, PROPOSED_NAMES } from '../../../../shared/limits/desk.ts'
import { can } from '../../../../shared/rights.ts'
import type { UsersInMemory } from '../../../accounts/users-in-memory.ts'
import type { Caller } from '../../platform/call.ts'
import { nameOf } from '../items/objects.ts'
import type { Choice } from './controls.ts'
import { proposedNames } from './names-typed.ts'
import { termsFor, treeOf } from './terms.ts'
import { thatFit } from './that-fit.ts'
import { cut } from './words.ts'

export type Directory<Values> = Pick<DirectoryQueries<Values>, 'byIds' | 'byName' | 'list'>

/** Where the desk finds what there is to choose from. */
export type OfferDeps = {
  readonly venues: Directory<VenueValues>
  readonly organizers: Directory<OrganizerValues>
  readonly terms: Pick<TermQueries, 'list' | 'byIds' | 'bySlug' | 'byName' | 'withDescendants'>
  readonly users: Pick<UsersInMemory, 'all' | 'byId'>
  readonly imports: Pick<ImportQueries, 'listImports' | 'showImport'>
}

/** Names of published venues or organizers, the newest ones. */
export const namesIn = async (
  { list }: Pick<Directory<{ readonly name: string }>, 'list'>,
  viewer: Caller,
): Promise<readonly string[]> => {
  const { rows } = await list({ viewer, statuses: ['publish'], skip: 0, limit: PROPOSED_NAMES })
  return proposedNames(rows).toSorted((a, b) => a.localeCompare(b, 'en'))
}

/** Categories to choose one of, those below others moved in; the one of `id` is among them. */
export const categoryChoices = async (
  terms: OfferDeps['terms'],
  id: TermId | null,
): Promise<readonly Choice[]> => {
  const all = await termsFor(terms, 'cal_events_cat', id === null ? [] : [id])
  return treeOf(all).map(({ term, depth }) => [
    String(term._id),
    `${'– '.repeat(depth)}${cut(nameOf(term.values.name))}`,
  ])
}

/** Users who may have events; `id`: one that is among them in any case. */
export const authorChoices = (users: OfferDeps['users'], id: number | null): readonly Choice[] => {
  const first = users
    .all()
    .filter(user => can(user, 'create'))
    .toSorted((a, b) => (a.login < b.login ? -1 : 1))
    .slice(0, PROPOSED_NAMES)
  const writers = thatFit(first, PROPOSED_BYTES, ({ login }) => login)
  const known = id === null || writers.some(user => user.id === id)
  const own = known ? [] : [[String(id), users.byId(userId(id))?.login ?? `User ${id}`] as const]
  return [...own, ...writers.map(user => [String(user.id), user.login] as const)]
}

/** Names of the sources of the latest imports, as many as have room. */
export const sourcesIn = async (
  { listImports }: Pick<ImportQueries, 'listImports'>,
  nowMs: EpochMs,
): Promise<readonly string[]> => {
  const { imports } = await listImports({ skip: 0, limit: PROPOSED_NAMES, nowMs })
  return thatFit([...new Set(imports.map(({ source }) => source))], PROPOSED_BYTES, source => source)
}
