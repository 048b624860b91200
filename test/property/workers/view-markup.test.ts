import { utcTime, userId, termId } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeView } from '../../../services/views/make.ts'
import { pageUrl } from '../../../projections/event-listing/queries.ts'
import type { ShownEvent } from '../../../services/views/shown.ts'
import { newTermValues, newVenueValues } from '../../../services/calendar/values.ts'
import { eventValues, recorder } from '../../support/recorded.ts'
import { readModels, site as texts } from '../../support/read-models.ts'
import { renderedView, shown, viewContent, viewQuery, viewSite } from '../../support/view-content.ts'

const TAG = /<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"<>]*")?)*\s*\/?>/g

/** Names of elements and attributes in their order; throws when a sign of markup stands anywhere else. */
const skeleton = (html: string): readonly string[] => {
  const rest = html.replaceAll(TAG, '')
  expect(rest).not.toMatch(/[<>]/)
  return [...html.matchAll(TAG)].map(([tag]) => tag.replaceAll(/="[^"]*"/g, ''))
}

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          '<',
          '>',
          '"',
          "'",
          '&',
          '</script>',
          '<script>alert(1)</script>',
          '<img src=x onerror=alert(1)>',
        ],
        ...[
          '" onmouseover="alert(1)',
          "' style='",
          '&lt;script&gt;',
          '&quot;',
          '&#60;b&#62;',
          '-->',
          '<!--',
          ']]>',
        ],
        ...[
          'javascript:alert(1)',
          '\n',
          '\u2028',
          '\ud800',
          '{{x}}',
          '`',
          '=',
          '/',
          '\\',
          '<svg/onload=x>',
          '<!--pieces-->',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map(parts => parts.join('') || 'x')

const view = fc.constantFrom('list', 'month', 'day')

const event: fc.Arbitrary<readonly [ShownEvent, ShownEvent]> = fc
  .record({ title: hostile, summary: hostile, name: hostile, place: hostile, cost: hostile, slug: hostile })
  .map(({ title, summary, name, place, cost, slug }) => {
    const of = (
      said: Pick<ShownEvent, 'title' | 'summary' | 'cost'>,
      called: string,
      where: string,
      mark: string,
    ) =>
      shown({
        ...said,
        categories: [{ id: termId(7), name: called, slug: mark }],
        venue: { name: called, place: where, url: 'https://school.example/venue/x/' },
        zone: called,
        zoneName: where,
      })
    return [
      of({ title, summary, cost }, name, place, slug),
      of({ title: 'x', summary: 'x', cost: 'x' }, 'x', 'x', 'x'),
    ] as const
  })

it('06 §1 escaping: whatever texts say, the elements and attributes of a view are the same', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 3 }), view, hostile, hostile, (events, kind, search, slug) => {
      const of = (which: 0 | 1, text: string, mark: string) =>
        renderedView(
          viewContent(
            {
              view: kind,
              date: kind === 'month' ? '2027-05' : '2027-05-08',
              search: text,
              category: mark,
              tag: mark,
            },
            events.map(pair => pair[which]),
            {
              category: { id: termId(1), name: text, slug: mark, path: mark },
              earlier: { date: null, page: 1, past: false },
            },
          ),
        )
      expect(skeleton(of(0, search, slug))).toEqual(skeleton(of(1, 'x', 'x')))
    }),
    { numRuns: 300 },
  )
})

const ELEMENTS = new Set(
  'a abbr article b button details div form h2 h3 header input label li nav ol p script span summary time ul'.split(
    ' ',
  ),
)

it('06 §1 escaping: nothing that was stored becomes an element, a handler or a script', async () => {
  const fields = fc.record({
    title: hostile,
    description: hostile,
    excerpt: hostile,
    cost: hostile,
    name: hostile,
    address: hostile,
  })
  await fc.assert(
    fc.asyncProperty(fields, view, hostile, async ({ name, address, ...said }, kind, search) => {
      const models = await readModels()
      const record = recorder()
      const common = { status: 'publish', author: userId(2) } as const
      await models.apply([
        record({
          ...{ type: 'TermCreated', termId: 3, by: 'person', hiddenUntilLinked: false },
          values: newTermValues({ taxonomy: 'cal_events_cat', name, slug: 'x' }),
        }),
        record({
          ...{ type: 'VenueCreated', venueId: 2, by: 'person', hiddenUntilLinked: false },
          values: newVenueValues({ ...common, name, address, slug: 'x' }),
        }),
        record({
          ...{ type: 'EventCreated', eventId: 1, by: 'person' },
          values: eventValues({ ...said, categories: [3], venues: [2], slug: 'x' }),
        }),
      ])
      const reads = {
        ...{ listEvents: models.events.listEvents, anyEvent: models.events.anyEvent },
        ...{ jsonLd: models.events.jsonLd },
        ...{ terms: models.terms, venues: models.venues.byIds, currency: () => texts.currency },
        pageUrl: (what: 'event' | 'venue', id: number, values: { status: string; slug: string }) =>
          pageUrl(texts, what, id, values),
      }
      const date = kind === 'month' ? '2027-05' : '2027-05-08'
      for (const word of ['', search]) {
        const query = { ...viewQuery, view: kind, date, search: word }
        const { html } = await makeView(reads, viewSite, query, utcTime('2027-05-01 16:00:00'))
        for (const tag of skeleton(`${html}</div>`)) {
          expect(ELEMENTS).toContain(/[a-z0-9]+/.exec(tag)?.[0])
          expect(tag).not.toMatch(/\son|\sstyle/)
        }
        const scripts = [...html.matchAll(/<script ([^>]*)>/g)].map(found => found[1])
        expect(scripts.every(attributes => /^type="application\/(?:ld\+)?json"/.test(attributes ?? ''))).toBe(
          true,
        )
        for (const [, address] of html.matchAll(/ (?:href|action)="([^"]*)"/g))
          expect(address).toMatch(/^(?:https|webcal):\/\/school\.example\//)
      }
    }),
    { numRuns: 100 },
  )
})
