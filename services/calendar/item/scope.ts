import { itemStream } from '../purged.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import { handle, type Context, type Handled, type Loaded, byOf, instantOf } from '../../handle.ts'
import type { Writing, Written } from '../writing.ts'
import type { ItemCommand, ItemRefusal } from './decide.ts'
import type { Kind } from './kind.ts'
import type { ItemState, SharedValues } from './state.ts'

export type ItemWritten<Values> = Written<Values, ItemRefusal>

/** What every operation on an item works with. */
export type Scope<Values, Fact> = { readonly writing: Writing; readonly kind: Kind<Values, Fact> }

export const askedBy = (id: number, context: Context) => ({ id, by: byOf(context), at: instantOf(context) })

/** What a slug is made from when none was sent. */
export const slugFrom = <Values, Fact>(kind: Kind<Values, Fact>, values: Values, id: number): string =>
  slugOf(kind.named(values)) || String(id)

const written = <Values extends SharedValues>(
  id: number,
  handled: Handled<ItemState<Values>, ItemRefusal>,
): ItemWritten<Values> => {
  if (!handled.ok) return handled
  const { state, revision, position } = handled
  if (state === null) throw new TypeError('an accepted command leaves an item')
  return { ok: true, id, values: state.values, revision, position }
}

/** A slug claimed for a command that then did not use it is not given back here: the claim runs out by itself. */
export const decided = async <Values extends SharedValues, Fact>(
  { writing: { store }, kind: { noun, aggregate } }: Scope<Values, Fact>,
  command: ItemCommand<Values>,
  context: Context,
  known?: Loaded<ItemState<Values>>,
): Promise<ItemWritten<Values>> =>
  written(command.id, await handle(store, aggregate, itemStream(noun, command.id), command, context, known))
