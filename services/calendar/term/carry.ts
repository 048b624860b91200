import type { TermId } from '../../../shared/kernel/brands.ts'
import type { By, CarriedTerm } from '../../../shared/facts/common.ts'
import { termStream, type TermValues } from '../../../shared/facts/term.ts'
import { handle, load, type Context } from '../../handle.ts'
import { appendClaims } from '../claim-stream.ts'
import { termNameStream } from '../claims.ts'
import type { Writing } from '../writing.ts'
import type { TermRefusal } from './decide.ts'
import { term } from './term.ts'

/** A category or tag of another service as it is there. */
export type BroughtTerm = {
  readonly id: TermId
  readonly by: By
  readonly values: TermValues
  readonly carried: CarriedTerm
}

type CarryTerm =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: TermRefusal | { readonly code: 'slug-taken' } }

/** As `carryItem`. Terms of one name under one parent, which renaming makes, all hold it (spec 02 §9). */
export const carryTerm = async (
  { store, claims }: Writing,
  { id, by, values, carried }: BroughtTerm,
  context: Context,
): Promise<CarryTerm> => {
  const known = await load(store, term, termStream(id))
  if (known.state.status === 'absent') {
    const { mine } = await claims.claimExactSlug(values.taxonomy, values.slug, id, context)
    if (!mine) return { ok: false, refusal: { code: 'slug-taken' } }
    const name = termNameStream(values.taxonomy, values)
    await appendClaims(store, name, [{ type: 'Claimed', owner: id }], 'any', context)
  }
  const command = { type: 'Create', id, by, values, hiddenUntilLinked: false, carried } as const
  const result = await handle(store, term, termStream(id), command, context, known)
  return result.ok ? { ok: true } : result
}
