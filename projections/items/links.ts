import { type UtcTime, type Position, type EventId, eventId } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec, Doc } from '../../shared/documents/port.ts'
import type { EventFact, EventValues } from '../../shared/facts/event.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { type Changed, eventFact, type Fold, foldBatch } from '../engine/fold.ts'
import type { PurgeFact } from '../../shared/facts/purge.ts'
import { putIfNewer } from '../engine/guarded-write.ts'
import { type Changes, type Purgeable, purgesOf, withPurges } from './item.ts'

/** Members of an event that name other items. */
export type LinkMember = 'venues' | 'organizers' | 'categories' | 'tags'

/** What counting the events of an item asks of each event. */
export type EventLinks<Member extends LinkMember> = {
  readonly _id: EventId
  readonly rev: Position
  readonly published: boolean
  readonly protected: boolean
  /** Whether it counts: published, and without a password, for then it hides what it names (spec 01 §9.1). */
  readonly counts: boolean
  /** "": it was purged. */
  readonly endUtc: UtcTime | ''
} & Purgeable & { readonly [M in Member]: readonly number[] }

const changesOf = (fact: EventFact): Changes<EventValues> =>
  fact.type === 'EventCreated' ? {} : fact.changes

/** Whether the fact can change what an event counts for. */
const matters = (fact: EventFact, members: readonly LinkMember[]): boolean => {
  if (fact.type === 'EventCreated') return true
  const changes = changesOf(fact)
  return (
    'status' in changes ||
    'password' in changes ||
    'endUtc' in changes ||
    members.some(member => member in changes)
  )
}

/** Ids named before or after by a fact: a repeat counts them again although the document already has the end result. */
const namedIds = (fact: EventFact | PurgeFact, members: readonly LinkMember[]): readonly number[] => {
  if (fact.type === 'ItemRemoved' || fact.type === 'ItemTracesRemoved' || fact.type === 'ItemForgotten')
    return []
  if (fact.type === 'ItemPurged') return members.flatMap<number>(member => fact.named[member])
  const changes = changesOf(fact)
  return members.flatMap<number>(member => [
    ...(fact.type === 'EventCreated'
      ? [...fact.values[member], ...(fact.carried?.named?.[member] ?? [])]
      : []),
    ...(changes[member]?.flat() ?? []),
  ])
}

const standingOf = (published: boolean, isProtected: boolean) => ({
  published,
  protected: isProtected,
  counts: published && !isProtected,
})

/** The fold of these members, for facts that matter. */
const linksFold = <Member extends LinkMember>(
  members: readonly Member[],
): Fold<EventLinks<Member>, EventFact | PurgeFact, EventId> => {
  type Base = Omit<EventLinks<LinkMember>, LinkMember>
  // member by member: spreading an object made of entries takes ten times as long, once per event at every start
  const linked = (base: Base, from: (member: Member) => readonly number[]): EventLinks<Member> => {
    const links: Base & { [M in LinkMember]?: readonly number[] } = base
    for (const member of members) links[member] = from(member)
    return links as EventLinks<Member>
  }
  const fold: Fold<EventLinks<Member>, EventFact, EventId> = {
    decode: eventFact,
    idOf: fact => fact.eventId,
    evolve: (links, fact, { position }) => {
      if (fact.type === 'EventCreated') {
        const { status, password, endUtc } = fact.values
        const standing = standingOf(status === 'publish', password !== '')
        const base = { _id: fact.eventId, rev: position, ...standing, endUtc, purged: false }
        return linked(base, member => fact.values[member])
      }
      if (links === null) return null
      const changes = changesOf(fact)
      const base = {
        _id: links._id,
        rev: position,
        ...standingOf(
          changes.status === undefined ? links.published : changes.status[1] === 'publish',
          changes.password === undefined ? links.protected : changes.password[1] !== '',
        ),
        endUtc: changes.endUtc?.[1] ?? links.endUtc,
        purged: false,
      }
      return linked(base, member => changes[member]?.[1] ?? links[member])
    },
  }
  // what it named stays, as numbers: whoever comes to it again has to count anew what it named
  return withPurges(eventId, fold, (id, { position }, links) => {
    const base = { _id: id, rev: position, ...standingOf(false, false), endUtc: '', purged: true } as const
    return linked(base, member => links?.[member] ?? [])
  })
}

