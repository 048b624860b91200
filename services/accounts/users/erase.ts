import { randomUUID } from 'node:crypto'
import { RevisionConflict, type EventStore } from '../../../shared/event-store/port.ts'
import { accountStream } from '../../../shared/facts/claim.ts'
import { erasureCodec, erasureStream, userCodec, userStream } from '../../../shared/facts/user.ts'
import { recordId } from '../../../shared/kernel/record-id.ts'
import { foldName } from '../../../shared/kernel/text/fold.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import type { Context } from '../../handle.ts'

/** Deletes everything that holds who the user was, and frees login and address; may be repeated at any time. */
export const finishErasure = async (store: EventStore, userId: number): Promise<void> => {
  const free = async (stream: string) => {
    const { holders } = await holdersOf(store, stream)
    if (holders.some(({ owner }) => owner === userId)) await store.deleteStream(stream)
  }
  const records = await store.read(userStream(userId))
  for (const { type, data } of records) {
    const fact = userCodec.decode(type, data)
    if (fact.type !== 'UserCreated') continue
    await free(accountStream('login', foldName(fact.login)))
    await free(accountStream('email', foldName(fact.email)))
  }
  if (records.length > 0) await store.deleteStream(userStream(userId))
}

/**
 * That it happens is recorded first, so every process forgets the user, and a crash in between is made up for at the
 * next start.
 */
export const eraseUser = async (store: EventStore, userId: number, context: Context): Promise<void> => {
  const fact = { id: recordId(randomUUID(), 0), ...erasureCodec.encode({ type: 'UserErased', userId }) }
  try {
    await store.append(erasureStream(userId), [{ ...fact, meta: context }], 'absent')
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
  }
  await finishErasure(store, userId)
}
