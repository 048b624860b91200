import { localTime, termId, eventId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { withNonces } from '../../../../services/views/render.ts'
import { renderedView, shown, viewContent, viewSite } from '../../../support/view-content.ts'

const blockOf = (html: string, type: string): unknown => {
  const [, text] = new RegExp(`<script type="${type.replace('+', '\\+')}">(.*?)</script>`).exec(html) ?? []
  return JSON.parse(text ?? 'null') as unknown
}
const dataOf = (html: string) => blockOf(html, 'application/json" data-js="cal-events-view-data')

const whole = shown({
  featured: true,
  categories: [
    { id: termId(7), name: 'Fairs & fun', slug: 'fairs' },
    { id: termId(9), name: 'Trips', slug: 'trips' },
  ],
  summary: 'All <welcome>.',
  venue: {
    name: 'Main "Hall"',
    place: '1 School Lane, Troy',
    url: 'https://school.example/venue/main-hall/',
  },
  cost: '$5 – $10',
})

/** Of several days of May, by day of the month. */
const bar = (id: number, from: string, to: string) =>
  shown({
    id: eventId(id),
    start: localTime(`2027-05-${from} 08:00:00`),
    end: localTime(`2027-05-${to} 09:00:00`),
  })

describe('06 §1.3 HTML contract', () => {
  it('06 §1.3 root', () => {
    const html = renderedView(viewContent({ view: 'month' }))
    expect(html.slice(0, html.indexOf('>') + 1)).toMatch(
      /^<div class="cal-common cal-events cal-events-view cal-events-view--month" data-js="cal-events-view" data-view-rest-url="https:\/\/school\.example\/index\.php\?rest_route=\/cal\/views\/v2\/html" data-view-rest-method="GET" data-view-manage-url="1" data-view-breakpoint-pointer="[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}">$/,
    )
    expect(html.endsWith('</script></div>')).toBe(true)
    expect(renderedView(viewContent({ view: 'month' }))).toBe(html)
  })
  it('06 §1.3 loader: the number of events found', () => {
    const loader = (total: number) =>
      /<div class="cal-events-view-loader" role="alert" aria-live="polite">.*?<\/div>/.exec(
        renderedView(viewContent({}, [], { total })),
      )?.[0]
    expect(loader(0)).toContain('0 events found.')
    expect(loader(1)).toContain('1 event found.')
    expect(loader(23)).toContain('23 events found.')
  })
  it('06 §1.3 JSON-LD: an array of the shown events, absent when none', () => {
    const html = renderedView(viewContent({}, [shown({ title: '</script><b>&' })]))
    expect(html).toContain('"name":"\\u003c/script\\u003e\\u003cb\\u003e\\u0026"')
    expect(blockOf(html, 'application/ld+json')).toEqual([{ '@type': 'Event', name: '</script><b>&' }])
    expect(renderedView(viewContent({}))).not.toContain('ld+json')
  })
  it('06 §1.3 header', () => {
    const steps = {
      earlier: { date: null, page: 1, past: true },
      later: { date: null, page: 2, past: false },
    }
    const html = renderedView(viewContent({ search: 'a "b"' }, [shown()], steps))
    const header = /<header class="cal-events-header">.*<\/header>/.exec(html)?.[0] ?? ''
    expect(header).toMatch(
      /<form class="cal-events-c-search"[^>]*>.*<input [^>]*name="cal-bar-search" value="a &quot;b&quot;"/,
    )
    expect(header).toContain('class="cal-events-c-view-selector"')
    expect(
      [...header.matchAll(/class="cal-events-c-view-selector__link[^"]*" href="([^"]*)"/g)].map(
        ([, href]) => href,
      ),
    ).toEqual([
      'https://school.example/events/list/?cal-bar-search=a%20%22b%22',
      'https://school.example/events/month/?cal-bar-search=a%20%22b%22',
      'https://school.example/events/today/?cal-bar-search=a%20%22b%22',
    ])
    expect(header.match(/cal-events-c-view-selector__link--active/g)).toHaveLength(1)
    expect(header).toContain('class="cal-events-c-top-bar"')
    expect(header).toMatch(
      /<a [^>]*rel="prev" href="https:\/\/school\.example\/events\/list\/\?eventDisplay=past&amp;cal-bar-search=a%20%22b%22"/,
    )
    expect(header).toMatch(
      /<a [^>]*rel="next" href="https:\/\/school\.example\/events\/list\/page\/2\/\?cal-bar-search=a%20%22b%22"/,
    )
    expect(header).toContain('class="cal-events-c-top-bar__today-button"')
    expect(header).toMatch(/<input type="date"[^>]* name="cal-bar-date" value="2027-05-01"/)
  })
  it('06 §1.3 header: a link per enabled view, none to where nothing is', () => {
    const site = { ...viewSite, enabledViews: ['list', 'day'] } as const
    const html = renderedView(viewContent({}, [shown()], { site }))
    expect(html).not.toContain('/events/month/"')
    expect(html).not.toMatch(/rel="(prev|next)"/)
  })

  it.each(['list', 'day'] as const)('06 §1.3 list, day item: in a %s', view => {
    const html = renderedView(viewContent({ view, date: '2027-05-08' }, [whole]))
    const article = /<article .*<\/article>/.exec(html)?.[0] ?? ''
    expect(article).toMatch(
      new RegExp(
        `^<article class="cal-events-calendar-${view}__event cal-events-calendar-${view}__event--featured post-41 status-publish cal_events_cat-fairs cal_events_cat-trips cal-hue-7">`,
      ),
    )
    expect(article).toContain('<time datetime="2027-05-08T10:00:00-04:00">May 8, 2027, 10:00 am</time>')
    expect(article).toMatch(
      /<h3 class="[^"]*"> ?<a class="cal-events-event__link" href="https:\/\/school\.example\/event\/spring-fair\/" rel="bookmark">Spring fair<\/a> ?<\/h3>/,
    )
    expect(article).toContain('<div class="cal-events-event__description"><p>All &lt;welcome&gt;.</p></div>')
    expect(article).toMatch(
      /<p class="cal-events-event__venue"> ?<a href="https:\/\/school\.example\/venue\/main-hall\/">Main &quot;Hall&quot;<\/a>/,
    )
    expect(article).toContain('<p class="cal-events-event__cost">$5 – $10</p>')
    expect(article).toContain('Fairs &amp; fun, Trips')
  })
  it.each(['list', 'day'] as const)(
    '06 §1.3 list, day item: absent fields have no element, in a %s',
    view => {
      const html = renderedView(viewContent({ view, date: '2027-05-08' }, [shown()]))
      expect(html).toContain(`<article class="cal-events-calendar-${view}__event post-41 status-publish">`)
      expect(html).not.toMatch(/cal-events-event__(description|venue|cost|categories|zone)/)
    },
  )
  it('the zone is named where it is not that of the site', () => {
    const call = shown({ zone: 'Europe/Berlin', zoneName: 'CEST' })
    expect(renderedView(viewContent({}, [call]))).toContain('title="Europe/Berlin">CEST</span>')
  })

  it('06 §1.3 month cell', () => {
    const trip = shown({
      id: eventId(5),
      title: 'Trip',
      start: localTime('2027-05-08 09:00:00'),
      end: localTime('2027-05-09 12:00:00'),
    })
    const html = renderedView(viewContent({ view: 'month' }, [trip, whole]))
    const cells = [
      ...html.matchAll(/<div class="([^"]*)" id="cal-events-calendar-day-([\d-]+)" role="cell"/g),
    ]
    expect(cells).toHaveLength(42)
    const classesOf = (date: string) => cells.find(cell => cell[2] === date)?.[1]?.split(' ')
    const DAY = 'cal-events-calendar-month__day'
    expect(classesOf('2027-04-25')).toEqual([DAY, `${DAY}--other-month`, `${DAY}--past`, `${DAY}--empty`])
    expect(classesOf('2027-05-01')).toEqual([DAY, `${DAY}--current`, `${DAY}--empty`])
    expect(classesOf('2027-05-08')).toEqual([DAY])
    expect([...html.matchAll(/<article class="([^"]*)"/g)].map(found => found[1])).toEqual([
      'cal-events-calendar-month__event cal-events-calendar-month__event--multiday cal-events-calendar-month__event--starts post-5 status-publish cal-lane-1',
      'cal-events-calendar-month__event cal-events-calendar-month__event--roomy cal-events-calendar-month__event--featured post-41 status-publish cal_events_cat-fairs cal_events_cat-trips cal-hue-7',
      // Sunday begins a row
      'cal-events-calendar-month__event cal-events-calendar-month__event--multiday cal-events-calendar-month__event--ends cal-events-calendar-month__event--continues post-5 status-publish cal-lane-1',
    ])
  })
  it('06 §1.3 month cell: bars go on at the same height, and fill what others left', () => {
    const html = renderedView(
      viewContent({ view: 'month' }, [
        bar(1, '10', '11'),
        bar(2, '11', '13'),
        bar(3, '12', '13'),
        bar(4, '13', '14'),
      ]),
    )
    const lanes = [...html.matchAll(/post-(\d) status-publish cal-lane-(\d)/g)].map(
      ([, id, lane]) => `${id}:${lane}`,
    )
    expect(lanes).toEqual(['1:1', '1:1', '2:2', '2:2', '3:1', '2:2', '3:1', '4:3', '4:3'])
  })
  it('06 §1.3 month cell: a title has all the room of its bar, in each row', () => {
    const long = shown({
      id: eventId(1),
      start: localTime('2027-05-05 08:00:00'),
      end: localTime('2027-05-10 09:00:00'),
    })
    const html = renderedView(viewContent({ view: 'month' }, [long]))
    const pieces = [
      ...html.matchAll(/<article class="[^"]*post-1 status-publish cal-lane-1([^"]*)".*?<\/article>/g),
    ]
    expect(pieces.map(([, span]) => span?.trim())).toEqual(['cal-span-4', '', '', '', 'cal-span-2', ''])
    // who goes by keyboard meets it once in each row
    expect(pieces.map(([piece]) => piece.includes('tabindex="-1"'))).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
    ])
  })
  it('06 §1.3 month cell: what stands below the bars may take two lines', () => {
    const at = (id: number) =>
      shown({
        id: eventId(id),
        start: localTime('2027-05-12 10:00:00'),
        end: localTime('2027-05-12 11:00:00'),
      })
    // on the 12th the first row is free, the second is not
    const html = renderedView(
      viewContent({ view: 'month' }, [bar(1, '10', '11'), bar(2, '11', '13'), at(3), at(4)]),
    )
    const roomy = [...html.matchAll(/month__event--roomy post-(\d)/g)].map(([, id]) => id)
    expect(roomy).toEqual(['4'])
  })
  it('06 §1.3 month cell: all events stand in it, those of a full day behind a summary', () => {
    const many = Array.from({ length: 9 }, (_, n) => shown({ id: eventId(n + 1) }))
    const html = renderedView(viewContent({ view: 'month' }, many))
    expect(html.match(/<article /g)).toHaveLength(9)
    expect(html).toContain('<summary>3 more</summary>')
    expect(renderedView(viewContent({ view: 'month' }, many.slice(0, 7)))).not.toContain('<summary>')
  })
  it('06 §1.3 month cell: rows of a table, for those who cannot see it', () => {
    const html = renderedView(viewContent({ view: 'month' }))
    expect(html).toContain(
      '<div class="cal-events-calendar-month__grid" role="table" aria-label="Calendar of May 2027">',
    )
    expect(html.match(/role="row"/g)).toHaveLength(7)
    expect(html.match(/role="columnheader"/g)).toHaveLength(7)
  })

  it('06 §1.3 empty', () => {
    const notice = (html: string) =>
      /<div class="cal-events-c-messages__message--notice"> ?<p>(.*?)<\/p>/.exec(html)?.[1] ?? null
    expect(notice(renderedView(viewContent({})))).toBe('There are no upcoming events.')
    expect(notice(renderedView(viewContent({ past: true })))).toBe('There are no past events.')
    expect(notice(renderedView(viewContent({ view: 'month' })))).toBe('There are no events this month.')
    expect(notice(renderedView(viewContent({ view: 'day' })))).toBe('There are no events on this day.')
    expect(notice(renderedView(viewContent({ search: '<b>' })))).toBe(
      'There are no events for “&lt;b&gt;” on this page.',
    )
    expect(notice(renderedView(viewContent({}, [shown()])))).toBeNull()
  })
  it('06 §1.3 bottom', () => {
    const steps = {
      earlier: { date: '2027-04', page: 1, past: false },
      later: { date: '2027-06', page: 1, past: false },
    }
    const html = renderedView(viewContent({ view: 'month', date: '2027-05' }, [], steps))
    const nav = /<nav class="cal-events-c-nav".*?<\/nav>/.exec(html)?.[0] ?? ''
    expect(nav).toContain('rel="prev" href="https://school.example/events/month/2027-04/"')
    expect(nav).toContain('rel="next" href="https://school.example/events/month/2027-06/"')
    expect(html).toContain('<div class="cal-events-c-subscribe">')
    expect(html).toContain('href="webcal://school.example/events/ical/"')
    expect(html).toContain('href="https://school.example/events/ical/"')
  })

  const members = [
    ...['slug', 'prev_url', 'next_url', 'view_class', 'view_slug', 'view_label', 'title', 'events', 'url'],
    ...['url_event_date', 'bar', 'today', 'now', 'home_url', 'rest_url', 'rest_method', 'rest_nonce'],
    ...[
      'should_manage_url',
      'today_url',
      'today_label',
      'prev_label',
      'next_label',
      'date_formats',
      'messages',
    ],
    ...[
      'start_of_week',
      'breadcrumbs',
      'is_past',
      'ical',
      'container_classes',
      'breakpoints',
      'public_views',
    ],
  ]
  it.each([
    ['list', ['datepicker_date']],
    ['month', ['grid_date', 'days', 'prev_month', 'next_month']],
    ['day', []],
  ] as const)('06 §1.3 data: members of a %s', (view, own) => {
    const data = dataOf(renderedView(viewContent({ view }))) as object
    expect(new Set(Object.keys(data))).toEqual(new Set([...members, ...own]))
  })
  it('06 §1.3 data: ids; of a month by date', () => {
    const list = dataOf(renderedView(viewContent({}, [shown(), shown({ id: eventId(5) })])))
    expect(list).toMatchObject({
      ...{ slug: 'list', view_slug: 'list', view_label: 'List', title: 'Upcoming events', events: [41, 5] },
      ...{ prev_url: '', next_url: '', url: 'https://school.example/events/list/', url_event_date: '' },
      ...{ bar: { keyword: '', date: '' }, today: '2027-05-01', now: '2027-05-01 12:00:00' },
      ...{ home_url: 'https://school.example/', rest_method: 'GET', rest_nonce: '', should_manage_url: true },
      rest_url: 'https://school.example/index.php?rest_route=/cal/views/v2/html',
      ...{ start_of_week: 0, breadcrumbs: [], is_past: false, messages: { notice: [] } },
      ical: { display_link: true, link: 'https://school.example/events/ical/' },
      container_classes: ['cal-common', 'cal-events', 'cal-events-view', 'cal-events-view--list'],
      breakpoints: { xsmall: 500, medium: 768, full: 960 },
      datepicker_date: '2027-05-01',
    })
    const month = dataOf(renderedView(viewContent({ view: 'month', date: '2027-05' }, [shown()]))) as {
      readonly events: Readonly<Record<string, readonly number[]>>
      readonly days: Readonly<Record<string, object>>
    }
    expect(Object.keys(month.events)).toHaveLength(42)
    expect(month.events['2027-05-08']).toEqual([41])
    expect(month.events['2027-05-09']).toEqual([])
    expect(month.days['2027-05-08']).toEqual({
      ...{ date: '2027-05-08', day_number: 8, is_other_month: false, is_today: false, is_past: false },
      ...{ found_events: 1, events: [41] },
    })
    expect(month).toMatchObject({ prev_month: '2027-04', next_month: '2027-06', title: 'May 2027' })
  })
  it('06 §1.3 data: JSON in script blocks escapes `<`, `>`, `&`', () => {
    const html = renderedView(viewContent({ search: '</script>&<b>' }))
    expect(html).toContain('"keyword":"\\u003c/script\\u003e\\u0026\\u003cb\\u003e"')
  })
  it('06 §1.3 nonces', () => {
    expect(withNonces('<div>', { tvn1: '0123456789', tvn2: 'abcdef0123' })).toBe(
      '<div><script type="application/json" data-js="cal-events-view-nonce-data">{"tvn1":"0123456789","tvn2":"abcdef0123"}</script></div>',
    )
  })
})

