import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'

/** A service at 2027-05-01 16:00 in New York, with an event that was changed at 17:00 and 18:00. */
const open = async () => {
  const clock = { ms: Date.UTC(2027, 4, 1, 20) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  const { ask } = service
  const visitor = browser(service)
  await visitor.signIn()
  const hour = () => (clock.ms += 3_600_000)
  const made = await ask('POST /cal/events/v1/events', {
    body: {
      title: 'Book <i>fair</i> & more',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 12:00:00',
      description: '<p>Come <b>all</b></p>',
      venue: { venue: 'Main Hall' },
      categories: ['Fairs'],
    },
  })
  const { id, venue } = made.body as { id: number; venue: { id: number } }
  const change = (body: object) => ask(`POST /cal/events/v1/events/${id}`, { body })
  hour()
  await change({ title: 'Spring fair' })
  hour()
  await change({ start_date: '2027-05-09 10:00:00', end_date: '2027-05-09 12:00:00' })
  return { service, visitor, ask, hour, clock, id, venueId: venue.id }
}

describe('00 §8 history of an item', () => {
  it('tells what happened: member by member, by whom, how and when in the zone of the site', async () => {
    const { visitor, id, venueId } = await open()
    const { status, text } = await visitor.get(`/history/event/${id}`)
    expect(status).toBe(200)
    expect(text).toContain('<h1 class="history-name">Spring fair</h1>')
    expect(text).toContain('<del>Book &lt;i&gt;fair&lt;/i&gt; &amp; more</del>')
    expect(text).not.toContain('<del>Book <i>')
    expect(text).toContain('<ins>Spring fair</ins>')
    expect(text).toContain('<del>Saturday, May 8, 2027, 10:00 am</del>')
    expect(text).toContain('<ins>Sunday, May 9, 2027, 10:00 am</ins>')
    expect(text).toContain('>May 1, 2027 5:00 pm EDT</time>')
    expect(text).toContain('<strong>admin</strong>')
    expect(text).toContain('REST, first generation')
    expect(text).toContain('<code>POST /cal/events/v1/events/{id}</code>')
    expect(text).toMatch(
      new RegExp(`<a href="https://school.example/history/venue/${venueId}">Main Hall</a\\s*>`),
    )
    expect(text).toContain('Come all')
  })

  it('is narrowed to a person and to days of the site', async () => {
    const { visitor, id, service, ask, clock } = await open()
    clock.ms = Date.UTC(2027, 4, 3, 3, 30) // 2 May, 23:30 in New York
    await service.operate('create-user', {
      ...{ login: 'ann', email: 'ann@school.example', role: 'editor', password: 'a password' },
    })
    await ask(`POST /cal/events/v1/events/${id}`, { body: { title: 'Summer fair' } })
    const of = async (query: string) => (await visitor.get(`/history/event/${id}?${query}`)).text
    expect(await of('from=2027-05-02&to=2027-05-02')).toContain('<ins>Summer fair</ins>')
    expect(await of('from=2027-05-02')).not.toContain('<ins>Spring fair</ins>')
    expect(await of('from=2027-05-03')).toContain('Nothing was recorded')
    expect(await of('to=2027-05-01')).not.toContain('<ins>Summer fair</ins>')
    expect(await of('person=admin')).toContain('<ins>Summer fair</ins>')
    expect(await of('person=ann')).toContain('Nothing was recorded')
    expect(await of('person=n%3Cb%3Eone')).toContain('There is no user “n&lt;b&gt;one”.')
    expect(await of('from=yesterday')).toContain('“yesterday” is no date')
  })

  it('shows the item as it was, after a change and at any moment', async () => {
    const { visitor, id } = await open()
    const { text } = await visitor.get(`/history/event/${id}`)
    const links = [
      ...text.matchAll(/href="https:\/\/school\.example(\/history\/event\/\d+\?as_of=\d+)#then"/g),
    ]
    expect(links).toHaveLength(3)
    const then = async (path: string) => {
      const page = (await visitor.get(path)).text
      return page.slice(page.indexOf('id="then"'), page.indexOf('id="changes-heading"'))
    }
    expect(await then(links[2]?.[1] ?? '')).toContain('Book &lt;i&gt;fair&lt;/i&gt; &amp; more')
    const renamed = await then(links[1]?.[1] ?? '')
    expect(renamed).toContain('Spring fair')
    expect(renamed).toContain('Saturday, May 8, 2027, 10:00 am')
    expect(renamed).toContain('Main Hall')
    const now = await then(`/history/event/${id}?at=2027-05-01T18:00`)
    expect(now).toContain('Sunday, May 9, 2027, 10:00 am')
    expect(await then(`/history/event/${id}?at=2027-05-01T17:59`)).toContain('Saturday, May 8, 2027')
    expect(await then(`/history/event/${id}?at=2027-05-01T15:00`)).toContain('There was nothing yet')
    expect(await then(`/history/event/${id}?at=soon`)).toContain('That is no date and time.')
  })

  it('of a purged item only who and when is left', async () => {
    const { visitor, id, ask } = await open()
    await ask(`DELETE /calx/v1/events/${id}&force=true`)
    const { text } = await visitor.get(`/history/event/${id}`)
    expect(text).toContain('Deleted for good')
    expect(text).toContain('<h3>Moved to another time</h3>')
    expect(text).toContain(`<h1 class="history-name">Event ${id}</h1>`)
    expect(text).not.toMatch(/Spring fair|Main Hall|as_of=/)
  })

  it('is for administrators and editors; that of users for administrators', async () => {
    const { service, id } = await open()
    for (const role of ['editor', 'author'])
      await service.operate('create-user', {
        ...{ login: role, email: `${role}@school.example`, role, password: 'a password' },
      })
    const as = async (login: string, path: string) => {
      const somebody = browser(service)
      await somebody.signIn(login, 'a password')
      return (await somebody.get(path)).status
    }
    expect(await as('editor', `/history/event/${id}`)).toBe(200)
    expect(await as('editor', '/history')).toBe(200)
    expect(await as('author', `/history/event/${id}`)).toBe(403)
    expect(await as('author', '/history')).toBe(403)
    expect(await as('editor', '/history/user/1')).toBe(403)
    const guest = browser(service)
    expect((await guest.get('/history')).location).toBe(
      'https://school.example/sign-in?redirect_to=https%3A%2F%2Fschool.example%2Fhistory',
    )
  })

  it('there is none of what has no history', async () => {
    const { visitor } = await open()
    expect((await visitor.get('/history/imagebytes/1')).status).toBe(404)
    expect((await visitor.get('/history/event/x')).status).toBe(404)
    expect((await visitor.get('/history/constructor/1')).status).toBe(404)
    expect((await visitor.get('/history/event/999')).text).toContain('Nothing was recorded')
  })
})

describe('history of everything', () => {
  it('tells what happened lately, newest first, and pages back', async () => {
    const { visitor, id, ask } = await open()
    const { text } = await visitor.get('/history')
    expect(text.indexOf('Moved to another time')).toBeGreaterThan(0)
    expect(text.indexOf('Moved to another time')).toBeLessThan(text.indexOf('<span>Renamed</span>'))
    expect(text).toContain(`<a href="https://school.example/history/event/${id}">Spring fair</a>`)
    for (let n = 0; n < 50; n++)
      await ask(`POST /cal/events/v1/events/${id}`, { body: { title: `Fair ${n}` } })
    const older = /href="https:\/\/school\.example(\/history\?before=[\d.]+)"/.exec(
      (await visitor.get('/history')).text,
    )
    const page = (await visitor.get(older?.[1] ?? '')).text
    expect(page).toContain('Moved to another time')
  })

  it('leads to the history that was asked for', async () => {
    const { visitor } = await open()
    const to = async (query: string) => (await visitor.get(`/history?${query}`)).location
    expect(await to('type=event&id=41')).toBe('https://school.example/history/event/41')
    expect(await to('type=user&id=admin')).toMatch(/^https:\/\/school\.example\/history\/user\/\d+$/)
    expect(await to('type=site&id=')).toBe('https://school.example/history/site/1')
    expect((await visitor.get('/history?type=event&id=%22x')).text).toContain(
      'That is no number of such an item.',
    )
  })
})
