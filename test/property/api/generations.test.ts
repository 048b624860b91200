import fc, { type Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { importWorld } from '../../support/import-world.ts'
import { resolved, type SentEnd, type SentPeriod } from '../../support/calendar-model/period.ts'
import {
  mayEdit,
  mayRead,
  type Asked,
  type Caller,
  type Event,
  type Owned,
} from '../../support/calendar-model/state.ts'
import { meanings, ms, text } from '../../support/calendar-model/times.ts'
import {
  bodyOf,
  predicted,
  purges,
  SITE_ZONE,
  type Generation,
  type Model,
  type Predicted,
  type Sent,
  type Write,
} from '../../support/calendar-model/writes.ts'

const RUNS = 50
const STEPS = 30

// around both changes of the clocks of the site's zone and of another, and ordinary days
const WALLS = [
  ...['2027-03-13 12:00:00', '2027-03-14 02:30:00', '2027-03-14 02:45:00', '2027-03-14 03:30:00'],
  ...['2027-03-28 02:30:00', '2027-03-28 03:15:00', '2027-10-31 02:30:00'],
  ...['2027-11-07 00:30:00', '2027-11-07 01:30:00', '2027-11-07 01:45:00', '2027-11-07 02:30:00'],
  ...['2027-05-08 10:00:00', '2027-05-08 14:00:00', '2027-05-09 00:00:00', '2027-05-10 23:59:59'],
].map(ms)
const ZONES = [SITE_ZONE, 'Europe/Paris', 'Asia/Tokyo', 'UTC', 'UTC+5:30']
const DURATIONS = [0, 60, 3_600, 5_400, 86_399, 86_400, 86_401, 172_799, 89_999, 82_799]
const NOBODYS = 999_999

/** Commands name events by their turn, and what is linked by its place. */
type Plan = {
  readonly type: 'create' | 'update' | 'delete'
  readonly generation: Generation
  readonly as: Caller
  readonly which: number
  readonly sent: Sent
  /** Of a delete. */
  readonly force?: boolean
}

type Command =
  | Plan
  | {
      readonly type: 'batch'
      readonly strict: boolean
      readonly parts: readonly Plan[]
      readonly as: Caller
    }
  | { readonly type: 'place'; readonly which: number; readonly to: Asked | 'trash' }
  | { readonly type: 'password'; readonly which: number; readonly password: string }
  | { readonly type: 'import'; readonly uid: string; readonly title: string; readonly period: SentPeriod }

const wall = fc.constantFrom(...WALLS)
const instant = fc
  .tuple(wall, fc.constantFrom(...ZONES), fc.nat(1))
  .map(([at, zone, n]) => meanings(zone, at)[n]?.utc ?? at)
const end: Arbitrary<SentEnd> = fc.oneof(
  { weight: 5, arbitrary: wall.map(at => ({ wall: at })) },
  { weight: 2, arbitrary: instant.map(utc => ({ utc })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(wall, fc.constantFrom(...ZONES), fc.nat(1))
      .map(([at, zone, n]) => ({ wall: at, utc: meanings(zone, at)[n]?.utc ?? at })),
  },
)

/** Mostly in order. */
const ordered = ({ start, end: last, ...period }: SentPeriod, turned: boolean): SentPeriod => {
  const swap = !turned && (start?.wall ?? 0) > (last?.wall ?? Infinity)
  const [from, until] = swap ? [last, start] : [start, last]
  return { ...period, ...(from && { start: from }), ...(until && { end: until }) }
}
const rest = { zone: fc.constantFrom(...ZONES), allDay: fc.boolean() }
const whole = fc
  .tuple(
    fc.record({ start: end, end, ...rest }, { requiredKeys: ['start', 'end'] }),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([period, dice]) => ordered(period, dice === 0))
const partial = fc
  .tuple(
    fc.record({ start: end, end, duration: fc.constantFrom(...DURATIONS), ...rest }, { requiredKeys: [] }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([period, dice]) => ordered(period, dice === 0))

const ids = (most: number): Arbitrary<readonly number[]> =>
  fc.array(
    fc.oneof({ weight: 15, arbitrary: fc.nat(most) }, { weight: 1, arbitrary: fc.constant(NOBODYS) }),
    { maxLength: 3 },
  )
const titles = fc.constantFrom('Fair', 'Choir & friends', 'Été', 'A <b>bold</b> one')
const members = {
  status: fc.constantFrom<Asked | 'trash'>(
    ...(['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'] as const),
  ),
  date: fc.constantFrom('2026-06-01 08:00:00', '2031-01-01 00:00:00'),
  featured: fc.boolean(),
  categories: ids(2),
  tags: ids(1),
  venues: ids(1),
  organizers: ids(1),
}
const callers = fc.constantFrom<Caller>(
  ...(['administrator', 'editor', 'editor', 'author', 'author', 'contributor', 'contributor'] as const),
  ...(['other', 'subscriber', 'guest'] as const),
)
const generation = fc.constantFrom<Generation>('cal', 'calx')
const which = fc.nat(11)

const creates: Arbitrary<Plan> = fc.record({
  type: fc.constant('create' as const),
  ...{ generation, as: callers, which },
  sent: fc
    .tuple(
      fc.record({ title: titles, ...members }, { requiredKeys: [] }),
      fc.oneof({ weight: 3, arbitrary: whole }, { weight: 2, arbitrary: partial }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([sent, period, dice]) => ({ ...(dice === 0 ? {} : { title: 'Fair' }), ...sent, period })),
})
const updates: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, as: callers, which },
  sent: fc
    .tuple(fc.record({ title: titles, ...members }, { requiredKeys: [] }), partial)
    .map(([sent, period]) => ({ ...sent, period })),
})
const dateUpdates: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, which },
  as: fc.constantFrom<Caller>('editor', 'administrator'),
  sent: partial.map(period => ({ period })),
})
const deletes: Arbitrary<Plan> = fc.record({
  type: fc.constant('delete' as const),
  ...{ generation, as: callers, which },
  sent: fc.constant({ period: {} }),
  force: fc.boolean(),
})
const restores: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, as: callers, which },
  sent: fc.constantFrom<Asked>('publish', 'draft', 'private').map(status => ({ status, period: {} })),
})
const single: Arbitrary<Plan> = fc.oneof(
  { weight: 5, arbitrary: creates },
  { weight: 6, arbitrary: updates },
  { weight: 6, arbitrary: dateUpdates },
  { weight: 2, arbitrary: restores },
  { weight: 2, arbitrary: deletes },
)
const commands: Arbitrary<Command> = fc.oneof(
  { weight: 20, arbitrary: single },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      which: fc.nat(3),
      to: fc.constantFrom<Asked | 'trash'>('publish', 'draft', 'trash', 'private'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('password' as const),
      which,
      password: fc.constantFrom('', 'secret'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('import' as const),
      uid: fc.constantFrom('a', 'b'),
      title: fc.constantFrom('Imported', 'Brought in'),
      period: whole,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('batch' as const),
      strict: fc.boolean(),
      as: callers,
      parts: fc.array(single, { maxLength: 4 }),
    }),
  },
)

