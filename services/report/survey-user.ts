import type { UserId, StreamName } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { itemIn } from '../../shared/facts/common.ts'
import { sessionCodec } from '../../shared/facts/session.ts'
import { userStream } from '../../shared/facts/user.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { REPORT_LINES } from '../../shared/limits/history.ts'
import { memberAfter } from '../calendar/having.ts'
import { few } from './few.ts'
import { lookThrough, type ReadLog } from './log.ts'
import { isSilent, mentionsOf } from './mentions.ts'
import { line, thingOf, type Line } from './told.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'

/** What one look through the whole log finds of somebody; of each at most so many as a report names. */
const found = () => ({
  sessions: new Map<string, Line>(),
  /** Whether they are the author now. */
  items: new Map<StreamName, boolean>(),
  moreItems: 0,
  imports: few(),
  pictures: few(),
  mentions: few(),
  acts: 0,
})
export type FoundOfUser = ReturnType<typeof found>

const IMPORT = /^(import|schedule)-/

const noteSession = ({ sessions }: FoundOfUser, { stream, type, data, meta }: StoredRecord, id: UserId) => {
  const fact = sessionCodec.decode(type, data)
  if (fact.type === 'SignedIn' && fact.userId === id) {
    const until = isoOfMs(fact.expires)
    sessions.set(stream, line('signed in', { at: meta.at, from: fact.address ?? null, until }))
  } else if (fact.type === 'SignedOut') {
    const known = sessions.get(stream)
    if (known !== undefined) sessions.set(stream, { ...known, values: { ...known.values, ended: meta.at } })
  }
}

/** Who something is of from then on, as an item or an import says. */
const authorAfter = (record: StoredRecord): Json | undefined =>
  memberAfter(record, 'author') ?? record.data['author']

const noteAuthor = (all: FoundOfUser, stream: StreamName, isTheirs: boolean): void => {
  if (all.items.has(stream) || (isTheirs && all.items.size < REPORT_LINES)) all.items.set(stream, isTheirs)
  else if (isTheirs) all.moreItems++
}

const note = (
  all: FoundOfUser,
  record: StoredRecord,
  id: UserId,
  mentions: ReturnType<typeof mentionsOf>,
): void => {
  const { stream, type: what, data, meta } = record
  if (stream.startsWith('session-')) noteSession(all, record, id)
  const about = { at: meta.at, of: thingOf(stream) }
  const author = authorAfter(record)
  if (itemIn(stream) !== null && author !== undefined) noteAuthor(all, stream, author === id)
  if (IMPORT.test(stream) && author === id) all.imports.add(line(what, about))
  if (meta.actor === id && what === 'ImageAdded') all.pictures.add(line(what, about))
  if (meta.actor === id && stream !== userStream(id)) all.acts++
  if (stream === userStream(id) || isSilent(record)) return
  const members = mentions(data)
  if (members.length > 0) all.mentions.add(line(what, { ...about, in: members.join(', ') }))
}

/** `words`: under which others may have written of the user. */
export const surveyUser = async (
  log: ReadLog,
  id: UserId,
  words: readonly string[],
  signal: AbortSignal,
): Promise<FoundOfUser> => {
  const all = found()
  const mentions = mentionsOf(words)
  await lookThrough(log, record => note(all, record, id, mentions), signal)
  return all
}
