import { describe, expect, it } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'

const world = async () => {
  const service = await embeddedService({ SITE_NAME: 'Hill School' })
  await service.ask('POST /cal/events/v1/events', {
    body: { title: 'Tom & "Co"', start_date: '2027-05-08', end_date: '2027-05-08', slug: 'fair' },
  })
  const embed = async (rest: string) => {
    const { statusCode, headers, body } = await service.app.inject({
      url: `/index.php?rest_route=/oembed/1.0/embed${rest}`,
    })
    return { status: statusCode, type: headers['content-type'], body }
  }
  const data = async (rest = ''): Promise<Record<string, unknown>> =>
    JSON.parse((await embed(`&url=https://school.example/event/fair/${rest}`)).body) as Record<
      string,
      unknown
    >
  return { embed, data }
}

describe('06 §2.1 members of embed, row by row', () => {
  it('url: any text; absent 400, one that means nothing 404', async () => {
    const { embed } = await world()
    expect((await embed('')).status).toBe(400)
    expect((await embed('&url[]=x')).status).toBe(400)
    for (const url of ['', 'nonsense', 'https://school.example/', 'https://other.example/event/fair/'])
      expect([url, (await embed(`&url=${url}`)).status]).toEqual([url, 404])
  })
  it('format: exactly xml is XML, anything else JSON', async () => {
    const { embed } = await world()
    const typeOf = async (format: string) =>
      (await embed(`&url=https://school.example/event/fair/&format=${format}`)).type
    expect(await typeOf('xml')).toBe('text/xml; charset=UTF-8')
    for (const format of ['json', 'XML', 'yaml', ''])
      expect(await typeOf(format)).toBe('application/json; charset=UTF-8')
  })
  it('version "1.0", type "rich", provider_name, provider_url, author_name, author_url, title', async () => {
    const { data } = await world()
    expect(await data()).toMatchObject({
      ...{ version: '1.0', type: 'rich', title: 'Tom & “Co”' },
      ...{ provider_name: 'Hill School', provider_url: 'https://school.example' },
      ...{ author_name: 'Hill School', author_url: 'https://school.example/' },
    })
  })
  it.each([
    ['', 600, 338],
    ['&maxwidth=400', 400, 225],
    ['&maxwidth=100', 100, 200],
    ['&maxheight=100', 600, 100],
    ['&maxheight=-150&maxwidth=100', 100, 150],
    ['&maxheight=x', 600, 338],
    ['&maxwidth=5000', 600, 338],
    ['&maxwidth=x', 600, 338],
    ['&maxwidth=-300', 300, 200],
  ])('height is the larger of 200 and 9/16 of the width: %j', async (rest, width, height) => {
    const { data } = await world()
    const told = await data(rest)
    expect(told).toMatchObject({ width, height })
    expect(told['html']).toContain(` width="${width}" height="${height}" `)
    const highest = Number(/Math\.min\((\d+),/.exec(String(told['html']))?.[1])
    expect(highest).toBe(/maxheight=-?\d/.test(rest) ? height : 1_000)
  })
  it('html: a link and a sandboxed frame with one secret', async () => {
    const { data } = await world()
    const { html } = await data()
    const [, secret = ''] = /data-secret="([0-9A-Za-z]{10})"/.exec(String(html)) ?? []
    expect(secret).toHaveLength(10)
    expect(html).toContain(
      `<blockquote class="cal-embed" data-secret="${secret}"><a href="https://school.example/event/fair/">Tom &amp; “Co”</a></blockquote>` +
        `<iframe sandbox="allow-scripts" class="cal-embed-frame" src="https://school.example/event/fair/?embed=true#?secret=${secret}"`,
    )
  })
  it('thumbnail_url, _width, _height: absent without an image', async () => {
    const { data } = await world()
    expect(Object.keys(await data()).filter(name => name.startsWith('thumbnail'))).toEqual([])
  })
})
