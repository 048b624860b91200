import { utcTime, logPosition, organizerId, venueId, eventId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calxEventText, calxInserts, calxOwn, clockAt } from '../../../projections/event-listing/calx-text.ts'
import { openTexts } from '../../../projections/event-listing/cal-text.ts'
import { organizerTexts } from '../../../projections/organizers/cal-text.ts'
import { calxOrganizerText } from '../../../projections/organizers/calx-text.ts'
import { withRendered } from '../../../projections/items/post.ts'
import { venueTexts } from '../../../projections/venues/cal-text.ts'
import { calxVenueText } from '../../../projections/venues/calx-text.ts'
import { eventValues, organizerValues, venueValues } from '../../support/recorded.ts'
import { site } from '../../support/read-models.ts'

const AT = utcTime('2026-11-27 21:33:24')
const texts = { description: 'Raw one.\nRaw two.', excerpt: 'Raw lead.' }
/** Unlike anything that could be made of the values: whoever shows it has it from the document. */
const rendered = { description: '<p>KEPT</p>', excerpt: '<p>LEAD</p>' }
const envelope = { rev: logPosition(7), created: AT, modified: AT, was: null, rendered }
const event = { ...envelope, _id: eventId(41), values: eventValues(texts) }
const venue = { ...envelope, _id: venueId(41), values: venueValues(texts) }
const organizer = { ...envelope, _id: organizerId(41), values: organizerValues(texts) }

const form = (context: 'view' | 'edit') => ({ context, open: false })
const named = { venues: [], organizers: [], categories: [], tags: [] }
const calx = (context: 'view' | 'edit') => [
  calxEventText(
    calxOwn(event, { site, clock: clockAt(AT, site)(event.values), form: form(context) }),
    calxInserts(named, new Map()),
  ),
  calxVenueText(venue, site, form(context)),
  calxOrganizerText(organizer, site, form(context)),
]

describe('HTML texts as shown stand in the document (spec 02 §1.1 `description`)', () => {
  it('they are made of what was written, an excerpt of its own or of the first words', () => {
    expect(withRendered({ values: texts }).rendered).toEqual({
      description: '<p>Raw one.<br />\nRaw two.</p>',
      excerpt: '<p>Raw lead.</p>',
    })
    expect(withRendered({ values: { ...texts, excerpt: '' } }).rendered.excerpt).toBe(
      '<p>Raw one. Raw two.</p>',
    )
  })

  it('the first generation shows them as they stand there', () => {
    for (const [text] of [
      openTexts(event, site),
      venueTexts(venue, site, true),
      organizerTexts(organizer, site, true),
    ])
      expect(text).toContain('"description":"<p>KEPT</p>","excerpt":"<p>LEAD</p>"')
  })

  it('an event without excerpt shows none, although the first words are at hand', () => {
    const values = eventValues({ ...texts, excerpt: '' })
    expect(openTexts({ ...event, values }, site)[0]).toContain('"excerpt":""')
  })

  it('so does the second, and editors get what was written beside it', () => {
    for (const text of calx('view')) {
      const shown = JSON.parse(text) as Record<string, unknown>
      expect(shown['content']).toEqual({ rendered: '<p>KEPT</p>\n', protected: false })
      expect(shown['excerpt']).toEqual({ rendered: '<p>LEAD</p>\n', protected: false })
    }
    for (const text of calx('edit')) {
      const shown = JSON.parse(text) as Record<string, unknown>
      expect(shown['content']).toMatchObject({ raw: 'Raw one.\nRaw two.', rendered: '<p>KEPT</p>\n' })
      expect(shown['excerpt']).toMatchObject({ raw: 'Raw lead.', rendered: '<p>LEAD</p>\n' })
    }
  })
})
