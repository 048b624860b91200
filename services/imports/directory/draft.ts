import { identityStream } from '../../../shared/facts/claim.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { appendClaims } from '../../calendar/claim-stream.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { Context } from '../../handle.ts'
import type { AnyEntry, Wanted } from './kinds.ts'

/** Under which an unpublished one that this source created is found again: nobody else may reuse it. */
export const draftKey = ({ entry, origin }: Wanted<AnyEntry>): string =>
  ['draft', origin.source, foldName(entry.name), JSON.stringify(entry.values)].join('\n')

/** An event that knows nothing but its name will find the unpublished one. */
export const noteDraft = async (
  { store }: Writing,
  noun: 'venue' | 'organizer',
  wanted: Wanted<AnyEntry>,
  owner: number,
  context: Context,
): Promise<void> => {
  const key = draftKey({ ...wanted, entry: { ...wanted.entry, values: {} } })
  await appendClaims(store, identityStream(noun, key), [{ type: 'Claimed', owner }], 'any', context)
}
