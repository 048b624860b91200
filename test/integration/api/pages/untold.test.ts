import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { viewWorld } from '../../../support/view-world.ts'

/** A protected event with relations that nothing else has, in a calendar that has an open one. */
const school = async () => {
  const world = await viewWorld()
  const den = await world.made('venues', { venue: 'Den', city: 'Troy' })
  const owls = await world.made('organizers', { organizer: 'Owls', email: 'owls@school.example' })
  await world.event('Open', '2027-04-10 09:00', '2027-04-10 10:00', { categories: ['Fairs'], featured: true })
  const relations = { venue: den, organizer: owls, categories: ['Fairs', 'Rites'], tags: ['Night'] }
  const more = { ...relations, featured: true, description: 'lantern', cost: '5' }
  const secret = await world.event('Secret', '2027-04-11 09:00', '2027-04-11 10:00', more)
  const past = await world.event('Bygone', '2027-02-11 09:00', '2027-02-11 10:00', more)
  for (const id of [secret, past]) await world.operate('set-password', { type: 'event', id, text: 'owl' })
  return { ...world, secret, visitor: browser(world) }
}

describe('01 §9.1 what pages, views and feeds tell of a protected event', () => {
  it('pages and embeds of its venue and organizer do not name it, nor count it', async () => {
    const { visitor } = await school()
    for (const path of ['/venue/den/', '/organizer/owls/']) {
      const { text } = await visitor.get(path)
      expect(text, path).toContain('There are no upcoming events.')
      expect(text, path).not.toMatch(/Secret|Bygone/)
      expect((await visitor.get(`${path}?embed=true`)).text, path).toContain('0 upcoming events')
    }
  })

  it.each(['/events/category/rites/', '/events/tag/night/', '/events/list/?cal-bar-search=lantern'])(
    'view %s holds nothing, and nothing before or after it',
    async address => {
      const { view, visitor } = await school()
      for (const kind of ['list', 'month', 'day']) {
        const { html, data, titles } = await view(address, `&view=${kind}`)
        expect([titles, data['prev_url'], data['next_url']], kind).toEqual([[], '', ''])
        expect(html, kind).not.toMatch(/Secret|Bygone/)
      }
      expect((await visitor.get(address)).text).not.toMatch(/Secret|Bygone/)
    },
  )

  it('others show it without its relations, which their limits do not find', async () => {
    const { view, secret } = await school()
    const { html, titles } = await view('/events/list/')
    expect(titles).toEqual(['Open', 'Secret'])
    expect(html).toMatch(new RegExp(`class="cal-events-calendar-list__event post-${secret} status-publish"`))
    expect(html).not.toMatch(/Den|Owls|Rites|Night|lantern|\$5/)
    expect((await view('/events/category/fairs/')).titles).toEqual(['Open'])
    expect((await view('/events/list/featured/')).titles).toEqual(['Open'])
    expect((await view('/events/list/featured/?eventDisplay=past')).titles).toEqual([])
  })

  it('feeds and oEmbed have neither it nor a sign of it', async () => {
    const { app, ask } = await school()
    const feed = (path: string) => app.inject({ url: path })
    for (const path of ['/events/ical/', '/events/category/fairs/ical/']) {
      const { statusCode, body } = await feed(path)
      expect([statusCode, body.match(/^SUMMARY:.*$/gm)], path).toEqual([200, ['SUMMARY:Open']])
    }
    for (const path of ['/events/category/rites/ical/', '/events/tag/night/ical/']) {
      const { statusCode, body } = await feed(path)
      expect([statusCode, body.includes('VEVENT')], path).toEqual([200, false])
    }
    expect((await feed('/event/secret/ical/')).statusCode).toBe(404)
    const embed = await ask(
      `GET /oembed/1.0/embed&url=${encodeURIComponent('https://school.example/event/secret/')}`,
      { headers: {} },
    )
    expect(embed).toMatchObject({ status: 404, body: { code: 'oembed_invalid_url' } })
  })
})
