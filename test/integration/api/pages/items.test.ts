import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'

const NOW = Date.UTC(2027, 0, 10, 17)
const C = '/cal/events/v1'

const world = async () => {
  const service = await embeddedService({}, undefined, () => NOW)
  const visitor = browser(service)
  const make = async (kind: string, body: object): Promise<number> => {
    const { status, body: made } = await service.ask(`POST ${C}/${kind}`, { body })
    expect(status).toBe(201)
    return (made as { id: number }).id
  }
  return {
    service,
    visitor,
    make,
    get: visitor.get,
    signedIn: async () => {
      const admin = browser(service)
      await admin.signIn()
      return admin
    },
    fair: (sent: object = {}) =>
      make('events', {
        title: 'Spring & "Summer" Fair',
        description: 'All welcome.\n\nBring <b>friends</b>.',
        start_date: '2027-05-08 10:00:00',
        end_date: '2027-05-08 14:00:00',
        slug: 'spring-fair',
        cost: '5',
        website: 'https://fair.example/?a=1&b=2',
        ...sent,
      }),
  }
}

const jsonLdOf = (text: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">([^]*?)<\/script>/.exec(text)?.[1] ?? '{}') as Record<
    string,
    unknown
  >

describe('00 §5 page of an event', () => {
  it('shows title, content, dates in words, cost, website and where it takes place', async () => {
    const { fair, get } = await world()
    await fair({
      venue: { venue: 'Main Hall', address: '1 School Lane', city: 'Troy', state: 'NY', zip: '12180' },
      organizer: [{ organizer: 'PTA' }],
      categories: ['Fairs'],
      tags: ['Outdoors'],
    })
    const { status, text, headers } = await get('/event/spring-fair/')
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(text).toContain('<title>Spring &amp; “Summer” Fair · Belltower</title>')
    expect(text).toContain('<h1>Spring &amp; “Summer” Fair</h1>')
    expect(text).toContain('<p>All welcome.</p>')
    expect(text).toContain('<b>friends</b>')
    expect(text).toContain(
      '<time datetime="2027-05-08T10:00:00-04:00">May 8, 2027, 10:00 am – 2:00 pm</time>',
    )
    expect(text).toContain('<a href="https://school.example/venue/main-hall/">Main Hall</a>')
    expect(text).toMatch(/<address>\s*1 School Lane<br \/>Troy, NY 12180\s*<\/address>/)
    expect(text).toContain('<a href="https://school.example/organizer/pta/">PTA</a>')
    expect(text).toContain('<dd>$5</dd>')
    expect(text).toMatch(/href="https:\/\/fair.example\/\?a=1&amp;b=2"/)
    expect(text).toContain('<a href="https://school.example/events/category/fairs/" rel="tag">Fairs</a>')
    expect(text).toContain('<a href="https://school.example/events/tag/outdoors/" rel="tag">Outdoors</a>')
    expect(text).toContain('href="https://school.example/event/spring-fair/ical/"')
  })

  it('is described to programs: JSON-LD, two oEmbed links, one address', async () => {
    const { fair, get } = await world()
    await fair()
    const { text } = await get('/event/spring-fair/')
    const { name, startDate, url } = jsonLdOf(text)
    expect({ name, startDate, url }).toEqual({
      name: 'Spring & "Summer" Fair',
      startDate: '2027-05-08T10:00:00-04:00',
      url: 'https://school.example/event/spring-fair/',
    })
    const embed =
      'https://school.example/index.php?rest_route=/oembed/1.0/embed&amp;url=https%3A%2F%2Fschool.example%2Fevent%2Fspring-fair%2F'
    expect(
      [...text.matchAll(/<link\s+rel="alternate"\s+type="([^"]*)"[^>]*?href="([^"]*)"/g)].map(found =>
        found.slice(1),
      ),
    ).toEqual([
      ['application/json+oembed', embed],
      ['text/xml+oembed', `${embed}&amp;format=xml`],
    ])
    expect(text).toContain('<link rel="canonical" href="https://school.example/event/spring-fair/" />')
  })

  it('the discovery link leads to the description', async () => {
    const { fair, get, service } = await world()
    await fair()
    const { text } = await get('/event/spring-fair/')
    const link = /json\+oembed"[^>]*?href="https:\/\/school.example([^"]*)"/.exec(text)?.[1] ?? ''
    const answer = await service.app.inject({ url: link.replaceAll('&amp;', '&') })
    expect(answer.json()).toMatchObject({ type: 'rich', width: 600, height: 338 })
  })

  it.each([
    ['several days', { end_date: '2027-05-10 12:00:00' }, 'May 8, 2027, 10:00 am – May 10, 2027, 12:00 pm'],
    ['a whole day', { all_day: true, end_date: '2027-05-08' }, 'May 8, 2027, all day'],
    ['whole days', { all_day: true, end_date: '2027-05-10' }, 'May 8, 2027 – May 10, 2027'],
    ['a moment', { end_date: '2027-05-08 10:00:00' }, 'May 8, 2027, 10:00 am'],
    ['until midnight', { end_date: '2027-05-09 00:00:00' }, 'May 8, 2027, 10:00 am – 12:00 am'],
  ])('tells %s in words', async (_, sent, words) => {
    const { fair, get } = await world()
    await fair(sent)
    expect((await get('/event/spring-fair/')).text).toContain(`">${words}</time>`)
  })

  it('an event in another zone tells its own clock and that of the site', async () => {
    const { fair, get } = await world()
    await fair({ timezone: 'Europe/Paris' })
    const { text } = await get('/event/spring-fair/')
    expect(text).toContain(
      '<time datetime="2027-05-08T10:00:00+02:00">May 8, 2027, 10:00 am – 2:00 pm CEST</time>',
    )
    expect(text).toContain('May 8, 2027, 4:00 am – 8:00 am EDT by our clock')
  })

  it('goes by the formats of the site', async () => {
    const { fair, get, service } = await world()
    await fair()
    await service.operate('set-option', { name: 'date_format', value: 'j. F Y' })
    await service.operate('set-option', { name: 'time_format', value: 'H:i' })
    expect((await get('/event/spring-fair/')).text).toContain('">8. May 2027, 10:00 – 14:00</time>')
  })

  it('by id it is the same page', async () => {
    const { fair, get } = await world()
    const id = await fair()
    // but for the link that leads back to where one was
    const shown = async (address: string) =>
      (await get(address)).text.replace(/\?redirect_to=[^"]*(?=" data-js="sign-in")/, '')
    const text = await shown('/event/spring-fair/')
    for (const address of [
      `/?p=${id}`,
      `/?post_type=cal_events&p=${id}`,
      `/index.php?p=${id}`,
      '/event/SPRING-FAIR',
    ])
      expect([address, await shown(address)]).toEqual([address, text])
    for (const address of [
      `/?post_type=cal_venue&p=${id}`,
      `/?post_type=page&p=${id}`,
      '/?p=999999',
      '/?p=x',
      '/?p[]=1',
    ])
      expect([address, (await get(address)).status]).toEqual([address, 404])
  })

  it('text of an item never becomes markup', async () => {
    const { make, get } = await world()
    await make('events', {
      title: 'Evil </title><script>alert(1)</script>',
      start_date: '2027-05-08',
      end_date: '2027-05-08',
      slug: 'evil',
      venue: { venue: 'Hall </script><script>alert(2)</script>', address: '<i>lane</i>' },
    })
    const { text } = await get('/event/evil/')
    expect(text).not.toMatch(/<script>alert|<img src=x|<i>lane/)
  })

  it('a guest who has it already is told so', async () => {
    const { fair, visitor } = await world()
    await fair()
    const { headers } = await visitor.get('/event/spring-fair/')
    const again = await visitor.ask('GET /event/spring-fair/', {
      headers: { 'if-none-match': String(headers['etag']) },
    })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  it('a former slug is no address', async () => {
    const { fair, get, service } = await world()
    const id = await fair()
    await service.ask(`PATCH ${C}/events/${id}`, { body: { slug: 'autumn-fair' } })
    expect((await get('/event/spring-fair/')).status).toBe(404)
    expect((await get('/event/autumn-fair/')).status).toBe(200)
  })
})

describe('00 §5 pages of unknown, trashed, draft or private items', () => {
  it.each(['draft', 'pending', 'private'])('%s: 404, but readers see it', async status => {
    const { fair, get, signedIn } = await world()
    const id = await fair({ status })
    expect((await get(`/?p=${id}`)).status).toBe(404)
    const admin = await signedIn()
    const { status: answered, text } = await admin.get(`/?p=${id}`)
    expect(answered).toBe(200)
    expect(text).toContain('<meta name="robots" content="noindex" />')
    expect(text).not.toContain('oembed')
    expect(text).not.toContain('/ical/"')
  })
  it('a subscriber reads none of them', async () => {
    const { fair, service } = await world()
    const id = await fair({ status: 'private' })
    await service.operate('create-user', {
      login: 'sub',
      email: 's@school.example',
      role: 'subscriber',
      password: 'a long password',
    })
    const sub = browser(service)
    await sub.signIn('sub', 'a long password')
    const { status, text } = await sub.get(`/?p=${id}`)
    expect(status).toBe(404)
    expect(text).toContain('sub')
  })
  it('trashed: 404, and 410 for those who may edit', async () => {
    const { fair, get, signedIn, service } = await world()
    const id = await fair()
    await service.ask(`DELETE ${C}/events/${id}`)
    const admin = await signedIn()
    const addresses = ['/event/spring-fair/', `/?post_type=cal_events&p=${id}`]
    for (const address of addresses) expect([address, (await get(address)).status]).toEqual([address, 404])
    expect((await admin.get(`/?post_type=cal_events&p=${id}`)).status).toBe(410)
  })
  it.each(['/event/nothing/', '/venue/nothing/', '/organizer/nothing/'])('%s: 404', async address => {
    const { get } = await world()
    expect((await get(address)).status).toBe(404)
  })
})

describe('02 §4 a protected item', () => {
  it('keeps its name and dates, and shows nothing else but to those who edit it', async () => {
    const { fair, get, signedIn, service } = await world()
    const id = await fair({ venue: { venue: 'Secret Hall' }, categories: ['Hidden'] })
    await service.operate('set-password', { type: 'event', id, text: 'open sesame' })
    const { status, text } = await get('/event/spring-fair/')
    expect(status).toBe(200)
    expect(text).toContain('<h1>Spring &amp; “Summer” Fair</h1>')
    expect(text).toContain('May 8, 2027, 10:00 am – 2:00 pm')
    expect(text).toContain('protected by a password')
    expect(text).not.toMatch(
      /All welcome|Secret Hall|fair\.example|Hidden|\$5|oembed|ld\+json|\/ical\/"|sesame/,
    )
    const admin = await signedIn()
    expect((await admin.get('/event/spring-fair/')).text).toContain('All welcome')
  })
  it('a venue: the same', async () => {
    const { make, get, service } = await world()
    const id = await make('venues', { venue: 'Vault', address: '1 Hidden Lane', phone: '555-1' })
    await service.operate('set-password', { type: 'venue', id, text: 'open sesame' })
    const { status, text } = await get('/venue/vault/')
    expect(status).toBe(200)
    expect(text).toContain('<h1>Vault</h1>')
    expect(text).not.toMatch(/Hidden Lane|555/)
  })
})

describe('00 §5 pages of venues and organizers', () => {
  it('a venue shows where it is and what takes place there from now on', async () => {
    const { make, fair, get } = await world()
    const venue = await make('venues', {
      venue: 'Main Hall',
      description: 'Ground floor.',
      address: '1 School Lane',
      city: 'Troy',
      phone: '+1 555 0100',
      website: 'https://hall.example/',
    })
    await fair({ venue })
    await fair({
      venue,
      title: 'Long ago',
      slug: 'long-ago',
      start_date: '2026-05-08',
      end_date: '2026-05-08',
    })
    await fair({ venue, title: 'Not yet public', slug: '', status: 'draft' })
    await fair({ title: 'Elsewhere', slug: 'elsewhere' })
    const { status, text } = await get('/venue/main-hall/')
    expect(status).toBe(200)
    expect(text).toContain('<h1>Main Hall</h1>')
    expect(text).toContain('<p>Ground floor.</p>')
    expect(text).toContain('<a href="tel:+15550100">+1 555 0100</a>')
    expect(text).toMatch(/href="https:\/\/hall.example\/" rel="noopener nofollow"/)
    expect(text).toContain(
      '<a href="https://school.example/event/spring-fair/">Spring &amp; “Summer” Fair</a>',
    )
    expect(text).not.toMatch(/Long ago|Not yet public|Elsewhere/)
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Place', name: 'Main Hall' })
    expect(text).toContain('application/json+oembed')
  })
  it('a venue is shown on a map where the site has one', async () => {
    const { make, get, service } = await world()
    await make('venues', { venue: 'Main Hall', address: '1 School Lane', city: 'Troy', show_map_link: true })
    expect((await get('/venue/main-hall/')).text).toContain(
      'href="https://www.openstreetmap.org/search?query=1%20School%20Lane%2C%20Troy"',
    )
    await service.operate('set-option', { name: 'map_link_template', value: '' })
    expect((await get('/venue/main-hall/')).text).not.toContain('Show on a map')
    await service.operate('set-option', { name: 'map_link_template', value: 'https://map.example/?q=%s' })
    expect((await get('/venue/main-hall/')).text).toContain(
      'href="https://map.example/?q=1%20School%20Lane%2C%20Troy"',
    )
  })
  it('an organizer shows how to reach it', async () => {
    const { make, fair, get } = await world()
    const organizer = await make('organizers', {
      organizer: 'PTA',
      phone: '555',
      email: 'pta@school.example',
    })
    const { text: before } = await get('/organizer/pta/')
    expect(before).toContain('There are no upcoming events.')
    await fair({ organizer })
    const { status, text } = await get('/organizer/pta/')
    expect(status).toBe(200)
    expect(text).toContain('<a href="mailto:pta@school.example">pta@school.example</a>')
    expect(text).toContain('https://school.example/event/spring-fair/')
    expect(jsonLdOf(text)).toMatchObject({ '@type': 'Person', name: 'PTA' })
  })
})

describe('06 §2.1 the page in the frame', () => {
  it.each(['/event/spring-fair/?embed=true', '/event/spring-fair?x=1&embed=true'])(
    '%s is framed by anybody, without the frame of the site',
    async address => {
      const { fair, get } = await world()
      await fair()
      const { status, text, headers } = await get(address)
      expect(status).toBe(200)
      expect(headers['content-security-policy']).toContain('frame-ancestors *')
      expect(text).toContain('<body class="is-embed">')
      expect(text).toMatch(
        /<a href="https:\/\/school.example\/event\/spring-fair\/" target="_top"\s*>Spring &amp; “Summer” Fair<\/a\s*>/,
      )
      expect(text).toContain('May 8, 2027, 10:00 am – 2:00 pm')
      expect(text).not.toContain('site-header')
      expect(text).toMatch(/<script type="module" src="\/assets\/[^"]*\/embed\.js"><\/script>/)
    },
  )
  it('by id, and of venues and organizers, too', async () => {
    const { make, get } = await world()
    const venue = await make('venues', { venue: 'Main Hall' })
    const organizer = await make('organizers', { organizer: 'PTA' })
    for (const address of [
      `/?p=${venue}&embed=true`,
      `/?post_type=cal_organizer&p=${organizer}&embed=true`,
      '/venue/main-hall/?embed=true',
    ])
      expect((await get(address)).text).toContain('0 upcoming events')
  })
  it('any other page of an item is framed by nobody', async () => {
    const { fair, get } = await world()
    await fair()
    for (const address of ['/event/spring-fair/', '/event/spring-fair/?embed=1']) {
      const { headers } = await get(address)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    }
  })
  it('its script may be loaded by a sandboxed frame', async () => {
    const { fair, get } = await world()
    await fair()
    const { text } = await get('/event/spring-fair/?embed=true')
    const script = /src="(\/assets\/[^"]*embed\.js)"/.exec(text)?.[1] ?? ''
    const { status, headers } = await get(script)
    expect([status, headers['access-control-allow-origin']]).toEqual([200, '*'])
  })
})
