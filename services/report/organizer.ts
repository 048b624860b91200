import { type OrganizerId, organizerId } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { slugStream } from '../../shared/facts/claim.ts'
import { CONTACT } from '../../shared/facts/forgotten.ts'
import { organizerStream } from '../../shared/facts/organizer.ts'
import { purgedAt } from '../../shared/facts/purge.ts'
import { isObject, type Json } from '../../shared/kernel/json.ts'
import { slugOf } from '../../shared/kernel/text/spelling.ts'
import { wholeNumberIn } from '../../shared/kernel/whole-number.ts'
import { holdersOf } from '../calendar/claim-stream.ts'
import { memberAfter } from '../calendar/having.ts'
import { few } from './few.ts'
import { lookThrough, type ReadLog } from './log.ts'
import { isSilent, mentionsOf } from './mentions.ts'
import { line, thingOf, type Told } from './told.ts'
import { contactWords } from './words.ts'

/** What a fact says of the contact: its value, or what it was and became. */
const contactIn = ({ values, changes }: StoredRecord['data']): Readonly<Record<string, Json>> => {
  const said = isObject(values) ? values : isObject(changes) ? changes : {}
  return Object.fromEntries(
    CONTACT.flatMap(member => {
      const value = said[member]
      return value === undefined ? [] : [[member, value]]
    }),
  )
}

const textsIn = (value: Json): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? (value as readonly Json[]).flatMap(textsIn)
      : []

/** Whether there is such an organizer in the log. */
export const isOrganizer = async ({ read }: Pick<ReadLog, 'read'>, id: OrganizerId): Promise<boolean> => {
  const stream = organizerStream(id)
  return (await purgedAt({ read }, stream)) === null && (await read(stream, { limit: 1 })).length > 0
}

/** The number of an organizer by number, slug, or a name of which its slug was made; null: there is none. */
export const organizerNamed = async (
  { read }: Pick<ReadLog, 'read'>,
  text: string,
): Promise<OrganizerId | null> => {
  const number = wholeNumberIn(text)
  const { holders } =
    number !== null
      ? { holders: [{ owner: number }] }
      : await holdersOf({ read }, slugStream('organizer', slugOf(text)))
  for (const { owner } of holders)
    if (owner > 0 && (await isOrganizer({ read }, organizerId(owner)))) return organizerId(owner)
  return null
}

const surveyed = async (log: ReadLog, id: OrganizerId, words: readonly string[], signal: AbortSignal) => {
  const own = organizerStream(id)
  const mentions = mentionsOf(words)
  const found = { events: new Set<string>(), mentions: few() }
  const note = (record: StoredRecord) => {
    const { stream, type, data, meta } = record
    if (stream === own || isSilent(record)) return
    const named = stream.startsWith('event-') ? memberAfter(record, 'organizers') : undefined
    if (Array.isArray(named) && named.includes(id)) found.events.add(stream)
    else if (named !== undefined) found.events.delete(stream)
    const members = mentions(data)
    if (members.length > 0)
      found.mentions.add(line(type, { at: meta.at, of: thingOf(stream), in: members.join(', ') }))
  }
  await lookThrough(log, note, signal)
  return found
}

/**
 * Everything that the log holds of how an organizer is reached, and what stays of each, and why
 * (spec 00 §6.7). Reads the log once.
 */
export async function* reportOnOrganizer(
  { log, signal }: { readonly log: ReadLog; readonly signal: AbortSignal },
  id: OrganizerId,
): AsyncGenerator<Told> {
  const records = await log.read(organizerStream(id))
  const said = records.map(record => ({ record, contact: contactIn(record.data) }))
  const words = said.flatMap(({ contact }) => Object.values(contact).flatMap(textsIn))
  const found = await surveyed(log, id, words, signal)
  yield contactWords.contact
  for (const { record, contact } of said)
    if (Object.keys(contact).length > 0) yield line(record.type, { ...contact, at: record.meta.at })
  yield contactWords.events
  yield line(`${found.events.size} events`, {})
  yield contactWords.mentions
  yield* found.mentions.lines()
}
