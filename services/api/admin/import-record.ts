import type {
  ImportQueries,
  ImportRecord,
  ImportRecordItem,
  ItemChoice,
} from '../../../projections/import-status/queries.ts'
import { Outcome } from '../../../shared/facts/import.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { type Input, optional } from '../platform/arguments/arguments.ts'
import { integer, oneOf } from '../platform/arguments/kinds.ts'

export const page = {
  from: optional(integer({ minimum: 1 }), { description: 'Position of the first item shown.' }),
  limit: optional(integer({ minimum: 0 }), {
    description:
      'How many items are shown at most, and how many ids of each list of activity: the last ones.',
  }),
  outcome: optional(oneOf([...Outcome.options, 'waiting', 'warned']), {
    description: 'Only items of this outcome, those that wait, or those with warnings.',
  }),
}

type Imports = Pick<ImportQueries, 'showImport' | 'itemsFrom' | 'chosenItems'>

type Part = Awaited<ReturnType<ImportQueries['itemsFrom']>>

/** Items of a choice read at once. */
const CHOSEN = 1_000

const partOf = async (
  imports: Imports,
  { importId, choice }: { readonly importId: string; readonly choice: ItemChoice | null },
  from: number,
  limit: number,
): Promise<Part> => {
  if (choice === null) return imports.itemsFrom(importId, from, limit)
  const { items, next } = await imports.chosenItems(importId, choice, {
    from,
    limit: Math.min(limit, CHOSEN),
  })
  return { items, next }
}

/** `items` is the last member: more of them can follow. */
const beginning = (record: ImportRecord, items: readonly ImportRecordItem[]): string =>
  JSON.stringify({ ...record, items }).slice(0, -']}'.length)

/**
 * The record of spec 05 §1, complete unless `limit` says otherwise; null: no such import. One with more items than are
 * read at once comes piece by piece, so that an import of any size is never in memory as a whole.
 */
export const recordOf = async (
  { imports }: { readonly imports: Imports },
  importId: string,
  { from = 1, limit = Infinity, outcome }: Partial<Input<typeof page>>,
): Promise<Answer | null> => {
  const which = { importId, choice: outcome ?? null }
  const record = await imports.showImport(importId, { newest: limit })
  if (record === null) return null
  const first = await partOf(imports, which, from, limit)
  if (first.next === null || first.items.length >= limit) return json(200, { ...record, items: first.items })
  const pieces = async function* (gone: AbortSignal) {
    yield beginning(record, first.items)
    let left = limit - first.items.length
    for (let at: number | null = first.next; at !== null && left > 0 && !gone.aborted;) {
      const { items, next }: Part = await partOf(imports, which, at, left)
      if (items.length > 0) yield `,${JSON.stringify(items).slice(1, -1)}`
      left -= items.length
      at = next
    }
    yield ']}'
  }
  return { status: 200, text: '', headers: [], pieces }
}
