import { expect, test } from 'vitest'
import { CALX_FORM } from '../../../projections/event-listing/calx-text.ts'
import { keptCalx } from '../../../projections/event-listing/kept-calx.ts'
import { keptTexts } from '../../../projections/event-listing/kept-texts.ts'
import { withRendered } from '../../../projections/items/post.ts'
import type { CalxNested, Related } from '../../../projections/items/related.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { eventId, logPosition, type TermId, utcTime, type VenueId } from '../../../shared/kernel/brands.ts'
import { markOf } from '../../../shared/kernel/json.ts'
import type { Bare } from '../../support/bare.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { guest, site } from '../../support/read-models.ts'
import { eventValues } from '../../support/recorded.ts'

const euros = {
  ...site,
  currency: { symbol: '€', code: 'EUR', position: 'postfix' },
  mark: 'euros',
}
const AT = utcTime('2026-11-27 21:33:24')

const item = (_id: number, given: Bare<Partial<EventValues>> = {}) =>
  withRendered({
    ...{ _id: eventId(_id), rev: logPosition(7), madeOf: _id, was: null, purged: false },
    ...{ created: AT, modified: AT, values: eventValues({ cost: '5', ...given }) },
  })

/** Objects of events on a site whose settings change; places tell with which of them they were made. */
const school = () => {
  const now = { ...site }
  const set = (next: typeof site) => Object.assign(now, next)
  let asked = 0
  let siteMeanwhile: typeof site | null = null
  const none = async () => new Map<never, never>()
  const places = async (ids: readonly VenueId[]): Promise<ReadonlyMap<VenueId, CalxNested>> => {
    asked++
    const before = { ...now }
    set(siteMeanwhile ?? before)
    const made = new Map(ids.map(id => [id, { text: `{"at":"${now.mark}"}`, name: '', site: now.mark }]))
    set(before)
    return made
  }
  const related: Related = {
    ...{ venues: none, organizers: none, terms: none, images: none, calxOrganizers: none },
    calxVenues: places,
    termSlugs: async ids => new Map<TermId, string>(ids.map(id => [id, `term-${id}`])),
    trails: memoryDocuments().trails,
  }
  const calxEvents = keptCalx(related, now, keptTexts(now))
  return {
    set,
    asked: () => asked,
    /** Whenever places are looked up the site is this one, and then again what it was. */
    setMeanwhile: (next: typeof site | null) => (siteMeanwhile = next),
    shown: (items: readonly ReturnType<typeof item>[], context: 'view' | 'embed' | 'edit' = 'view') =>
      calxEvents(items, guest, { form: { context, open: context === 'edit' }, nowUtc: AT }),
  }
}

const costsIn = (shown: readonly { readonly text: string }[]) =>
  shown.map(({ text }) => (JSON.parse(text) as { readonly cost: string }).cost)

test('an event is shown with what is set now, and under the old mark when it is set back', async () => {
  const { set, shown } = school()
  const events = [item(41)]
  const before = await shown(events)
  set(euros)
  const between = await shown(events)
  expect([costsIn(before), costsIn(between)]).toEqual([['$5'], ['5€']])
  expect(between[0]?.mark).not.toBe(before[0]?.mark)
  set(site)
  expect(await shown(events)).toEqual(before)
})

test('events of one page are of one site, also where settings change while they are made, and are kept as of that one', async () => {
  const { set, shown } = school()
  // longer than what is made at once
  const description = 'All welcome. '.repeat(12_000)
  const events = [item(41, { description }), item(42, { description })]
  const making = shown(events)
  set(euros)
  expect(costsIn(await making)).toEqual(['$5', '$5'])
  expect(costsIn(await shown(events))).toEqual(['5€', '5€'])
  set(site)
  expect(costsIn(await shown(events))).toEqual(['$5', '$5'])
})

test('what events name is not kept as of what is set then and was not when it was looked up', async () => {
  const { shown, setMeanwhile, asked } = school()
  const events = [item(41, { venues: [12] })]
  const placesOf = async () =>
    (JSON.parse((await shown(events))[0]?.text ?? '') as { venues: unknown }).venues
  setMeanwhile(euros)
  expect(await placesOf()).toEqual([{ at: 'euros' }])
  setMeanwhile(null)
  expect([await placesOf(), await placesOf()]).toEqual([[{ at: 'hillside' }], [{ at: 'hillside' }]])
  expect(asked()).toBe(2)
})

test('what an event names is looked up once for all that name the same, however they are shown', async () => {
  const { shown, asked } = school()
  const events = [item(41, { venues: [12] }), item(42, { venues: [12] })]
  await shown(events)
  await shown(events, 'embed')
  expect(asked()).toBe(1)
  // editors may see more
  await shown(events, 'edit')
  expect(asked()).toBe(2)
})

/** Each of them is of another kind for what makes the texts. */
const kinds: readonly Bare<Partial<EventValues>>[] = [
  { description: 'All welcome.', categories: [7], tags: [9], image: 40 },
  { password: 'secret' },
  { title: '<b>Été</b> & "more"', timezone: 'UTC+5:30', excerpt: 'Short.', status: 'draft' },
  {
    start: '2026-11-27 16:00:00',
    startUtc: '2026-11-27 21:00:00',
    allDay: true,
    sticky: true,
    featured: true,
  },
  { start: '2026-11-01 10:00:00', end: '2026-11-03 12:00:00', startUtc: AT, endUtc: AT, template: 'wide' },
]

test('whoever changes the own texts of events gives their form another number', async () => {
  const { shown } = school()
  const events = kinds.map((given, n) => item(41 + n, given))
  const texts = [
    ...(await shown(events)),
    ...(await shown(events, 'embed')),
    ...(await shown(events, 'edit')),
  ]
  // another value: is CALX_FORM a new one as well?
  expect([CALX_FORM, markOf(texts.map(({ text }) => text))]).toEqual([1, 'SgTUdEO2pqLHSFOZJo_N0xNR77A'])
})
