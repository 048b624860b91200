import { resolved, type SentPeriod } from './period.ts'
import {
  mayCreate,
  mayEdit,
  mayName,
  mayRead,
  scaled,
  settled,
  USER,
  type Asked,
  type Caller,
  type Event,
  type Owned,
} from './state.ts'
import { ms, offset, text, type Ms } from './times.ts'

export const SITE_ZONE = 'America/New_York'
export type Generation = 'cal' | 'calx'
type Kind = 'venues' | 'organizers'

/** Everything there is. Terms are ids that exist. */
export type Model = {
  readonly events: Map<number, Event>
  readonly venues: Map<number, Owned>
  readonly organizers: Map<number, Owned>
  /** In the order of their names. */
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}

export type Sent = {
  readonly title?: string
  readonly status?: Asked | 'trash'
  /** Publication date, wall clock of the site. */
  readonly date?: string
  readonly featured?: boolean
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venues?: readonly number[]
  readonly organizers?: readonly number[]
  readonly period: SentPeriod
}

export type Write = { readonly generation: Generation; readonly as: Caller } & (
  | { readonly type: 'create'; readonly sent: Sent }
  | { readonly type: 'update'; readonly id: number; readonly sent: Sent }
  /** `force`: as sent; the first generation knows no such thing. */
  | { readonly type: 'delete'; readonly id: number; readonly force: boolean }
)

/** `names`: arguments that a 400 has to name; `early`: refused before rights and the item are looked at. */
export type Predicted = {
  readonly status: number
  readonly names: readonly string[]
  readonly early: boolean
  /** What becomes true when it is done; a create is told its id. */
  readonly apply: (id: number) => void
}

const refused = (status: number, names: readonly string[] = [], early = false): Predicted => ({
  ...{ status, names, early },
  apply: () => {
    throw new Error('nothing to apply')
  },
})

/** Terms of an event stand by name, whatever the order in which they were sent. */
const byName = (sent: readonly number[], all: readonly number[]): readonly number[] =>
  all.filter(id => sent.includes(id))

const unique = (ids: readonly number[]) => [...new Set(ids)]

const NAMES = {
  cal: { categories: 'categories', tags: 'tags', venues: 'venue', organizers: 'organizer' },
  calx: { categories: 'cal_events_cat', tags: 'tags', venues: 'venues', organizers: 'organizers' },
} as const

/** What is refused whoever asks and whatever is stored (spec 01 §3 step 5). */
const invalid = ({ generation, as }: Write, sent: Sent, model: Model): readonly string[] => {
  const names = NAMES[generation]
  const unknown = (kind: 'categories' | 'tags') => sent[kind]?.some(id => !model[kind].includes(id)) === true
  const unnamed = (kind: Kind) =>
    sent[kind]?.some(id => {
      const owned = model[kind].get(id)
      return owned === undefined || !mayName(generation, as, owned)
    }) === true
  return [
    ...(sent.status === 'trash' ? ['status'] : []),
    ...(unknown('categories') ? [names.categories] : []),
    ...(unknown('tags') ? [names.tags] : []),
    ...(unnamed('venues') ? [names.venues] : []),
    ...(unnamed('organizers') ? [names.organizers] : []),
  ]
}

/** Links that the caller is not shown stay behind the sent ones. */
const linked = (kind: Kind, { as }: Write, sent: Sent, stored: readonly number[], model: Model) => {
  const asked = sent[kind]
  if (asked === undefined) return stored
  const unseen = stored.filter(id => {
    const owned = model[kind].get(id)
    return owned === undefined || !mayRead(as, owned)
  })
  return unique([...asked, ...unseen])
}

const utcOf = (date: string) => text(ms(date) - offset(SITE_ZONE, ms(date) + 18_000_000))

const asked = ({ status }: Sent): Asked | undefined => (status === 'trash' ? undefined : status)

const creation = (write: Write & { readonly type: 'create' }, model: Model, now: string): Predicted => {
  const { sent, as, generation } = write
  const untitled = sent.title === undefined ? ['title'] : []
  if (generation === 'cal') {
    const { start, end } = sent.period
    const lacking = [...untitled, ...(start ? [] : ['start_date']), ...(end ? [] : ['end_date'])]
    if (lacking.length > 0) return refused(400, lacking, true)
  }
  const when = resolved(sent.period, null, SITE_ZONE)
  const names = [...untitled, ...invalid(write, sent, model), ...(when.ok ? [] : when.names)]
  if (!when.ok || names.length > 0) return refused(400, names, true)
  if (!mayCreate(as)) return refused(as === 'guest' ? 401 : 403)
  const published = sent.date === undefined ? null : utcOf(sent.date)
  const life = settled(scaled(as, asked(sent), true) ?? 'draft', published, now)
  return {
    ...{ status: 201, names: [], early: false },
    apply: id => {
      model.events.set(id, {
        ...{ id, author: USER[as], ...life, was: life.status, created: now, modified: now, password: '' },
        title: sent.title ?? '',
        period: when.period,
        featured: sent.featured ?? false,
        categories: byName(sent.categories ?? [], model.categories),
        tags: byName(sent.tags ?? [], model.tags),
        venues: unique(sent.venues ?? []),
        organizers: unique(sent.organizers ?? []),
      })
    },
  }
}

