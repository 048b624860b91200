import fc from 'fast-check'
import { expect, it } from 'vitest'
import { keptCalx } from '../../../projections/event-listing/kept-calx.ts'
import { keptTexts } from '../../../projections/event-listing/kept-texts.ts'
import { withRendered, type Site } from '../../../projections/items/post.ts'
import type { CalxNested, Related } from '../../../projections/items/related.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { eventId, logPosition, termId, utcTime } from '../../../shared/kernel/brands.ts'
import { plusSeconds, toSeconds } from '../../../shared/kernel/time/calculate.ts'
import { toLocal } from '../../../shared/kernel/time/zone.ts'
import { calxObject, calxUntil } from '../../support/calx-object.ts'
import { editor, guest, site } from '../../support/read-models.ts'
import { eventValues } from '../../support/recorded.ts'

const DAY = 86_400

const text = fc.oneof(
  fc.constantFrom('', 'Fair', 'Été & "more" <b>x</b>', "it's 'here'", 'a\\b', '\u2028\u{1f600}\u007f'),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)
const html = fc.oneof(text, fc.constantFrom('<p class="x">All welcome.</p>', 'One.\nTwo.\n\nThree.'))
const slug = fc.constantFrom('', 'spring-fair', '%c3%a9t%c3%a9')
const zone = fc.constantFrom('America/New_York', 'Asia/Kolkata', 'UTC', 'UTC+5:30', 'UTC-3', 'Pacific/Apia')

/** Around turns of years, and hours that clocks have twice or not at all. */
const instant = fc
  .tuple(
    fc.constantFrom(
      '2026-12-31 23:00:00',
      '2027-03-14 06:30:00',
      '2027-11-07 05:30:00',
      '2027-05-08 14:00:00',
    ),
    fc.constantFrom(-DAY, -7200, -1, 0, 1, 1800, 3600, 7200, DAY),
  )
  .map(([at, seconds]) => utcTime(plusSeconds(at, seconds)))

const idsBelow = (most: number) => fc.uniqueArray(fc.integer({ min: 1, max: most }), { maxLength: 3 })

const NOTHING_NAMED = { venues: [], organizers: [], categories: [], tags: [] }

const values: fc.Arbitrary<EventValues> = fc
  .record({
    title: text,
    description: html,
    excerpt: html,
    slug,
    status: fc.constantFrom<EventValues['status']>(
      'publish',
      'publish',
      'draft',
      'pending',
      'private',
      'trash',
    ),
    startUtc: instant,
    length: fc.constantFrom(0, 1, 3600, 10 * 3600, DAY, 3 * DAY, 400 * DAY),
    timezone: zone,
    allDay: fc.boolean(),
    cost: fc.constantFrom('', '12', 'Free, 8', '1,234.50', '€5 – 10', 'ask "us"'),
    currency: fc.constantFrom(null, { symbol: '', code: 'EUR', position: '' }),
    password: fc.constantFrom('', '', '', 'secret "x"'),
    image: fc.constantFrom(null, 40),
    template: fc.constantFrom('', 'a "b"'),
    featured: fc.boolean(),
    sticky: fc.boolean(),
    hidden: fc.boolean(),
    publishedAt: fc.option(instant),
    venues: idsBelow(4),
    organizers: idsBelow(4),
    categories: idsBelow(5),
    tags: idsBelow(5),
    // then nothing but their own texts tells two of them apart
    isBare: fc.boolean(),
  })
  .map(({ length, isBare, ...given }) => {
    const endUtc = plusSeconds(given.startUtc, length)
    const [start, end] = [toLocal(given.startUtc, given.timezone), toLocal(endUtc, given.timezone)]
    return eventValues({ ...given, ...(isBare ? NOTHING_NAMED : {}), start, end, endUtc })
  })

const sites: readonly Site[] = [
  site,
  { ...site, zone: 'UTC+5:30', dateFormat: '\\Y "j" é Y', timeFormat: 'H:i', mark: 'half' },
  {
    ...site,
    ...{ url: 'https://été.example/a"b', zone: 'Pacific/Apia', mark: 'apia' },
    currency: { symbol: '€', code: 'EUR', position: 'postfix' },
  },
]

const read = fc.record({
  nowUtc: instant,
  site: fc.nat(sites.length - 1),
  context: fc.constantFrom('view' as const, 'view' as const, 'embed' as const, 'edit' as const),
  open: fc.boolean(),
  viewer: fc.constantFrom(guest, editor),
})

/** What events name, as it is with this site: guests are not shown the fourth, nobody the fifth term. */
const relatedOf = (shown: Site): Related => {
  const none = async () => new Map<never, never>()
  const named =
    <Id extends number>(kind: string) =>
    async (ids: readonly Id[], viewer: typeof guest): Promise<ReadonlyMap<Id, CalxNested>> =>
      new Map(
        ids.flatMap(id => {
          const text = `{"id":${id},"kind":"${kind} at ${shown.mark}"}`
          return id === 4 && viewer === null ? [] : [[id, { text, name: `"É" ${id}`, site: shown.mark }]]
        }),
      )
  return {
    ...{ venues: none, organizers: none, terms: none, images: none },
    calxVenues: named('venue'),
    calxOrganizers: named('organizer'),
    termSlugs: async ids =>
      new Map([3, 1, 4, 2].map(termId).flatMap(id => (ids.includes(id) ? [[id, `é${id}`]] : []))),
    trails: memoryDocuments().trails,
  }
}

it('03 §1.1 an event is shown as told, whatever is kept of it, and one mark never stands for two texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(values, { minLength: 1, maxLength: 4 }),
      fc.array(read, { minLength: 1, maxLength: 12 }),
      async (all, reads) => {
        const items = all.map((one, n) =>
          withRendered({
            ...{
              _id: eventId(41 + n),
              rev: logPosition(7),
              madeOf: 7_000_000_000_001 + n,
              was: null,
              purged: false,
            },
            ...{ created: utcTime('2026-11-27 21:33:24'), modified: one.startUtc, values: one },
          }),
        )
        const shown = { ...site }
        const related = relatedOf(shown)
        const calxEvents = keptCalx(related, shown, keptTexts(shown))
        const texts = new Map<string, string>()
        for (const { nowUtc, site: n, context, open, viewer } of reads) {
          Object.assign(shown, sites[n])
          const form = { context, open }
          const given = await calxEvents(items, viewer, { form, nowUtc })
          const asked = { site: shown, nowUtc, form }
          for (const [n, item] of items.entries()) {
            const { venues, organizers, categories, tags } = item.values
            const named = {
              venues: [...(await related.calxVenues(venues, viewer, context)).values()],
              organizers: [...(await related.calxOrganizers(organizers, viewer, context)).values()],
              slugs: await related.termSlugs([...categories, ...tags]),
            }
            const { text, mark, until } = given[n] ?? { text: '', mark: '', until: 0 }
            expect(text).toBe(calxObject(item, named, asked))
            expect(until).toBe(toSeconds(calxUntil(item.values, asked)))
            expect(texts.get(mark) ?? text).toBe(text)
            texts.set(mark, text)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
})
