import type { TermId } from '../../../../../shared/kernel/brands.ts'
import type { TermQueries } from '../../../../../projections/terms/queries.ts'
import type { Taxonomy } from '../../../../../shared/facts/term.ts'
import { MOST_ELEMENTS } from '../../../../../shared/limits/items.ts'
import { can } from '../../../../../shared/rights.ts'
import { termKinds } from '../../../cal-v1/terms/term-kinds.ts'
import type { Caller } from '../../../platform/call.ts'
import { tooLong } from '../names-typed.ts'
import type { Wrong } from './wrong.ts'

/** Terms that somebody typed: ids of those that there are, names of those that are to be made. */
type Typed = { readonly added: readonly (TermId | string)[]; readonly wrong: Wrong }

/** Finds what names with commas between them mean; what cannot be said is wrong with `field`. */
export const termsTyped = async (
  { byName }: Pick<TermQueries, 'byName'>,
  taxonomy: Taxonomy,
  field: string,
  text: string,
  caller: Caller,
): Promise<Typed> => {
  const { noun, right } = termKinds[taxonomy]
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
  const added: (TermId | string)[] = []
  const why: string[] = []
  if (names.length > MOST_ELEMENTS) why.push(`These are more than ${MOST_ELEMENTS} names.`)
  for (const name of names.slice(0, MOST_ELEMENTS)) {
    const long = tooLong(noun, name)
    const [known] = long === null ? await byName(taxonomy, name) : []
    if (long !== null) why.push(long)
    else if (known !== undefined) added.push(known._id)
    else if (!can(caller, right)) why.push(`There is no ${noun} called “${name}”, and you may not make one.`)
    else if (/^\d+$/.test(name)) why.push(`“${name}”: a new ${noun} needs a letter in its name.`)
    else added.push(name)
  }
  return { added, wrong: why.length === 0 ? {} : { [field]: [...new Set(why)].join(' ') } }
}
