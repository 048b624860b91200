import { expect } from 'vitest'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { apiWorld, type ApiWorld } from '../api-world.ts'
import { importWorld } from '../import-world.ts'
import { resolved, type SentEnd, type SentPeriod } from './period.ts'
import { type Caller, type Owned } from './state.ts'
import { text } from './times.ts'
import {
  bodyOf,
  predicted,
  purges,
  SITE_ZONE,
  type Model,
  type Predicted,
  type Sent,
  type Write,
} from './writes.ts'
import { NOBODYS, type Plan, type Command } from './commands.ts'

export type Object = Readonly<Record<string, unknown>> & { readonly id: number }

export const idsOf = (value: unknown): readonly number[] => {
  const all = Array.isArray(value) ? (value as readonly Object[]) : [value as Object]
  return all.map(({ id }) => id)
}

export const PATH = { cal: '/cal/events/v1/events', calx: '/calx/v1/events' } as const

export const as = (caller: Caller) => (caller === 'guest' ? {} : { as: caller })

export const CALLERS: readonly Caller[] = ['guest', 'author', 'contributor', 'other', 'subscriber', 'editor']

/** The service and the model side by side. */
export const start = async () => {
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
  const [fairs = 0, sports = 0, music = 0] = categories
  const model: Model = {
    ...{ events: new Map(), venues: owned(venue), organizers: owned(organizer) },
    ...{ categories: [fairs, music, sports], tags: tags.toReversed() },
  }
  return { world, imports, model, log, known: { categories, tags, venues: venue, organizers: organizer } }
}

export type Both = Awaited<ReturnType<typeof start>> & { readonly imported: Map<string, number> }

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

export const perform = async (both: Both, command: Command, step: number): Promise<number | null> => {
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
