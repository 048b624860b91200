import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { LIST_FORM } from '../../../projections/event-listing/cal-text.ts'
import type { Site } from '../../../projections/items/post.ts'
import { rowsSpec } from '../../../projections/event-listing/row.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { logPosition, type UtcTime, utcTime } from '../../../shared/kernel/brands.ts'
import { markOf } from '../../../shared/kernel/json.ts'
import { everything, event, school } from '../../support/listed-school.ts'
import { guest, site } from '../../support/read-models.ts'
import type { ItemFacts } from '../../support/recorded.ts'

const euros = {
  ...site,
  currency: { symbol: '€', code: 'EUR', position: 'postfix' },
  mark: 'euros',
} satisfies Site

/** Its members change with what is set. */
const settable = () => {
  let now: Site = site
  const names = Object.keys(site)
  const members = names.map(name => [
    name,
    { enumerable: true, get: () => Reflect.get(now, name) as unknown },
  ])
  const shown = Object.defineProperties({ ...site }, Object.fromEntries(members) as PropertyDescriptorMap)
  return { shown, set: (next: Site) => (now = next) }
}

type Models = Awaited<ReturnType<typeof school>>['models']

const listOf = async ({ events }: Models) => {
  const { rows } = await events.listEvents(everything)
  return events.calEvents(rows, guest)
}

const only = async (models: Models) => {
  const [first] = await listOf(models)
  return { text: first?.text ?? '', mark: first?.mark ?? '' }
}

const costIn = (text: string) => (JSON.parse(text) as { readonly cost: string }).cost

test('an event is shown with what is set now, under a mark of that, and under the old one when it is set back', async () => {
  const { shown, set } = settable()
  const { models } = await school({}, shown)
  const before = await only(models)
  expect(costIn(before.text)).toBe('$5 – $10')
  set(euros)
  const between = await only(models)
  expect(costIn(between.text)).toBe('5€ – 10€')
  expect(between.mark).not.toBe(before.mark)
  set(site)
  expect(await only(models)).toEqual(before)
})

test('events of one page are of one site, also those that were shown before it changed', async () => {
  const { shown, set } = settable()
  const { models, record } = await school({}, shown)
  await listOf(models)
  await models.apply([
    record({ type: 'EventCreated', eventId: 42, by: 'person', values: { ...event, slug: 'fair-2' } }),
  ])
  set(euros)
  const costs = (await listOf(models)).map(({ text }) => costIn(text))
  expect(costs).toEqual(['5€ – 10€', '5€ – 10€'])
})

test('rows that are made anew after a change have the marks of those from before it', async () => {
  const { shown, set } = settable()
  const { models: old } = await school({}, shown)
  set(euros)
  expect(await only(old)).toEqual(await only((await school({}, euros)).models))
})

test('an event has another mark after each fact, also where it reads as before', async () => {
  const { models, record } = await school()
  const before = await only(models)
  await models.apply([
    record({
      ...{ type: 'EventPostOptionsChanged', eventId: 41, by: 'person' },
      changes: { commentStatus: ['open', 'closed'] },
    }),
  ])
  const after = await only(models)
  expect(after.text).toBe(before.text)
  expect(after.mark).not.toBe(before.mark)
})

/** A record as another log has it: under an id of its own. */
const elsewhere = (record: StoredRecord): StoredRecord => ({ ...record, id: randomUUID() })

const modified = utcTime('2020-01-01 00:00:00')
const provenance = { createdIn: null, writtenBy: 'person', changedBy: {}, importedTerms: {} } as const
const carried = { created: modified, modified, ...provenance, trashed: null }

const retitled = (title: string): ItemFacts => ({
  ...({ type: 'EventRetitled', eventId: 41, by: 'person' } as const),
  changes: { title: [event.title, title] },
})