type Object = Readonly<Record<string, unknown>> & { readonly id: number }
const idsOf = (value: unknown): readonly number[] => {
  const all = Array.isArray(value) ? (value as readonly Object[]) : [value as Object]
  return all.map(({ id }) => id)
}

const PATH = { cal: '/cal/events/v1/events', calx: '/calx/v1/events' } as const
const as = (caller: Caller) => (caller === 'guest' ? {} : { as: caller })
const CALLERS: readonly Caller[] = ['guest', 'author', 'contributor', 'other', 'subscriber', 'editor']

/** The service and the model side by side. */
const start = async () => {
  const logs: EventStore[] = []
  const world = await apiWorld(log => {
    logs.push(log)
    return log
  })
  const [log] = logs
  if (log === undefined) throw new Error('a world without a log')
  const imports = importWorld(log, world.clock)
  const venue = [await world.venue('Gym'), await world.venue('Den', { status: 'draft', author: 3 })]
  const organizer = [
    await world.organizer('PTA'),
    await world.organizer('Club', { status: 'draft', author: 3 }),
  ]
  const categories = [
    await world.term('cal_events_cat', 'Fairs'),
    await world.term('cal_events_cat', 'Sports'),
    await world.term('cal_events_cat', 'Music'),
  ]
  const tags = [await world.term('post_tag', 'Loud'), await world.term('post_tag', 'Late')]
  const owned = ([published = 0, draft = 0]: readonly number[]): Map<number, Owned> =>
    new Map<number, Owned>([
      [published, { author: 2, status: 'publish', was: 'publish' }],
      [draft, { author: 3, status: 'draft', was: 'draft' }],
    ])
  const model: Model = {
    ...{ events: new Map(), venues: owned(venue), organizers: owned(organizer) },
    ...{ categories, tags },
  }
  return { world, imports, model, log, known: { categories, tags, venues: venue, organizers: organizer } }
}
type Both = Awaited<ReturnType<typeof start>> & { readonly imported: Map<string, number> }

