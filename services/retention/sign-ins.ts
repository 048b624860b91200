import { randomUUID } from 'node:crypto'
import { userId, type UserId, type Revision, type EpochMs } from '../../shared/kernel/brands.ts'
import { digestsOf } from '../../shared/event-store/digest.ts'
import {
  MAX_APPEND_BYTES,
  RevisionConflict,
  unlessConflict,
  type EventStore,
  type NewRecord,
  type StoredRecord,
} from '../../shared/event-store/port.ts'
import { untilLive } from '../../shared/event-store/until-live.ts'
import {
  firstRevisionOf,
  forgottenCodec,
  forgottenStream,
  isRestated,
  placeOf,
  type ForgottenFact,
} from '../../shared/facts/forgotten.ts'
import { erasureStream, userStream } from '../../shared/facts/user.ts'
import { MOST_ATTEMPTS, recordOf, type Context } from '../handle.ts'
import { DAY_MS, overdueAnew, type Limit, type Overdue } from './overdue.ts'
import { msOfIso, plusMs } from '../../shared/kernel/time/calculate.ts'

const USERS = 'user-'
/** Facts that say when somebody, or a program of theirs, signed in, and where from. */
const SIGN_INS: readonly string[] = ['UserSignedIn', 'ApplicationPasswordUsed']
/** What is said again of a user is one append, with room for what the log counts besides the texts. */
const AGAIN_BYTES = MAX_APPEND_BYTES * 0.8

const isSignIn = ({ type }: Pick<StoredRecord, 'type'>): boolean => SIGN_INS.includes(type)

const isBefore = ({ meta }: Pick<StoredRecord, 'meta'>, ms: EpochMs): boolean => msOfIso(meta.at) < ms

/** Milliseconds that a sign-in may be kept longer: everything that stays of a user is said again, so not every day. */
export const patienceOf = (days: number): number => Math.max(1, Math.floor(days / 10)) * DAY_MS

/** Bytes of a record that is said again, with room for its place. */
const weightOf = ({ type, data, meta }: StoredRecord): number =>
  Buffer.byteLength(JSON.stringify([type, data, meta])) + 200

const beginsAnew = (record: StoredRecord): boolean => record.type === 'UserCreated' && isRestated(record)

/**
 * Sign-ins that are due, by user; none of a user of whom the oldest is not due for so many milliseconds, nor of one of whom
 * more than one append takes is to be said again.
 */
const oldSignIns = async (
  store: Pick<EventStore, 'follow'>,
  { ms }: Limit,
  patienceMs: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<UserId, number>> => {
  const [due, late, bytes] = [new Map<UserId, number>(), new Set<UserId>(), new Map<UserId, number>()]
  for await (const { records } of untilLive(store, [USERS], signal))
    for (const record of records) {
      const id = userId(Number(record.stream.slice(USERS.length)))
      if (beginsAnew(record)) bytes.delete(id)
      if (!isSignIn(record)) bytes.set(id, (bytes.get(id) ?? 0) + weightOf(record))
      else if (isBefore(record, ms)) due.set(id, (due.get(id) ?? 0) + 1)
      if (isSignIn(record) && isBefore(record, plusMs(ms, -patienceMs))) late.add(id)
    }
  return new Map([...due].filter(([id]) => late.has(id) && (bytes.get(id) ?? 0) <= AGAIN_BYTES))
}

/** Those that stay, and of the others the newest that there is room for. */
const fitting = (records: readonly StoredRecord[]): readonly StoredRecord[] => {
  const bytes = records.map(weightOf)
  let sum = bytes.reduce((total, one) => total + one, 0)
  return records.filter((record, n) => {
    if (sum <= AGAIN_BYTES || !isSignIn(record)) return true
    sum -= bytes[n] ?? 0
    return false
  })
}

/** The same facts once more, each as it was: who did it, when, and where it stood. Nobody can guess their ids from digests. */
const said = (records: readonly StoredRecord[]): readonly NewRecord[] =>
  records.map((record, n) => ({
    id: randomUUID(),
    type: record.type,
    data: {
      ...record.data,
      carried: {
        restated: true,
        position: placeOf(record),
        revision: firstRevisionOf(record),
        left: records.length - 1 - n,
      },
    },
    meta: record.meta,
  }))

/** Tells digests of what is before a revision, so that seals hold, and deletes it. */
const deleteBefore = async (
  store: EventStore,
  id: UserId,
  gone: readonly StoredRecord[],
  before: Revision,
  context: Context,
): Promise<void> => {
  for (const digests of digestsOf(gone)) {
    const fact: ForgottenFact = { type: 'PastForgotten', kind: 'user', itemId: id, before, past: [], digests }
    await store.append(forgottenStream('user', id), [recordOf(forgottenCodec, fact, context)], 'any')
  }
  await store.truncate(userStream(id), before)
}

/**
 * Sign-ins of a user before an instant go: everything else that was recorded of them is said again behind it, at an
 * expected revision, so that nothing that comes meanwhile is lost; then what is before that is deleted. Safe to repeat
 * wherever it ended before.
 */
const forgetSignIns = async (store: EventStore, id: UserId, ms: EpochMs, context: Context): Promise<void> => {
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const [records, erased] = await Promise.all([
      store.read(userStream(id)),
      store.read(erasureStream(id), { limit: 1 }),
    ])
    // whoever erases them deletes all of it
    if (erased.length > 0) return
    const begins = records.findLastIndex(beginsAnew)
    const first = records[Math.max(begins, 0)]
    if (begins > 0 && first !== undefined)
      await deleteBefore(store, id, records.slice(0, begins), first.revision, context)
    const now = records.slice(Math.max(begins, 0))
    const kept = now.filter(record => !(isSignIn(record) && isBefore(record, ms)))
    if (kept.length === now.length) return
    const again = said(fitting(kept))
    await store.append(userStream(id), again, now.at(-1)?.revision ?? 'absent').catch(unlessConflict)
  }
  throw new RevisionConflict(userStream(id))
}

/** When somebody, or a program of theirs, signed in: sign-ins are counted. `patienceMs`: how long they may wait. */
export const dueSignIns = async (
  store: EventStore,
  limit: Limit,
  patienceMs: number,
  signal: AbortSignal,
): Promise<Overdue> => {
  const due = await oldSignIns(store, limit, patienceMs, signal)
  return overdueAnew('sign_ins', due, limit, (id, context) => forgetSignIns(store, id, limit.ms, context))
}