test('an event of a log that was put back, and went on otherwise at the same positions, has a mark of its own', async () => {
  const after = async (fact: ItemFacts, at: string, changed?: UtcTime) => {
    const { models, record } = await school()
    const { meta, ...recorded } = elsewhere(record(fact, at))
    await models.apply([{ ...recorded, meta: changed === undefined ? meta : { ...meta, changed } }])
    return (await listOf(models)).at(-1)?.mark
  }
  const brought = (eventId: number, title: string): ItemFacts => ({
    ...({ type: 'EventCreated', eventId, by: 'person' } as const),
    ...{ values: { ...event, title }, carried },
  })
  const [lost, later] = ['2026-11-28T10:00:00.000Z', '2026-11-28T11:00:00.000Z']

  expect(await after(retitled('Market'), later)).not.toBe(await after(retitled('Fair'), lost))
  // what is brought from elsewhere keeps its dates, whenever it is recorded
  expect(await after(brought(43, 'Market'), later)).not.toBe(await after(brought(42, 'Fair'), lost))
  expect(await after(retitled('Market'), later, modified)).not.toBe(
    await after(retitled('Fair'), lost, modified),
  )
})

test('an event has the mark that it has in a copy of the log, where the same records are at other positions', async () => {
  const { models, record } = await school()
  const { position, ...recorded } = record(retitled('Fair'))
  const copy = (await school()).models
  await models.apply([{ ...recorded, position }])
  await copy.apply([{ ...recorded, position: logPosition(position + 70) }])
  expect(await only(copy)).toEqual(await only(models))
})

test('an event whose past was forgotten has the mark that it has where nobody knew of that', async () => {
  const { models, record } = await school()
  const before = record(retitled('Bazaar'))
  const anew = record({
    ...{ type: 'EventCreated', eventId: 41, by: 'person', values: event },
    carried: { ...carried, restated: true, emptied: [] },
  })
  const { models: later } = await school()
  await models.apply([before, anew])
  await later.apply([anew])
  expect(await only(later)).toEqual(await only(models))
})

test('an event has another mark, and is no kept object, once a record of it counts that was set aside', async () => {
  const { models, record } = await school()
  const setAside = record(retitled('Market'))
  const described = record({
    ...{ type: 'EventDescribed', eventId: 41, by: 'person' },
    changes: { description: [event.description, 'Bring cake.'] },
  })
  const { models: anew } = await school()
  await models.apply([described])
  await anew.apply([setAside, described])
  const [lacking, whole] = [await only(models), await only(anew)]
  expect([lacking.text.includes('"title":"Market"'), whole.text.includes('"title":"Market"')]).toEqual([
    false,
    true,
  ])
  expect(whole.mark).not.toBe(lacking.mark)

  // those who keep objects are asked for the rows of both, one after the other, when a read model is made anew
  const form = { context: 'view', open: false } as const
  const shown = async ({ events }: Models) => {
    const { rows } = await events.listEvents(everything)
    const texts = await models.events.calxEvents(rows, guest, {
      form,
      nowUtc: utcTime('2027-01-01 00:00:00'),
    })
    return (JSON.parse(texts[0]?.text ?? '') as { readonly title: { readonly rendered: string } }).title
      .rendered
  }
  expect([await shown(models), await shown(anew)]).toEqual(['Spring &#038; Summer Fair', 'Market'])
})

/** Each of them is of another kind for what makes the texts. */
const kinds: readonly Partial<typeof event>[] = [
  {},
  { password: 'secret' },
  { title: '<b>Été</b> & "more"', cost: '', website: null, venues: [], organizers: [], categories: [] },
  { cost: '12 per child', image: null, excerpt: 'Short.', timezone: 'Asia/Kolkata' },
  { cost: 'Free, 8', currency: { symbol: '', code: 'EUR', position: '' } },
  { cost: '1,234.50', allDay: true, sticky: true, featured: true, showMap: true },
]

test('whoever changes the object of an event gives its form, or that of the rows, another number', async () => {
  const texts: string[] = []
  for (const given of kinds) texts.push((await only((await school(given)).models)).text)
  expect(texts).not.toContain('')
  // another value: is LIST_FORM a new one as well, and the number of the rows, where they keep what changed?
  expect([LIST_FORM, rowsSpec.name, markOf(texts)]).toEqual([
    1,
    'event-listing@9',
    'BLT7z27AitKE-OfFkT784KrUjxE',
  ])
})