describe('06 §1.2 a day', () => {
  const at = (id: number, from: string, to: string) =>
    shown({
      id: eventId(id),
      start: localTime(`2027-05-08 ${from}:00`),
      end: localTime(`2027-05-08 ${to}:00`),
    })
  it('shows what overlaps side by side, in the order of the starts', () => {
    const allDay = shown({
      id: eventId(1),
      allDay: true,
      start: localTime('2027-05-08 00:00:00'),
      end: localTime('2027-05-08 23:59:59'),
    })
    const events = [
      allDay,
      at(2, '09:00', '10:00'),
      at(3, '09:30', '11:00'),
      at(4, '10:30', '12:00'),
      at(5, '12:00', '13:00'),
    ]
    const html = renderedView(viewContent({ view: 'day', date: '2027-05-08' }, events))
    const groups = html.split('<div class="cal-events-calendar-day__group">').slice(1)
    expect(groups.map(group => [...group.matchAll(/post-(\d)/g)].map(([, id]) => id))).toEqual([
      ['1'],
      ['2', '3', '4'],
      ['5'],
    ])
    expect(groups.map(group => /day__time">([^<]*)</.exec(group)?.[1])).toEqual([
      'All day',
      '9:00 am',
      '12:00 pm',
    ])
  })
  it('says since when something goes on', () => {
    const html = renderedView(
      viewContent({ view: 'day', date: '2027-05-08' }, [
        shown({ start: localTime('2027-05-07 20:00:00'), end: localTime('2027-05-08 02:00:00') }),
      ]),
    )
    expect(html).toContain('<p class="cal-events-calendar-day__time">Continues</p>')
  })
})
