import type {
  ImportQueries,
  ImportRecord,
  ImportRecordItem,
} from '../../../projections/import-status/queries.ts'
import { json, type Answer } from '../platform/answers/answer.ts'
import { optional, type Input } from '../platform/arguments/arguments.ts'
import { integer } from '../platform/arguments/kinds.ts'

export const page = {
  from: optional(integer({ minimum: 1 }), { description: 'Position of the first item shown.' }),
  limit: optional(integer({ minimum: 0 }), {
    description:
      'How many items are shown at most, and how many ids of each list of activity: the last ones.',
  }),
}

type Imports = Pick<ImportQueries, 'showImport' | 'itemsFrom'>

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
  { from = 1, limit = Infinity }: Input<typeof page>,
): Promise<Answer | null> => {
  const record = await imports.showImport(importId, { newest: limit })
  if (record === null) return null
  const first = await imports.itemsFrom(importId, from, limit)
  if (first.next === null || first.items.length >= limit) return json(200, { ...record, items: first.items })
  const pieces = async function* (gone: AbortSignal) {
    yield beginning(record, first.items)
    let left = limit - first.items.length
    for (let at: number | null = first.next; at !== null && left > 0 && !gone.aborted;) {
      const { items, next }: Awaited<ReturnType<Imports['itemsFrom']>> = await imports.itemsFrom(
        importId,
        at,
        left,
      )
      if (items.length > 0) yield `,${JSON.stringify(items).slice(1, -1)}`
      left -= items.length
      at = next
    }
    yield ']}'
  }
  return { status: 200, text: '', headers: [], pieces }
}