/** What steps 6 and 7 refuse; null: the item may be written. */
const denied = ({ as }: Write, event: Event | undefined, restores: boolean): Predicted | null => {
  if (!mayCreate(as)) return refused(as === 'guest' ? 401 : 403)
  if (event === undefined) return refused(404)
  if (event.status === 'trash') {
    if (!mayEdit(as, event)) return refused(404)
    return restores ? null : refused(410)
  }
  return mayEdit(as, event) ? null : refused(403)
}

const change = (write: Write & { readonly type: 'update' }, model: Model, now: string): Predicted => {
  const { sent, as } = write
  const names = invalid(write, sent, model)
  if (names.length > 0) return refused(400, names, true)
  const event = model.events.get(write.id)
  const denial = denied(write, event, sent.status !== undefined)
  if (denial !== null || event === undefined) return denial ?? refused(404)
  const when = resolved(sent.period, event.period, SITE_ZONE)
  if (!when.ok) return refused(400, when.names)
  const status = scaled(as, asked(sent), false) ?? (event.status === 'trash' ? event.was : event.status)
  const published = sent.date === undefined ? event.published : utcOf(sent.date)
  const moves = sent.status !== undefined || sent.date !== undefined
  const life = moves ? settled(status, published, now) : { status, published }
  const next: Event = {
    ...{ ...event, ...life, was: life.status, period: when.period },
    title: sent.title ?? event.title,
    featured: sent.featured ?? event.featured,
    categories: sent.categories === undefined ? event.categories : byName(sent.categories, model.categories),
    tags: sent.tags === undefined ? event.tags : byName(sent.tags, model.tags),
    venues: linked('venues', write, sent, event.venues, model),
    organizers: linked('organizers', write, sent, event.organizers, model),
  }
  const changed = JSON.stringify(next) !== JSON.stringify({ ...event, was: life.status })
  return {
    ...{ status: 200, names: [], early: false },
    apply: id => model.events.set(id, changed ? { ...next, modified: now } : next),
  }
}

/** Gone for good (spec 03 §6). */
export const purges = (write: Write): boolean =>
  write.type === 'delete' && write.force && write.generation === 'calx'

const deletion = (write: Write & { readonly type: 'delete' }, model: Model, now: string): Predicted => {
  const event = model.events.get(write.id)
  const denial = denied(write, event, purges(write))
  if (denial === null && purges(write))
    return { ...{ status: 200, names: [], early: false }, apply: id => model.events.delete(id) }
  if (denial !== null || event === undefined || event.status === 'trash') return denial ?? refused(410)
  const was = event.status
  return {
    ...{ status: 200, names: [], early: false },
    apply: id => model.events.set(id, { ...event, was, status: 'trash', modified: now }),
  }
}

/** What the specification says will be answered, and what will be so afterwards. */
export const predicted = (write: Write, model: Model, now: string): Predicted => {
  if (write.type === 'create') return creation(write, model, now)
  return write.type === 'update' ? change(write, model, now) : deletion(write, model, now)
}

const iso = (at: Ms) => `${text(at).replace(' ', 'T')}Z`

/** The write as its generation puts it. */
export const bodyOf = ({ generation }: Write, { period, ...sent }: Sent): object => {
  const { title, status, date, featured } = sent
  const { start, end, duration, zone, allDay } = period
  const names = NAMES[generation]
  const own = Object.fromEntries(
    (['categories', 'tags', 'venues', 'organizers'] as const).map(kind => [names[kind], sent[kind]]),
  )
  const shared = { title, status, date, featured, ...own, timezone: zone, all_day: allDay }
  const shown = (at: Ms | undefined) => (at === undefined ? undefined : text(at))
  if (generation === 'calx')
    return {
      ...{ ...shared, duration },
      ...{ start_date: shown(start?.wall), start_date_utc: shown(start?.utc) },
      ...{ end_date: shown(end?.wall), end_date_utc: shown(end?.utc) },
    }
  const one = (sentEnd: SentPeriod['start']) =>
    sentEnd?.utc === undefined ? shown(sentEnd?.wall) : iso(sentEnd.utc)
  return { ...shared, start_date: one(start), end_date: one(end) }
}
