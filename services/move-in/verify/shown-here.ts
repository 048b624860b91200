import { identityStream } from '../../../shared/facts/claim.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { isItemKind, movedKey, type MovedKind } from '../identity.ts'

/** The id here of a thing over there, by its claim of identity; null: it never moved in. Of images their addresses say it. */
export const movedTo = async (
  store: Pick<EventStore, 'read'>,
  source: string,
  kind: Exclude<MovedKind, 'image'>,
  id: number,
): Promise<number | null> => {
  const stream = identityStream(isItemKind(kind) ? kind : 'term', movedKey(source, kind, id))
  return (await holdersOf(store, stream)).holders.at(-1)?.owner ?? null
}
