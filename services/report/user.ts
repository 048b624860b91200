import { setImmediate as nextTurn } from 'node:timers/promises'
import { userId, type UserId } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { accountStream } from '../../shared/facts/claim.ts'
import { erasureStream, userCodec, userStream } from '../../shared/facts/user.ts'
import { isObject, type Json } from '../../shared/kernel/json.ts'
import { accountName, foldName } from '../../shared/kernel/text/spelling.ts'
import { brandedIn } from '../../shared/kernel/whole-number.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import { calledAfter } from '../calendar/having.ts'
import type { HistoryLine } from '../export/format/lines.ts'
import { moreLines } from './few.ts'
import type { ReadLog } from './log.ts'
import { surveyUser, type FoundOfUser } from './survey-user.ts'
import { line, thingOf, type Line, type Told } from './told.ts'
import { plainChanges } from './values.ts'
import { erasedWords } from './words.ts'

export type Reporting = {
  readonly log: ReadLog
  /** What the history tells of these. */
  readonly historyOf: (records: readonly StoredRecord[]) => readonly HistoryLine[]
  readonly signal: AbortSignal
}

/** Whether there is such a user in the log, or was: one who was erased. */
export const isUser = async ({ read }: Pick<ReadLog, 'read'>, id: UserId): Promise<boolean> => {
  const streams = [userStream(id), erasureStream(id)]
  const known = await Promise.all(streams.map(stream => read(stream, { limit: 1 })))
  return known.some(records => records.length > 0)
}

/** The number of a user by login, e-mail address or number, also of one who was erased; null: there is and was none. */
export const userNamed = async ({ read }: Pick<ReadLog, 'read'>, text: string): Promise<UserId | null> => {
  const folded = foldName(accountName(text))
  for (const what of ['login', 'email'] as const) {
    const [holder] = (await holdersOf({ read }, accountStream(what, folded))).holders
    if (holder !== undefined) return userId(holder.owner)
  }
  const id = brandedIn(text, userId)
  return id !== null && (await isUser({ read }, id)) ? id : null
}

/** What others may write when they mean the user: every login, address and name that there ever was. */
const wordsOf = (records: readonly StoredRecord[]): readonly string[] =>
  records.flatMap(({ type, data }) => {
    const fact = userCodec.decode(type, data)
    if (fact.type === 'UserCreated') return [fact.login, fact.email]
    return fact.type === 'UserRenamed' ? fact.changes.display_name : []
  })

/** Every fact of the profile; that a password of an application was used is told with the address it came from. */
const profileLine = ({ type, data: { changes, ...data }, meta }: StoredRecord): Line => {
  const changed = changes !== undefined && isObject(changes) ? changes : {}
  // that it is said again says nothing of them
  const said = Object.fromEntries(Object.entries(data).filter(([member]) => member !== 'carried'))
  return line(type, { ...plainChanges('user', { ...said, ...changed }), at: meta.at })
}

async function* itemLines({ log }: Reporting, { items }: FoundOfUser): AsyncGenerator<Line> {
  for (const [stream, isTheirs] of items) {
    const records = await log.read(stream)
    // purged meanwhile
    if (records.length === 0) continue
    const what = isTheirs ? 'author' : 'was the author'
    yield line(what, { of: thingOf(stream), at: records[0]?.meta.at ?? null, title: calledAfter(records) })
  }
}

const isEmpty = (value: Json): boolean =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)

/** What was there at once is told as it was then; that it was not is not told. */
const withoutEmpty = (changes: HistoryLine['changes']): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, [before, after]]) => {
      if (before !== null) return [[name, [before, after]]]
      return isEmpty(after) ? [] : [[name, after]]
    }),
  )

/** What is kept about somebody else is theirs: of users only that something was done. */
const actLine = ({ of, at, fact, source, route, changes }: HistoryLine): Line => {
  const [kind = ''] = of.split('/')
  const told = kind === 'user' ? {} : plainChanges(kind, withoutEmpty(changes))
  return line(fact, { ...told, at, of, through: route ?? source })
}

async function* actLines({ log, historyOf, signal }: Reporting, id: UserId): AsyncGenerator<Line> {
  for await (const records of log.all(signal)) {
    const done = records.filter(({ meta, stream }) => meta.actor === id && stream !== userStream(id))
    // claims and numbers repeat what these say
    for (const record of done) yield* historyOf([record]).map(actLine)
    await nextTurn()
  }
}

/**
 * Everything that the log holds about a user and by them, and of each part what stays when they are erased, and why
 * (spec 00 §6.7). Reads the log twice; what is kept in memory does not grow with it. Neither passwords nor digests, keys
 * or tokens, nor what others are called.
 */
export async function* reportOnUser(reporting: Reporting, id: UserId): AsyncGenerator<Told> {
  const { log, signal } = reporting
  const [own, erased] = [await log.read(userStream(id)), await log.read(erasureStream(id))]
  const all = await surveyUser(log, id, wordsOf(own), signal)
  const words = erasedWords(id)
  yield words.profile
  yield* own.map(profileLine)
  yield* erased.map(({ type, meta }) => line(type, { at: meta.at }))
  yield words.sessions
  yield* all.sessions.values()
  yield words.items
  yield* itemLines(reporting, all)
  yield* moreLines(all.moreItems)
  yield words.imports
  yield* all.imports.lines()
  yield words.pictures
  yield* all.pictures.lines()
  yield words.mentions
  yield* all.mentions.lines()
  yield words.acts
  if (all.acts > 0) yield* actLines(reporting, id)
}