const now = ({ clock }: ApiWorld) => text(clock.ms)

const writeOf = (plan: Plan, { model, known }: Both, caller = plan.as): Write => {
  const events = [...model.events.keys()]
  const id = events[plan.which % Math.max(1, events.length)] ?? NOBODYS
  const named = (kind: keyof typeof known) =>
    plan.sent[kind] === undefined ? {} : { [kind]: plan.sent[kind].map(n => known[kind][n] ?? n) }
  const sent: Sent = {
    ...plan.sent,
    ...{ ...named('categories'), ...named('tags'), ...named('venues'), ...named('organizers') },
    // the first generation has no durations, and one text for each end
    period: plan.generation === 'calx' ? plan.sent.period : alone(plan.sent.period),
  }
  const { generation: of, type } = plan
  if (type === 'create') return { type, generation: of, as: caller, sent }
  return type === 'update'
    ? { type, generation: of, as: caller, id, sent }
    : { type, generation: of, as: caller, id, force: plan.force === true }
}

const alone = ({ start, end: last, zone, allDay }: SentPeriod): SentPeriod => {
  const one = (sent: SentEnd) => (sent.utc === undefined ? sent : { utc: sent.utc })
  return {
    ...(start && { start: one(start) }),
    ...(last && { end: one(last) }),
    ...(zone !== undefined && { zone }),
    ...(allDay !== undefined && { allDay }),
  }
}

const METHOD = { create: 'POST', update: 'PUT', delete: 'DELETE' } as const
const requestOf = (write: Write) => ({
  method: METHOD[write.type],
  path: write.type === 'create' ? PATH[write.generation] : `${PATH[write.generation]}/${write.id}`,
  ...(write.type === 'delete'
    ? write.force
      ? { body: { force: true } }
      : {}
    : { body: bodyOf(write, write.sent) }),
})

const namesIn = (body: unknown): readonly string[] => {
  const { data } = body as { readonly data?: { readonly params?: object | readonly string[] } }
  const params = data?.params ?? {}
  return Array.isArray(params) ? params.map(String) : Object.keys(params)
}

/** Compares an answer with what was predicted; answers the id of what was written. */
const judge = (write: Write, expected: Predicted, status: number, body: unknown): number | null => {
  const seen = JSON.stringify({ write, body })
  expect(status, seen).toBe(expected.status)
  if (expected.names.length > 0) expect([...namesIn(body)].sort(), seen).toEqual([...expected.names].sort())
  if (status >= 300) return null
  const { id } = purges(write)
    ? (body as { readonly deleted: true; readonly previous: Object }).previous
    : (body as Object)
  if (purges(write)) expect(body, seen).toMatchObject({ deleted: true })
  if (write.type !== 'create') expect(id).toBe(write.id)
  return id
}

const doWrite = async (both: Both, write: Write): Promise<number | null> => {
  const { world, model } = both
  const expected = predicted(write, model, now(world))
  const { method, path, body } = requestOf(write)
  const answer = await world.ask(`${method} ${path}`, {
    ...as(write.as),
    ...(body === undefined ? {} : { body }),
  })
  const id = judge(write, expected, answer.status, answer.body)
  if (id !== null) expected.apply(id)
  if (id !== null && purges(write))
    for (const path of [PATH.cal, PATH.calx])
      expect((await world.ask(`GET ${path}/${id}`, { as: 'administrator' })).status).toBe(404)
  return id
}

