import { nameStream } from '../../../shared/facts/claim.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import type { Context } from '../../handle.ts'
import { claimAppend } from '../claim-stream.ts'
import type { Scope } from '../item/change.ts'
import type { ItemFact } from '../item/state.ts'
import { itemWriter, type ItemWriter } from '../item/write.ts'
import { bestEffort } from '../writing.ts'
import { findOrCreate, type EntryValues, type Found, type Wanted } from './find-or-create.ts'

const ATTEMPTS = 16

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

  const note = (id: number, name: string, context: Context) =>
    claimAppend(nameStream(kind.noun, foldName(name)), [{ type: 'Claimed', owner: id }], 'any', context)
  const noteName = async (id: number, name: string, context: Context): Promise<void> => {
    const { stream, records, expected } = note(id, name, context)
    await writing.store.append(stream, records, expected)
  }

  return {
    ...writer,
    /** Always a new one, whatever its name. */
    create: async (sent, context) => {
      const besides = (id: number) => [note(id, sent.values.name, context)]
      for (let attempt = 1; ; attempt++) {
        const result = await writer.create({ ...sent, besides }, context)
        // somebody who wanted the same name for an event may have found the note first, and used the id
        const isToDraw = sent.id === undefined && attempt < ATTEMPTS
        if (result.ok || result.refusal.code !== 'id-taken' || !isToDraw) return result
      }
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
