import type { By, CarriedItem } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import { inOneAct } from '../one-act.ts'
import { loadItem } from '../purged.ts'
import type { Written } from '../writing.ts'
import type { ItemRefusal } from './decide.ts'
import { askedBy, decided, type Scope } from './change.ts'
import type { ItemFact, SharedValues } from './state.ts'

/** An item of another service as it is there: its id and slug included. `by`: who created it. */
export type Brought<Values> = {
  readonly id: number
  readonly by: By
  readonly values: Values
  readonly carried: CarriedItem
}

/** `slug-taken`: an item that is here already has it, and the one that was brought must not get another. */
export type Carry<Values> = Written<Values, ItemRefusal | { readonly code: 'slug-taken' }>

/**
 * Records an item under the id that it has in another service, if nothing is there (spec 00 §6.5); the same again is
 * answered as done. The id has to be reserved beforehand. Nothing is settled, made or numbered: what is brought stays as
 * it is, in the trash or out of it.
 */
export const carryItem = async <Values extends SharedValues, Fact extends ItemFact<Values>>(
  { writing, kind }: Scope<Values, Fact>,
  { id, by, values, carried }: Brought<Values>,
  context: Context,
): Promise<Carry<Values>> => {
  const known = await loadItem(writing.store, kind, id)
  // one that was merged keeps its slug, which leads to the other
  const keepsSlug = values.status !== 'trash' || carried.trashed?.into !== undefined
  const needsClaim = known.state === null && keepsSlug && values.slug !== ''
  return inOneAct(writing, async through => {
    if (needsClaim && !(await through.claims.claimExactSlug(kind.noun, values.slug, id, context)).mine)
      return { ok: false, refusal: { code: 'slug-taken' } }
    const command = { ...askedBy(id, context), by, type: 'Carry', values, carried } as const
    return decided({ writing: through, kind }, command, context, known)
  })
}