type Part = { readonly status: number; readonly body: unknown } | null

const doBatch = async (both: Both, command: Command & { readonly type: 'batch' }): Promise<void> => {
  const { world, model, log } = both
  const writes = command.parts.map(plan => writeOf(plan, both, command.as))
  const head = await log.head()
  const { status, body } = await world.ask('POST /batch/v1', {
    ...as(command.as),
    body: {
      validation: command.strict ? 'require-all-validate' : 'normal',
      requests: writes.map(requestOf),
    },
  })
  expect(status).toBe(207)
  const { failed, responses } = body as { readonly failed?: string; readonly responses: readonly Part[] }
  expect(responses).toHaveLength(writes.length)
  const first = writes.map(write => predicted(write, model, now(world)))
  if (command.strict && first.some(({ early }) => early)) {
    expect(failed).toBe('validation')
    for (const [n, { early, status: own, names }] of first.entries()) {
      const part = responses[n]
      expect(part?.status ?? null, JSON.stringify({ write: writes[n], part })).toBe(early ? own : null)
      if (early) expect([...namesIn(part?.body)].sort()).toEqual([...names].sort())
    }
    expect(await log.head()).toBe(head)
    return
  }
  expect(failed).toBeUndefined()
  for (const [n, write] of writes.entries()) {
    // each part sees what the earlier ones did
    const expected = predicted(write, model, now(world))
    const part = responses[n]
    const id = judge(write, expected, part?.status ?? 0, part?.body)
    if (id !== null) expected.apply(id)
  }
}

const doPlace = async ({ world, model }: Both, { which: n, to }: Command & { readonly type: 'place' }) => {
  const kind = n < 2 ? 'venues' : 'organizers'
  const [id, owned] = [...model[kind].entries()][n % 2] ?? []
  if (id === undefined || owned === undefined) throw new Error('no place')
  const path = `/${n % 2 === 0 ? 'cal/events/v1' : 'calx/v1'}/${kind}/${id}`
  if (to !== 'trash') {
    const { status } = await world.ask(`PUT ${path}`, { as: 'editor', body: { status: to } })
    expect(status).toBe(200)
    model[kind].set(id, { ...owned, status: to, was: to })
    return
  }
  const { status } = await world.ask(`DELETE ${path}`, { as: 'editor' })
  expect(status).toBe(owned.status === 'trash' ? 410 : 200)
  model[kind].set(id, { ...owned, status: 'trash' })
}

const doPassword = async ({ world, model }: Both, plan: Command & { readonly type: 'password' }) => {
  const events = [...model.events.values()].filter(({ status }) => status !== 'trash')
  const event = events[plan.which % Math.max(1, events.length)]
  if (event === undefined || event.password === plan.password) return
  await world.change(event.id, { password: plan.password })
  // set at the site's own moment, not at that of the clock
  model.events.delete(event.id)
  const { body } = await world.ask(`GET ${PATH.calx}/${event.id}&context=edit`, { as: 'editor' })
  const modified = String((body as Object)['modified_gmt']).replace('T', ' ')
  model.events.set(event.id, { ...event, password: plan.password, modified })
}

