import { nameStream } from '../../../shared/facts/claim.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import type { Context } from '../../handle.ts'
import { appendClaims } from '../claim-stream.ts'
import type { Scope } from '../item/scope.ts'
import type { ItemFact } from '../item/state.ts'
import { itemWriter, type ItemWriter } from '../item/write.ts'
import { bestEffort } from '../writing.ts'
import { findOrCreate, type EntryValues, type Found, type Wanted } from './find-or-create.ts'

/** The writes of venues or organizers. */
export type DirectoryWriter<Values> = ItemWriter<Values> & {
  readonly findOrCreate: (wanted: Wanted<Values>, context: Context) => Promise<Found<Values>>
}

/**
 * Venues and organizers: names may be shared, but the log keeps who has which, so that simultaneous equal requests
 * end with one item (spec 02 §6). A name stream may list items that were renamed since; their own stream counts.
 */
export const directoryWriter = <Values extends EntryValues, Fact extends ItemFact<Values>>(
  scope: Scope<Values, Fact>,
): DirectoryWriter<Values> => {
  const { writing, kind } = scope
  const writer = itemWriter(scope)

  const noteName = async (id: number, name: string, context: Context): Promise<void> => {
    const stream = nameStream(kind.noun, foldName(name))
    await appendClaims(writing.store, stream, [{ type: 'Claimed', owner: id }], 'any', context)
  }

  return {
    ...writer,
    /** Always a new one, whatever its name. */
    create: async (sent, context) => {
      const result = await writer.create(sent, context)
      if (result.ok && result.position !== null)
        await bestEffort(noteName(result.id, result.values.name, context))
      return result
    },
    carry: async (brought, context) => {
      const result = await writer.carry(brought, context)
      // also again: whoever brought it may have ended between the two
      if (result.ok) await noteName(result.id, result.values.name, context)
      return result
    },
    change: async (id, sent, context, met) => {
      const result = await writer.change(id, sent, context, met)
      const mayRename = typeof sent === 'function' || sent.name !== undefined
      if (result.ok && result.position !== null && mayRename)
        await bestEffort(noteName(id, result.values.name, context))
      return result
    },
    findOrCreate: (wanted, context) => findOrCreate(scope, wanted, context),
  }
}
