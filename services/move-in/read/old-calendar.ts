import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../identity.ts'
import type { OldClient } from './client.ts'
import type { OldInterface } from './interface.ts'
import { idIn, readList, type OldList, type ReadList, type Unread } from './list.ts'
import { parentIn, refsIn, type Refs } from './refs.ts'
import { slimCal, slimCalx } from './slim.ts'

export type ReadKind = Exclude<MovedKind, 'image'>

/** A thing as it was read. */
export type ReadThing = {
  readonly id: number
  /** What people know it by. */
  readonly name: string
  readonly cal: JsonObject
  readonly calx: JsonObject | null
  readonly refs: Refs
  /** Members of a wrong type, which were left out. */
  readonly wrong: readonly string[]
}

export type OldCalendar = {
  readonly things: Readonly<Record<ReadKind, readonly ReadThing[]>>
  readonly unread: readonly Unread[]
}

const PLURAL = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const
const CAL_PAGE = 50
const CALX_PAGE = 100
/** Wide enough for everything; without dates lists begin today. */
const EVER = { start_date: '1900-01-01 00:00:00', end_date: '2999-12-31 23:59:59' }
const LIVE = 'publish,future,draft,pending,private'

type Source = {
  readonly client: OldClient
  readonly old: OldInterface
  /** Whether the credentials are good: then everything that they show is asked for. */
  readonly signedIn: boolean
}

const members =
  (name: string) =>
  (body: Json): readonly Json[] | null => {
    const list = isObject(body) ? body[name] : null
    return Array.isArray(list) ? (list as readonly Json[]) : null
  }

const total = (body: Json): number | null => {
  const sent = isObject(body) ? body['total'] : null
  return typeof sent === 'number' ? sent : null
}

const calList = ({ old, signedIn }: Source, kind: ReadKind, status = LIVE): OldList => {
  const plural = PLURAL[kind]
  const isTerm = kind === 'category' || kind === 'tag'
  const query = isTerm
    ? { hide_empty: 'false' }
    : { ...(kind === 'event' ? EVER : {}), ...(signedIn ? { status } : {}) }
  return {
    name: status === LIVE ? plural : `${plural} in the trash`,
    perPage: CAL_PAGE,
    address: (page, perPage) =>
      old.address(`${old.names.cal}/${plural}`, { ...query, per_page: perPage, page }),
    thingsIn: members(plural),
    totalIn: total,
  }
}

/** Texts as they were written, passwords, and events that lists of the first generation hide. */
const calxList = ({ old, signedIn }: Source, kind: 'event' | 'venue' | 'organizer'): OldList | null => {
  const route = old.names.calx?.[kind]
  if (route === undefined) return null
  const query = signedIn ? { status: 'any', context: 'edit' } : {}
  return {
    name: `${PLURAL[kind]} of the second generation`,
    perPage: CALX_PAGE,
    address: (page, perPage) => old.address(route, { ...query, per_page: perPage, page }),
    thingsIn: body => (Array.isArray(body) ? (body as readonly Json[]) : null),
    totalIn: () => null,
  }
}

const NOTHING: ReadList = { things: new Map(), unread: [] }

const titleIn = (cal: JsonObject): string => {
  const name = cal['title'] ?? cal['venue'] ?? cal['organizer'] ?? cal['name']
  return typeof name === 'string' ? name.slice(0, 100) : ''
}

const thingOf = (kind: ReadKind, id: number, cal: JsonObject, calx: JsonObject | undefined): ReadThing => {
  const isTerm = kind === 'category' || kind === 'tag'
  const { refs, wrong } = isTerm ? { refs: { parent: parentIn(cal) }, wrong: [] } : refsIn(cal)
  return {
    id,
    name: titleIn(cal),
    cal: slimCal(kind, cal),
    calx: calx === undefined ? null : slimCalx(calx),
    refs,
    wrong,
  }
}

const isShut = (calx: JsonObject | undefined): boolean => {
  const content = calx?.['content']
  return isObject(content) && content['protected'] === true
}

/** One thing by itself, opened for those who may edit it. */
const readOne = async (
  { client, old, signedIn }: Source,
  kind: 'event' | 'venue' | 'organizer',
  id: number,
): Promise<{ readonly cal: JsonObject } | { readonly why: string }> => {
  const query = signedIn ? { context: 'edit' } : {}
  const got = await client.json(old.address(`${old.names.cal}/${PLURAL[kind]}/${id}`, query))
  if (!got.ok) return { why: got.why }
  return isObject(got.body) && idIn(got.body['id']) === id
    ? { cal: got.body }
    : { why: 'the answer is another thing' }
}

const readItems = async (
  source: Source,
  kind: 'event' | 'venue' | 'organizer',
): Promise<{ things: ReadThing[]; unread: Unread[] }> => {
  const second = kind === 'event' || source.signedIn ? calxList(source, kind) : null
  const [live, trash, calx] = await Promise.all([
    readList(source.client, calList(source, kind)),
    source.signedIn ? readList(source.client, calList(source, kind, 'trash')) : NOTHING,
    second === null ? NOTHING : readList(source.client, second),
  ])
  const cals = new Map([...trash.things, ...live.things])
  // a calendar without a second generation, or without a trash that is shown, is told of by neither
  const unread = [...live.unread, ...(calx.things.size > 0 ? calx.unread : [])]
  const wanted = [...calx.things.keys()].filter(id => !cals.has(id) || isShut(calx.things.get(id)))
  await Promise.all(
    wanted.map(async id => {
      const one = await readOne(source, kind, id)
      if ('cal' in one) cals.set(id, one.cal)
      else {
        cals.delete(id)
        unread.push({ list: PLURAL[kind], what: `${kind} ${id}`, why: one.why })
      }
    }),
  )
  const things = [...cals].map(([id, cal]) => thingOf(kind, id, cal, calx.things.get(id)))
  return { things: things.sort((a, b) => a.id - b.id), unread }
}

const readTerms = async (source: Source, kind: 'category' | 'tag') => {
  const { things, unread } = await readList(source.client, calList(source, kind))
  return {
    things: [...things].map(([id, cal]) => thingOf(kind, id, cal, undefined)).sort((a, b) => a.id - b.id),
    unread: [...unread],
  }
}

/** Reads a calendar whole, as far as the credentials show it (spec 05 §15). */
export const readCalendar = async (source: Source): Promise<OldCalendar> => {
  const [category, tag, venue, organizer, event] = await Promise.all([
    readTerms(source, 'category'),
    readTerms(source, 'tag'),
    readItems(source, 'venue'),
    readItems(source, 'organizer'),
    readItems(source, 'event'),
  ])
  const all = { category, tag, venue, organizer, event }
  return {
    things: {
      category: category.things,
      tag: tag.things,
      venue: venue.things,
      organizer: organizer.things,
      event: event.things,
    },
    unread: Object.values(all).flatMap(({ unread }) => unread),
  }
}