const doImport = async (both: Both, command: Command & { readonly type: 'import' }, step: number) => {
  const { world, imports, model, imported } = both
  const { period, uid } = command
  // the same title and start under another uid would be the same event (spec 05 §5 rule 4)
  const title = `${command.title} ${uid}`
  const stored = model.events.get(imported.get(uid) ?? NOBODYS)
  const asked = {
    ...alone(period),
    zone: period.zone ?? SITE_ZONE,
    allDay: period.allDay ?? false,
  }
  const when = resolved(asked, stored?.period ?? null, SITE_ZONE)
  // imports have a way of their own with ends before starts
  if (!when.ok) return
  const { start: from, end: until } = asked
  const shown = (sent: SentEnd | undefined) =>
    sent?.utc === undefined ? text(sent?.wall ?? 0) : `${text(sent.utc).replace(' ', 'T')}Z`
  const dates = {
    start_date: shown(from),
    end_date: shown(until),
    timezone: asked.zone,
    all_day: asked.allDay,
  }
  const [outcome] = await imports.whole(`import${step}`, [{ uid, title, ...dates }])
  await world.catchUp()
  const at = now(world)
  const told = JSON.stringify({ command, outcome })
  if (stored?.status === 'trash') {
    expect(outcome, told).toMatchObject({ outcome: 'skipped' })
    return
  }
  if (stored !== undefined) {
    const next = { ...stored, title, period: when.period }
    const same = JSON.stringify(next) === JSON.stringify(stored)
    expect(outcome, told).toMatchObject({ outcome: same ? 'unchanged' : 'updated', id: stored.id })
    model.events.set(stored.id, same ? stored : { ...next, modified: at })
    return
  }
  expect(outcome, told).toMatchObject({ outcome: 'created' })
  const id = outcome?.id ?? NOBODYS
  imported.set(uid, id)
  model.events.set(id, {
    ...{ id, title, period: when.period, author: 2, status: 'publish', was: 'publish', password: '' },
    ...{ featured: false, categories: [], tags: [], venues: [], organizers: [] },
    ...{ published: at, created: at, modified: at },
  })
}

const visible = (caller: Caller, listed: readonly number[], all: ReadonlyMap<number, Owned>) =>
  listed.filter(id => {
    const owned = all.get(id)
    return owned !== undefined && mayRead(caller, owned)
  })

const TITLES: Readonly<Record<string, string>> = { 'Choir & friends': 'Choir &#038; friends' }
const stamp = (at: string) => at.replace(' ', 'T')

const expectCalx = (event: Event, body: unknown, caller: Caller, model: Model) => {
  const { period } = event
  const object = body as Object
  expect(object).toMatchObject({
    id: event.id,
    status: event.status,
    author: event.author,
    title: { rendered: TITLES[event.title] ?? event.title },
    start_date: text(period.start),
    end_date: text(period.end),
    start_date_utc: text(period.startUtc),
    end_date_utc: text(period.endUtc),
    timezone: period.zone,
    date_gmt: stamp(event.published ?? event.created),
    modified_gmt: stamp(event.modified),
    content: { protected: event.password !== '' },
  })
  const shut = event.password !== '' && caller !== 'editor'
  expect(object['all_day']).toBe(shut ? null : period.allDay)
  expect(object['featured']).toBe(shut ? null : event.featured)
  expect(object['duration']).toBe(shut ? 0 : (period.endUtc - period.startUtc) / 1_000)
  expect(object['cal_events_cat']).toEqual(shut ? [] : event.categories)
  expect(object['tags']).toEqual(shut ? [] : event.tags)
  const seen = (kind: 'venues' | 'organizers') => (shut ? [] : visible(caller, event[kind], model[kind]))
  expect(idsOf(object['venues'])).toEqual(seen('venues'))
  expect(idsOf(object['organizers'])).toEqual(seen('organizers'))
}

const expectCal = (event: Event, body: unknown, caller: Caller, model: Model) => {
  const { period } = event
  const object = body as Object
  expect(object).toMatchObject({
    id: event.id,
    status: event.status,
    author: String(event.author),
    title: TITLES[event.title] ?? event.title,
    start_date: text(period.start),
    end_date: text(period.end),
    utc_start_date: text(period.startUtc),
    utc_end_date: text(period.endUtc),
    timezone: period.zone,
    all_day: period.allDay,
    featured: event.featured,
    date_utc: event.published ?? '0000-00-00 00:00:00',
    modified_utc: event.modified,
  })
  expect(new Set(idsOf(object['categories']))).toEqual(new Set(event.categories))
  expect(new Set(idsOf(object['tags']))).toEqual(new Set(event.tags))
  expect(idsOf(object['venue'])).toEqual(visible(caller, event.venues, model.venues))
  expect(idsOf(object['organizer'])).toEqual(visible(caller, event.organizers, model.organizers))
}

