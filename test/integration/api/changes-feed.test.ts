import { describe, expect, it } from 'vitest'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { entriesOf } from '../../support/read-atom.ts'

const PATH = '/events/changes.atom'
const HOSTILE = 'Fish & "chips" <b>today</b> ]]> \u0001\u000b\ufffe\ud83d\ude00'

const started = async () => {
  let now = Date.parse('2027-05-01T12:00:00Z')
  const service = await embeddedService({}, undefined, () => now)
  return {
    service,
    later: () => {
      now += 60_000
    },
  }
}
const changed = async (service: EmbeddedService, id: number | null, event: object): Promise<number> => {
  const day = id === null ? { start_date: '2037-05-08 10:00:00', end_date: '2037-05-08 12:00:00' } : {}
  const route = id === null ? '/cal/events/v1/events' : `/cal/events/v1/events/${id}`
  const { status, body } = await service.ask(`POST ${route}`, { body: { ...day, ...event } })
  expect(status).toBe(id === null ? 201 : 200)
  return (body as { readonly id: number }).id
}
const feed = async ({ app }: EmbeddedService, headers: Record<string, string> = {}) =>
  app.inject({ url: PATH, headers })

const titles = (xml: string) => entriesOf(xml).map(({ title }) => title)

describe('06 §4.2 changes', () => {
  it('an empty calendar has a whole feed', async () => {
    const { service } = await started()
    const { statusCode, headers, body } = await feed(service)
    expect([statusCode, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
      200,
      'application/atom+xml; charset=UTF-8',
      '*',
    ])
    expect(entriesOf(body)).toEqual([])
    expect(body).toContain('<id>https://school.example/events/changes.atom</id>')
    expect(body).toContain('<updated>1970-01-01T00:00:00Z</updated>')
    expect(body).toMatch(/<author><name>[^<]+<\/name><\/author>/)
    const page = (await service.app.inject('/events/')).body
    expect(page).toMatch(/type="application\/atom\+xml"\s+title="Changes in Belltower"/)
    expect(page).toContain('href="https://school.example/events/changes.atom"')
  })

  it('what changed last comes first, with an id that stays when the slug changes', async () => {
    const { service, later } = await started()
    const venue = { venue: 'The <i>Old</i> Barn & Co' }
    const first = await changed(service, null, { title: HOSTILE, description: `<p>${HOSTILE}</p>`, venue })
    later()
    await changed(service, null, {
      title: 'Past',
      start_date: '2020-01-01',
      end_date: '2020-01-02',
      all_day: true,
    })
    const before = await feed(service)
    const [past, fish] = entriesOf(before.body)
    expect(past).toMatchObject({ title: 'Past', summary: '2020-01-01 to 2020-01-02' })
    expect(fish).toMatchObject({
      id: `https://school.example/?p=${first}`,
      title: 'Fish & "chips" today ]]> \ud83d\ude00',
      published: '2027-05-01T12:00:00Z',
      updated: '2027-05-01T12:00:00Z',
      summary: '2037-05-08 10:00 to 12:00 (America/New_York). The Old Barn & Co',
    })
    expect(fish?.['content']).toMatch(/^<p>Fish .*<b>today<\/b>/)
    const etag = String(before.headers['etag'])
    const known = await feed(service, { 'if-none-match': etag })
    expect([known.statusCode, known.body]).toEqual([304, ''])

    later()
    await changed(service, first, { slug: 'quite-another' })
    const after = await feed(service, { 'if-none-match': etag })
    expect(after.statusCode).toBe(200)
    expect(after.body).toContain('</author><entry>')
    expect(entriesOf(after.body)[0]).toMatchObject({
      id: `https://school.example/?p=${first}`,
      link: ' rel="alternate" type="text/html" href="https://school.example/event/quite-another/"',
      published: '2027-05-01T12:00:00Z',
      updated: '2027-05-01T12:02:00Z',
    })
  })

  it('tells nothing that a guest does not list', async () => {
    const { service, later } = await started()
    const shown = await changed(service, null, { title: 'Shown' })
    const withheld = { description: 'SECRET', venue: { venue: 'SECRET place' } }
    await changed(service, null, { title: 'SECRET hidden', hide_from_listings: true, ...withheld })
    await changed(service, null, { title: 'SECRET draft', status: 'draft', ...withheld })
    await changed(service, null, { title: 'SECRET private', status: 'private', ...withheld })
    const id = await changed(service, null, { title: 'SECRET locked', ...withheld })
    await service.operate('set-password', { type: 'event', id, text: 'x' })
    const { headers, body } = await feed(service)
    expect(titles(body)).toEqual(['Shown'])
    expect(body).not.toContain('SECRET')
    const admin = await service.app.inject({
      url: PATH,
      headers: { authorization: `Basic ${Buffer.from('admin:abcdefghijklmnopqrstuvwx').toString('base64')}` },
    })
    expect(admin.body).toBe(body)
    later()
    await changed(service, shown, { status: 'draft' })
    const gone = await feed(service, { 'if-none-match': String(headers['etag']) })
    expect([gone.statusCode, titles(gone.body)]).toEqual([200, []])
  })

  it('a text that is too long only as it is sent is cut, too', async () => {
    const { service, later } = await started()
    const bytes = async (description: string) => {
      later()
      await changed(service, null, { title: 'Text', description })
      const { body } = await feed(service)
      const [, type = '', sent = ''] = /<content type="(\w+)">([^<]*)<\/content>/.exec(body) ?? []
      return { type, length: Buffer.byteLength(sent) }
    }
    // a break is shown by 6 bytes, and sent by 12
    expect(await bytes(`<p>${'a<br>'.repeat(1_200)}</p>`)).toMatchObject({ type: 'html' })
    const breaks = await bytes(`<p>${'a<br>'.repeat(1_500)}</p>`)
    expect(breaks.type).toBe('text')
    expect(breaks.length).toBeLessThanOrEqual(16_384)
    // the worst that 2,000 signs can be
    const signs = await bytes(`<p>${'&quot;'.repeat(20_000)}</p>`)
    expect(signs.type).toBe('text')
    expect(signs.length).toBeLessThanOrEqual(16_384)
  })

  it('the last fifty behind many that are hidden; a long text is cut', async () => {
    const { service, later } = await started()
    for (let n = 1; n <= 52; n++) {
      await changed(service, null, {
        title: `Event ${n}`,
        description: n === 52 ? `<p>${'long &amp; '.repeat(3_000)}</p>` : '',
      })
      later()
    }
    for (let n = 1; n <= 101; n++)
      await changed(service, null, { title: `Hidden ${n}`, hide_from_listings: true })
    const { body } = await feed(service)
    expect(titles(body)).toEqual(Array.from({ length: 50 }, (_, n) => `Event ${52 - n}`))
    const long = entriesOf(body)[0]?.['content'] ?? ''
    expect(long.startsWith('long & long & ')).toBe(true)
    expect(long.length).toBeLessThanOrEqual(2_002)
    expect(entriesOf(body)[1]).not.toHaveProperty('content')
  })
})
