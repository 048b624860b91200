import { termId, type TermId } from '../../../../../shared/kernel/brands.ts'
import type { TermQueries } from '../../../../../projections/terms/queries.ts'
import { MOST_ELEMENTS } from '../../../../../shared/limits/items.ts'
import { newTermValues } from '../../../../calendar/values.ts'
import type { Context } from '../../../../handle.ts'
import type { TermDeps } from '../../../cal-v1/terms/term-deps.ts'
import { termName } from '../../../platform/arguments/kinds.ts'
import type { Call } from '../../../platform/call.ts'
import { idsIn } from '../form/id-list.ts'
import type { Fields } from '../form/merge.ts'
import { ADDED_TAGS } from '../form/tags.ts'
import { termsTyped } from '../form/terms-typed.ts'
import type { Wrong } from '../form/wrong.ts'

/** Where tags are found, and new ones made. */
export type TagDeps = {
  readonly terms: Pick<TermQueries, 'byIds' | 'byName'>
  readonly writes: Pick<TermDeps['writes'], 'create'>
}

/** Tags of a venue or organizer as a form means them. */
export type TagsSent = {
  readonly wrong: Wrong
  /** Their ids; makes those that there are not yet. */
  readonly tagsMade: (context: Context) => Promise<readonly TermId[]>
}

/** Of the name, which somebody else may have made in between. */
const made = async ({ writes }: TagDeps, name: string, context: Context): Promise<TermId> => {
  const values = newTermValues({ taxonomy: 'post_tag', name, slug: '', description: '', parent: null })
  const written = await writes.create(values, context)
  if (written.ok) return written.id
  if (written.refusal.code === 'term_exists') return written.refusal.termId
  throw new Error(`a tag was not made: ${written.refusal.code}`)
}

/** The first of these that is no tag. */
const lostOf = async ({ terms }: TagDeps, ids: readonly TermId[]): Promise<TermId | undefined> => {
  const found = await terms.byIds(ids)
  return ids.find(id => !found.some(({ _id, taxonomy }) => _id === id && taxonomy === 'post_tag'))
}

/** Finds the tags of a form; nothing is made before everything else of it is in order. */
export const tagsSent = async (deps: TagDeps, typed: Fields, { caller, at }: Call): Promise<TagsSent> => {
  const text = typed[ADDED_TAGS] ?? ''
  const { added, wrong } = await termsTyped(deps.terms, 'post_tag', ADDED_TAGS, text, caller)
  const had = idsIn(typed['tags'] ?? '')
    .slice(0, MOST_ELEMENTS + 1)
    .map(termId)
  const ids = [...new Set([...had, ...added.filter(one => typeof one === 'number')])]
  const names: string[] = []
  const why = Object.values(wrong)
  for (const name of added.filter(one => typeof one === 'string')) {
    const read = termName().read(name, 'A tag', at)
    if (read.ok) names.push(read.value)
    else why.push(read.problem.message)
  }
  if (ids.length + names.length > MOST_ELEMENTS) why.push(`There are at most ${MOST_ELEMENTS} tags.`)
  const lost = await lostOf(deps, ids)
  if (lost !== undefined) why.push(`There is no tag with the number ${lost}.`)
  return {
    wrong: why.length === 0 ? {} : { [ADDED_TAGS]: why.join(' ') },
    tagsMade: async context => {
      const tags = new Set(ids)
      for (const name of names) tags.add(await made(deps, name, context))
      return [...tags]
    },
  }
}