/** What everyone is told about one event, in both generations. */
const checkEvent = async ({ world, model }: Both, event: Event) => {
  for (const caller of CALLERS) {
    const mine = mayEdit(caller, event)
    const gone = event.status === 'trash' ? (mine ? 410 : 404) : null
    const readable = mayRead(caller, event)
    const edit = caller === 'editor' ? '&context=edit' : ''
    const calx = await world.ask(`GET ${PATH.calx}/${event.id}${edit}`, as(caller))
    const told = JSON.stringify({ caller, event, body: calx.body })
    expect(calx.status, told).toBe(gone ?? (readable ? 200 : caller === 'guest' ? 404 : 403))
    if (calx.status === 200) expectCalx(event, calx.body, caller, model)
    const cal = await world.ask(`GET ${PATH.cal}/${event.id}${edit}`, as(caller))
    const open = event.password === '' || edit !== ''
    expect(cal.status, told).toBe(gone ?? (readable && open ? 200 : 403))
    if (cal.status === 200) expectCal(event, cal.body, caller, model)
  }
}

const ALL = 'publish,pending,draft,future,private'

/** What a caller's lists hold, and that their totals say the same. */
const checkLists = async ({ world, model }: Both, caller: Caller) => {
  const events = [...model.events.values()]
  const readable = events.filter(event => mayRead(caller, event))
  const published = readable.filter(({ status }) => status === 'publish')
  const [category = 0] = model.categories
  const [venue = 0] = model.venues.keys()
  const found = (one: Event) => one.password === '' || mayEdit(caller, one)
  const place = model.venues.get(venue)
  const placed = place !== undefined && mayRead(caller, place) ? published : []
  const asked: readonly (readonly [string, readonly Event[]])[] = [
    [`&status=${ALL}`, readable],
    ['', published],
    [
      `&categories=${category}&status=${ALL}`,
      readable.filter(one => one.categories.includes(category) && found(one)),
    ],
    [`&venue=${venue}`, placed.filter(one => one.venues.includes(venue) && found(one))],
    ['&featured=true', published.filter(one => one.featured && found(one))],
    [
      '&start_date=2027-05-08 14:00:00',
      published.filter(one => one.period.start >= ms('2027-05-08 14:00:00')),
    ],
  ]
  for (const [query, expected] of asked) {
    const { body, headers } = await world.ask(`GET ${PATH.calx}&per_page=100${query}`, as(caller))
    const inOrder = [...expected].sort((a, b) => a.period.start - b.period.start || a.id - b.id)
    expect(idsOf(body), `${caller} ${query}`).toEqual(inOrder.map(({ id }) => id))
    expect(headers['x-core-total']).toBe(String(expected.length))
  }
  const creator = caller !== 'guest' && caller !== 'subscriber'
  const { body } = await world.ask(`GET ${PATH.cal}&start_date=2000-01-01&per_page=50`, as(caller))
  const { events: listed, total } = body as { readonly events: readonly Object[]; readonly total: number }
  const own = creator ? readable : published
  expect(new Set(idsOf(listed)), caller).toEqual(new Set(own.map(({ id }) => id)))
  expect(total).toBe(own.length)
}

const perform = async (both: Both, command: Command, step: number): Promise<number | null> => {
  switch (command.type) {
    case 'batch':
      await doBatch(both, command)
      return null
    case 'place':
      await doPlace(both, command)
      return null
    case 'password':
      await doPassword(both, command)
      return null
    case 'import':
      await doImport(both, command, step)
      return null
    default:
      return doWrite(both, writeOf(command, both))
  }
}

it('both generations, batches and imports stay one calendar, as the specification has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: STEPS, size: 'max' }), async all => {
      const both = { ...(await start()), imported: new Map<string, number>() }
      try {
        for (const [step, command] of all.entries()) {
          both.world.clock.ms += 1_000
          const id = await perform(both, command, step)
          const written = both.model.events.get(id ?? NOBODYS)
          const events = [...both.model.events.values()]
          const other = events[(step * 7) % Math.max(1, events.length)]
          if (written !== undefined) await checkEvent(both, written)
          if (other !== undefined && other !== written) await checkEvent(both, other)
          await checkLists(both, CALLERS[step % CALLERS.length] ?? 'guest')
        }
        expect(both.world.reported).toEqual([])
      } finally {
        await both.world.close()
      }
    }),
    { numRuns: RUNS },
  )
}, 120_000)
