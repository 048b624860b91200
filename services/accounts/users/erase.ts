import { allSettled } from '../../../shared/all-settled.ts'
import { type UserId, type StreamName, noRevision } from '../../../shared/kernel/brands.ts'
import { digestsOf, MOST_DIGESTS } from '../../../shared/event-store/digest.ts'
import { RevisionConflict, type EventStore, type StoredRecord } from '../../../shared/event-store/port.ts'
import { accountStream } from '../../../shared/facts/claim.ts'
import { sessionCodec, sessionStream } from '../../../shared/facts/session.ts'
import {
  erasureCodec,
  erasureStream,
  userCodec,
  userStream,
  type ErasureFact,
} from '../../../shared/facts/user.ts'
import { foldName } from '../../../shared/kernel/text/spelling.ts'
import { streamsWhere } from '../../calendar/having.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { recordOf, type Context } from '../../handle.ts'

const tell = async (
  store: EventStore,
  fact: ErasureFact,
  expected: 'absent' | 'any',
  context: Context,
): Promise<void> => {
  await store.append(erasureStream(fact.userId), [recordOf(erasureCodec, fact, context)], expected)
}

/** Where the user signed in from, as far as sessions are kept. */
const deleteSessions = async (store: EventStore, userId: UserId): Promise<void> => {
  const never = new AbortController().signal
  const isTheirs = ({ type, data }: StoredRecord) => {
    const fact = sessionCodec.decode(type, data)
    return fact.type === 'SignedIn' ? fact.userId === userId : undefined
  }
  const streams = await streamsWhere(store, [sessionStream('')], isTheirs, never)
  await allSettled([...streams].map(stream => store.deleteStream(stream)))
}

/**
 * Deletes everything that holds who the user was, and frees login and address; may be repeated at any time. `told`: the
 * newest revision of the user's stream whose digest is told.
 */
const finishErasure = async (
  store: EventStore,
  userId: UserId,
  context: Context,
  told = noRevision,
): Promise<void> => {
  const free = async (stream: StreamName) => {
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
  if (records.length === 0) return
  await deleteSessions(store, userId)
  // seals stay provable without what is deleted
  for (const digests of digestsOf(records.filter(({ revision }) => revision > told)))
    await tell(store, { type: 'UserForgotten', userId, digests }, 'any', context)
  await store.deleteStream(userStream(userId))
}

/**
 * That it happens is recorded first, so every process forgets the user, and a crash in between is made up for at the
 * next start. Of whom nothing is left, nothing happens.
 */
export const eraseUser = async (store: EventStore, userId: UserId, context: Context): Promise<void> => {
  const records = (await store.read(userStream(userId))).slice(0, MOST_DIGESTS)
  if (records.length === 0) return
  const [digests] = digestsOf(records)
  try {
    await tell(store, { type: 'UserErased', userId, digests }, 'absent', context)
  } catch (error) {
    if (!(error instanceof RevisionConflict)) throw error
    return finishErasure(store, userId, context)
  }
  await finishErasure(store, userId, context, records.at(-1)?.revision)
}
