import { metastreamOf, NO_STREAM } from '@eventstore/db-client'
import { metadataProposal } from './append-message.ts'
import type { Calls } from './copy-end.ts'
import { membersOf } from './removal.ts'

/** The newest metadata of a stream, and its revision; null: it has none. */
export const metadataOf = async ({ read, ask }: Pick<Calls, 'read' | 'ask'>, stream: string) => {
  const metastream = metastreamOf(stream)
  const { events } = await ask(`reading ${metastream}`, ms => read.tail(metastream, ms, 1))
  return { members: membersOf(events[0]?.data), revision: events[0]?.revision ?? null }
}

/** Changes members of the metadata of a stream; nobody else does meanwhile. */
export const changeMetadata = async (
  end: Calls,
  stream: string,
  members: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const { members: known, revision } = await metadataOf(end, stream)
  const proposal = metadataProposal(stream, { ...known, ...members })
  await end.ask(`noting at ${stream}`, ms => end.append(proposal, revision ?? NO_STREAM, ms))
}
