import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { viewWorld } from '../../../support/view-world.ts'

const world = async () => {
  const w = await viewWorld({ SITE_NAME: 'Hill & Dale' })
  await w.event('Spring fair', '2027-05-08 10:00:00', '2027-05-08 14:00:00')
  return { ...w, ...browser(w) }
}

describe('00 §5 calendar pages', () => {
  it.each([
    ['/', 'Upcoming events'],
    ['/?post_type=cal_events&eventDisplay=month&eventDate=2027-05', 'May 2027'],
    ['/events', 'Upcoming events'],
    ['/events/', 'Upcoming events'],
    ['/events/list/', 'Upcoming events'],
    ['/events/list/page/9/', 'Upcoming events'],
    ['/events/list/?eventDisplay=past', 'Past events'],
    ['/events/month/2027-05/', 'May 2027'],
    ['/events/month/2027-05', 'May 2027'],
    ['/events/2027-05/', 'May 2027'],
    ['/events/2027-05-08/', 'May 8, 2027'],
    ['/events/today/', 'March 10, 2027'],
    ['/events/no/such/thing/', 'Upcoming events'],
    ['/events/month/2027-99/', 'March 2027'],
  ])('%s: %s', async (url, title) => {
    const { get } = await world()
    const { status, headers, text } = await get(url)
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(text).toContain(`<title>${title} · Hill &amp; Dale</title>`)
  })
  it('a page is the view of its address, with its data and nonces', async () => {
    const { get, view } = await world()
    for (const url of [
      '/events/month/2027-05/',
      '/events/list/?cal-bar-search=%3Cb%3E',
      '/events/2027-05-08/',
    ]) {
      const { text } = await get(url)
      expect(text).toContain((await view(url)).html)
    }
  })
  it('a category below others is found behind them, by any of those paths; an unknown one is missing', async () => {
    const { get, made, event } = await world()
    const sport = await made('categories', { name: 'Sport' })
    const ball = await made('categories', { name: 'Ball', parent: sport })
    const foot = await made('categories', { name: 'Foot', parent: ball })
    await made('categories', { name: 'Day', parent: sport })
    await event('Cup', '2027-05-09 10:00:00', '2027-05-09 11:00:00', { categories: [foot] })
    const own = 'https://school.example/events/category/sport/ball/foot/'
    for (const path of ['sport/ball/foot', 'ball/foot', 'sport/foot', 'foot', 'FOOT']) {
      for (const view of ['', '/list', '/2027-05', '/month/2027-05', '/day/2027-05-09']) {
        const { status, text } = await get(`/events/category/${path}${view}/`)
        expect(status).toBe(200)
        expect(text).toContain('Cup</a>')
        expect(text).not.toContain('Spring fair')
        expect(text).toContain(`<link rel="canonical" href="${own}`)
      }
      const feed = await get(`/events/category/${path}/ical/`)
      expect([feed.status, feed.text.match(/SUMMARY/g)?.length]).toEqual([200, 1])
    }
    for (const path of [
      'category/nothing',
      'category/sport/nothing',
      'category/nothing/foot',
      'tag/sport',
      'category/nothing/list/x',
    ])
      for (const view of ['', 'month/', '2027-05-08/', 'ical/'])
        expect((await get(`/events/${path}/${view}`)).status, path).toBe(404)
    const { text } = await get('/index.php?rest_route=/cal/events/v1/categories&hide_empty=0&orderby=id')
    const { categories } = JSON.parse(text) as { categories: readonly { url: string }[] }
    expect(categories.map(({ url }) => url)).toEqual([
      'https://school.example/events/category/sport/',
      'https://school.example/events/category/sport/ball/',
      own,
      'https://school.example/events/category/day/',
    ])
  })
  it('a term that exists limits the page', async () => {
    const { get, made, event } = await world()
    const id = await made('categories', { name: 'Trips & more' })
    await event('Ski trip', '2027-05-09 10:00:00', '2027-05-09 11:00:00', { categories: [id] })
    const { text } = await get('/events/category/trips-more/')
    expect(text).toContain('<title>Upcoming events · Trips &amp; more · Hill &amp; Dale</title>')
    expect(text).toContain('>Ski trip</a>')
    expect(text).not.toContain('>Spring fair</a>')
    expect(text).toMatch(
      /<link rel="alternate" type="text\/calendar"[^>]* href="https:\/\/school\.example\/events\/category\/trips-more\/ical\/"/,
    )
  })
  it('tells programs of its feed, its address and its neighbours', async () => {
    const { get } = await world()
    const { text } = await get('/events/month/2027-04/')
    expect(text).toContain('<link rel="canonical" href="https://school.example/events/month/2027-04/" />')
    expect(text).toContain('<link rel="next" href="https://school.example/events/month/2027-05/" />')
    expect(text).not.toContain('<link rel="prev"')
    expect(text).toMatch(
      /<link rel="alternate" type="text\/calendar" title="Hill &amp; Dale" href="https:\/\/school\.example\/events\/ical\/"/,
    )
  })
  it('06 §1.2 no crawler is led on by days, months and lists without events; those of today stay', async () => {
    const { get, event, ask } = await world()
    const far = '<meta name="robots" content="noindex, nofollow" />'
    const empty = ['/events/month/4027-05/', '/events/4027-05-08/', '/events/list/page/9/']
    const others = ['/', '/events/', '/events/today/', '/events/month/', '/events/month/2027-05/']
    for (const url of empty) expect((await get(url)).text).toContain(far)
    for (const url of [...others, '/events/2027-05-08/', '/events/list/?cal-bar-date=2027-05-01'])
      expect((await get(url)).text).not.toContain('name="robots"')

    // what is kept follows what is planned
    const { etag } = (await get('/events/4027-05-08/')).headers
    await event('Far away', '4027-05-08 10:00:00', '4027-05-08 11:00:00')
    const again = await ask('GET /events/4027-05-08/', { headers: { 'if-none-match': String(etag) } })
    expect(again.status).toBe(200)
    expect(again.text).toContain('>Far away</a>')
    expect(again.text).not.toContain('name="robots"')
    expect((await get('/events/4027-05-09/')).text).toContain(far)
  })
  it('is the same for all guests, and sent again only when it changed', async () => {
    const { get, ask, event } = await world()
    const first = await get('/events/')
    const etag = String(first.headers.etag)
    expect((await get('/events/')).text).toBe(first.text)
    const again = await ask('GET /events/', { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    await event('Another', '2027-05-09 10:00:00', '2027-05-09 11:00:00')
    const changed = await ask('GET /events/', { headers: { 'if-none-match': etag } })
    expect(changed.status).toBe(200)
    expect(changed.text).toContain('>Another</a>')
  })
  it('shows who is signed in the same events, with nonces of theirs, and is kept by nobody', async () => {
    const { get, signIn, view } = await world()
    const guest = await view('/events/')
    await signIn()
    const { text, headers } = await get('/events/')
    expect(headers['cache-control']).toContain('no-store')
    expect(headers.etag).toBeUndefined()
    expect(text).toContain('>Spring fair</a>')
    expect(text).toMatch(new RegExp(`\\{"tvn1":"[0-9a-f]{10}","tvn2":"${String(guest.nonces['tvn1'])}"\\}`))
    expect(text).toMatch(/<meta name="cal-rest-nonce" content="[0-9a-f]{10}" \/>/)
  })
  it('works without scripts: every link and form leads to a page', async () => {
    const { get } = await world()
    const { text } = await get('/events/month/2027-05/')
    const addresses = [...text.matchAll(/(?:href|action)="(https:\/\/school\.example\/events[^"]*)"/g)].map(
      ([, address = '']) => address,
    )
    expect(new Set(addresses).size).toBeGreaterThan(40)
    for (const address of new Set(addresses)) expect((await get(address)).status).toBe(200)
    expect(text).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/)
  })
})
