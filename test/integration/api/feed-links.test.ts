import { expect, it } from 'vitest'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'

type Created = {
  readonly url: string
  readonly categories: readonly { readonly slug: string }[]
  readonly tags: readonly { readonly slug: string }[]
}

const pathOf = (url: string) => url.replace(/^[a-z]+:\/\/school\.example/, '')

/** Titles of the events of a feed. */
const feed = async ({ app }: EmbeddedService, link: string) => {
  const { statusCode, headers, body } = await app.inject({ url: pathOf(link) })
  expect([link, statusCode, headers['content-type']]).toEqual([link, 200, 'text/calendar; charset=UTF-8'])
  return [...body.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)
}

/** Where the page of a view sends those who want its calendar: its data, and its two links. */
const linksOf = async ({ app }: EmbeddedService, path: string) => {
  const { body } = await app.inject({ url: path })
  const data = /data-js="cal-events-view-data"[^>]*>(.*?)<\/script>/s.exec(body)?.[1] ?? '{}'
  const { ical } = JSON.parse(data) as { readonly ical: { display_link: boolean; link: string } }
  const element = /<div class="cal-events-c-subscribe">.*?<\/div>/s.exec(body)?.[0] ?? ''
  return { ical, hrefs: [...element.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href) }
}

it('06 §4 the links of every view lead to the feed of what it shows', async () => {
  const service = await embeddedService({}, undefined, () => Date.UTC(2027, 4, 1, 20))
  const create = async (body: object) => {
    const on = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }
    const answer = await service.ask('POST /cal/events/v1/events', { body: { ...on, ...body } })
    expect(answer.status).toBe(201)
    return answer.body as Created
  }
  const fete = await create({ title: 'Fête', categories: ['Ärzte & Co, 日本'], tags: ['100 % “Spaß”'] })
  await create({ title: 'Other' })
  const [category, tag] = [fete.categories[0]?.slug ?? '', fete.tags[0]?.slug ?? '']
  const views = [
    ['/events/', ['Fête', 'Other']],
    ['/events/month/2027-05/', ['Fête', 'Other']],
    ['/events/2027-05-08/', ['Fête', 'Other']],
    [`/events/category/${category}/`, ['Fête']],
    [`/events/category/${category}/month/2027-05/`, ['Fête']],
    [`/events/tag/${tag}/`, ['Fête']],
  ] as const
  for (const [path, titles] of views) {
    const { ical, hrefs } = await linksOf(service, path)
    expect([path, ical.display_link, hrefs]).toEqual([
      ...[path, true],
      [ical.link.replace('https:', 'webcal:'), ical.link],
    ])
    expect(await feed(service, ical.link), path).toEqual(titles)
  }
  expect(await feed(service, `${fete.url}ical/`)).toEqual(['Fête'])
})