/**
 * One index per member, named like it: the events that count of one item, by their ends. Of each event there is one for
 * venues, for organizers and for terms, and hardly anything is asked of them but by its id.
 */
export const linksSpec = (name: string, members: readonly LinkMember[]): CollectionSpec => ({
  name,
  indexes: members.map(member => ({ name: member, keys: [member, 'counts', 'endUtc'] })),
  packed: true,
})

/** What became of the links of events; what counts them is to be brought up to date from it. */
export type LinksApplied<Member extends LinkMember, Item extends Doc> = {
  readonly changed: readonly Changed<EventLinks<Member>, EventLinks<Member>>[]
  /** Ids whose counts may have missed a change that the links have already: only a question can tell. */
  readonly doubtful: ReadonlySet<number>
  /** Ids that facts of the batch name, whether the events are published or not. */
  readonly named: ReadonlySet<number>
  /** Those of them that are there. */
  readonly items: readonly Item[]
}

const NONE: ReadonlySet<number> = new Set()

/** What events link, and the items that count it. */
export type Linking<Member extends LinkMember, Item extends Doc> = {
  readonly links: Collection<EventLinks<Member>>
  readonly items: Collection<Item>
}

/** Brings the links up to date. Most changes of an event leave its links alone and cost nothing here. */
export const applyLinks = async <Member extends LinkMember, Item extends Doc>(
  { links, items }: Linking<Member, Item>,
  records: readonly StoredRecord[],
  members: readonly Member[],
): Promise<LinksApplied<Member, Item>> => {
  const linking = records.filter(
    record =>
      record.stream.startsWith(purgesOf('event-')) ||
      (record.stream.startsWith('event-') && matters(eventFact(record), members)),
  )
  if (linking.length === 0) return { changed: [], doubtful: NONE, named: NONE, items: [] }
  const fold = linksFold(members)
  const named = new Set(linking.flatMap(one => namedIds(fold.decode(one), members)))
  // in one turn, which is one question of a server
  const [{ changed, again }, found] = await Promise.all([
    foldBatch(links, linking, fold),
    items.getMany([...named]),
  ])
  await links.bulkWrite(changed.map(({ after }) => putIfNewer(after)))
  if (again.length === 0) return { changed, doubtful: NONE, named, items: found }
  const doubtful = new Set(again.flatMap(fact => namedIds(fact, members)))
  const repeated = new Set(again.map(fold.idOf))
  const left = changed.flatMap(({ before }) => (before !== null && repeated.has(before._id) ? [before] : []))
  // what a repeated fact counted for or not: the event's links after it, some of which this batch takes away
  for (const event of [...left, ...(await links.getMany([...repeated]))])
    for (const member of members) for (const id of event[member]) doubtful.add(id)
  return { changed, doubtful, named, items: found }
}

/** Items by their ids, of which some have been asked for already. */
export const itemsOf = async <Member extends LinkMember, Item extends Doc>(
  { items }: Pick<Linking<Member, Item>, 'items'>,
  { named, items: known }: Pick<LinksApplied<Member, Item>, 'named' | 'items'>,
  ids: ReadonlySet<number>,
): Promise<readonly Item[]> => [...known, ...(await items.getMany([...ids].filter(id => !named.has(id))))]

/** Ids that an event which counts names, each once. */
export const countedIds = <Member extends LinkMember>(
  event: EventLinks<Member> | null,
  member: Member,
): readonly number[] => {
  if (event?.counts !== true) return []
  const ids: readonly number[] = event[member]
  return ids.length < 2 ? ids : [...new Set(ids)]
}
