import type { HistoryQueries, RecentEntry } from '../../../../projections/history/queries.ts'
import { joined, namesOf, type NameDeps, type NamedKind, type Names, type WantedNames } from './names.ts'

/** An entry with the thing it is about, by the names of addresses, and what that is called now. */
export type RecentLine = { readonly entry: RecentEntry; readonly type: string; readonly name: string | null }

/** Entries of a page of the history, and of its feed. */
export const HISTORY_PAGE = 50

export type LinesDeps = NameDeps & { readonly history: HistoryQueries }

/** Events and the like have names; users have logins. */
export const nameOf = (names: Names, type: string, id: string): string | null =>
  ['event', 'venue', 'organizer', 'category', 'tag', 'user'].includes(type)
    ? names(type as NamedKind, Number(id))
    : null

export const itself = (type: string, id: string): WantedNames => {
  const kind = type === 'category' || type === 'tag' ? 'term' : type
  return ['event', 'venue', 'organizer', 'term'].includes(kind) ? { [kind]: [Number(id)] } : {}
}

/** Categories and tags have one sequence of ids; what is left of a deleted one still tells which it was. */
const taxonomyOf = async ({ historyOf }: HistoryQueries, id: number): Promise<'category' | 'tag'> =>
  ((await historyOf('tag', id, { limit: 1 })) ?? []).length > 0 ? 'tag' : 'category'

/** Entries of the history of everything, with the names of what they are about. */
export const linesOf = async (
  deps: LinesDeps,
  entries: readonly RecentEntry[],
): Promise<readonly RecentLine[]> => {
  const names = await namesOf(deps, joined(entries.map(({ kind, id }) => itself(kind, id))))
  const terms = [...new Set(entries.filter(({ kind }) => kind === 'term').map(({ id }) => id))]
  const taxonomies = new Map(
    await Promise.all(terms.map(async id => [id, await taxonomyOf(deps.history, Number(id))] as const)),
  )
  return entries.map(entry => {
    const type = entry.kind === 'term' ? (taxonomies.get(entry.id) ?? 'category') : entry.kind
    return { entry, type, name: nameOf(names, type, entry.id) }
  })
}
