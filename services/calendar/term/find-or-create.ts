import { termId, type TermId, type StreamName } from '../../../shared/kernel/brands.ts'
import { RevisionConflict, type Position } from '../../../shared/event-store/port.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import { holdersOf } from '../claim-stream.ts'
import { newTermValues } from '../values.ts'
import { formerNameStreams, termNameStream } from '../claims.ts'
import { inOneAct } from '../one-act.ts'
import type { Writing } from '../writing.ts'
import { standAgain, standingTerm } from './standing.ts'
import { createTermAs } from './write.ts'

const ATTEMPTS = 16

export type FoundTerm = { readonly id: TermId; readonly created: boolean; readonly position: Position | null }

const liveHolder = async (
  { store }: Writing,
  taxonomy: Taxonomy,
  stream: StreamName,
): Promise<FoundTerm | null> => {
  for (const { owner } of (await holdersOf(store, stream)).holders) {
    const found = await standingTerm(store, termId(owner))
    if (found?.values.taxonomy === taxonomy) return { id: found.id, created: false, position: null }
  }
  return null
}

/** By `first`, then by the other; null: no such term. Names are looked up at the top level. */
const findTerm = async (
  writing: Writing,
  taxonomy: Taxonomy,
  name: string,
  first: 'name' | 'slug',
): Promise<FoundTerm | null> => {
  const named = { name, parent: null }
  const byName = async () => {
    for (const stream of [termNameStream(taxonomy, named), ...formerNameStreams(taxonomy, named)]) {
      const found = await liveHolder(writing, taxonomy, stream)
      if (found !== null) return found
    }
    return null
  }
  const slug = slugOf(name)
  const bySlug = () => (slug === '' ? null : liveHolder(writing, taxonomy, slugStream(taxonomy, slug)))
  return first === 'name' ? ((await byName()) ?? (await bySlug())) : ((await bySlug()) ?? (await byName()))
}

/**
 * The term of that name or slug, or a new one at the top level that readers see once an event is assigned to it.
 * `name` is plain text. Simultaneous requests for one name end with one term.
 */
export const findOrCreateTerm = async (
  writing: Writing,
  taxonomy: Taxonomy,
  name: string,
  first: 'name' | 'slug',
  context: Context,
): Promise<FoundTerm> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const found = await findTerm(writing, taxonomy, name, first)
    if (found !== null) return found
    const mine = termId(await writing.ids.next('term', context))
    const values = newTermValues({ taxonomy, name })
    const { owner, created } = await inOneAct(writing, async through => {
      const claimed = await through.claims.claimTermName(taxonomy, { name, parent: null }, mine, context)
      const owner = termId(claimed.owner)
      // a name promised to somebody whose term has not come yet: creating it under that id makes both creates one
      const isDrawn = owner === mine
      const sent = { values, hiddenUntilLinked: true, isDrawn }
      return { owner, created: await createTermAs(through, owner, sent, context) }
    })
    if (created.ok) return { id: created.id, created: true, position: created.position }
    const again = await standAgain(writing.store, owner, context)
    if (again !== null) return { id: owner, created: false, ...again }
  }
  throw new RevisionConflict(termNameStream(taxonomy, { name, parent: null }))
}
