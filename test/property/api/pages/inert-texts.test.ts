import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { basic, embeddedService } from '../../../support/embedded-service.ts'
import { liveParts } from '../../../support/inert.ts'

const EVIL = /evil/i
const fragment = fc.constantFrom(
  ...[
    '<evil>',
    '"><evil onx=1>',
    "'><evil>",
    '</script><evil>',
    '<script>evil()</script>',
    '<!--<evil>',
    '-->',
  ],
  ...[
    ']]><evil>',
    '<svg onload=evil()>',
    '" onmouseover="evil()',
    "' onfocus='evil()",
    '&lt;evil&gt;',
    '&#60;evil&#62;',
  ],
  ...[
    'javascript:evil()',
    '</title><evil>',
    '</textarea><evil>',
    '</a><img src=x onerror=evil()>',
    '\u2028',
    '\\u003cevil',
  ],
  ...[
    '\r\nEVIL:1',
    '%3Cevil%3E',
    '<a href="javascript:evil()">x</a>',
    '<a href="java\tscript:evil()">y</a>',
    '&',
  ],
  ...[
    '<iframe srcdoc="<evil>">',
    '<p style="x:url(evil)">',
    '`',
    '"',
    "'",
    '<',
    '\\',
    ',',
    ';',
    '</style><evil>',
  ],
)
const hostile = fc.array(fragment, { minLength: 1, maxLength: 4 }).map(parts => `T${parts.join('')}`)
const texts = fc.record({
  title: hostile,
  description: hostile,
  excerpt: hostile,
  venue: hostile,
  address: hostile,
  organizer: hostile,
  phone: hostile,
  category: hostile,
  tag: hostile,
  cost: hostile,
  website: hostile,
  siteName: hostile,
  source: hostile,
  search: hostile,
})

const LOGIN = `"><evil\`onx='1`

const open = async () => {
  const service = await embeddedService()
  const { operate, ask } = service
  // whoever may write unfiltered HTML may do so; authors may not
  await operate('create-user', {
    login: LOGIN,
    email: 'a@school.example',
    role: 'author',
    password: 'a password',
  })
  const made = await operate('create-application-password', { login: LOGIN, name: 'test' })
  const { password } = made.body as { password: string }
  const headers = basic(LOGIN, password)
  const visitor = browser(service)
  await visitor.signIn()
  const create = async (body: object) => ask('POST /cal/events/v1/events', { headers, body })
  return { service, visitor, create }
}

const DAY = '2099-05-12'
type Made = {
  readonly id: number
  readonly url: string
  readonly venue: { readonly url?: string }
  readonly organizer: readonly { readonly url: string }[]
  readonly categories: readonly { readonly urls: { readonly self: string }; readonly slug: string }[]
}

describe('06 §1 escaping', () => {
  it('no text of a field becomes markup or a script in any page, view, feed, data block or embed', async () => {
    const { service, visitor, create } = await open()
    await fc.assert(
      fc.asyncProperty(texts, async given => {
        await service.operate('set-option', { name: 'name', value: given.siteName })
        // authors choose among the tags that there are
        const tag = (await service.ask('POST /cal/events/v1/tags', { body: { name: given.tag } })).body
        const event = {
          ...{
            title: given.title,
            description: given.description,
            excerpt: given.excerpt,
            cost: given.cost,
          },
          ...{ start_date: `${DAY} 10:00:00`, end_date: `${DAY} 12:00:00` },
          venue: { venue: given.venue, address: given.address, phone: given.phone },
          organizer: [{ organizer: given.organizer, phone: given.phone }],
          ...{
            categories: [given.category],
            tags: [(tag as { id?: number }).id].filter(one => one !== undefined),
          },
        }
        const first = await create({ ...event, website: given.website })
        const { status, body } = first.status === 201 ? first : await create(event)
        expect([status, body]).toEqual([201, expect.anything()])
        const { id, url, venue, organizer, categories } = body as Made
        await service.ask('POST /admin/imports', { body: { origin: 'ics', source: given.source } })
        const search = encodeURIComponent(given.search)
        expect((await visitor.get(url)).status).toBe(200)
        const addresses = [
          ...[url, `${url}?embed=true`, venue.url ?? '/', organizer[0]?.url ?? '/'],
          ...[`/events/month/2099-05/?cal-bar-search=${search}`, `/events/list/?cal-bar-search=${search}`],
          ...[
            `/events/${DAY}/`,
            `/events/category/${categories[0]?.slug ?? ''}/`,
            '/',
            '/imports',
            '/history',
          ],
          ...[
            `/history/event/${id}`,
            `/history/event/${id}?at=2098-01-01T00:00&person=${search}`,
            '/sign-out',
          ],
          ...[`/authorize-application?app_name=${search}`, `/sign-in?redirect_to=${search}`, '/onboarding'],
          `/index.php?rest_route=/oembed/1.0/embed&format=xml&url=${encodeURIComponent(url)}`,
        ]
        for (const address of addresses) {
          const { status: shown, text } = await visitor.get(address)
          expect([address, shown < 500, liveParts(text, EVIL)]).toEqual([address, true, []])
        }
        const view = await service.ask(
          `GET /cal/views/v2/html&u=%2Fevents%2F${DAY}%2F&view_data[cal-bar-search]=${search}`,
        )
        expect(liveParts((view.body as { html: string }).html, EVIL)).toEqual([])
        const feed = (await visitor.get('/events/ical/')).text
        const names = feed
          .replaceAll('\r\n ', '')
          .split('\r\n')
          .map(line => line.split(/[;:]/, 1)[0] ?? '')
        expect(names.filter(name => EVIL.test(name) || /[^A-Z-]/.test(name))).toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  it('the check finds what is live', () => {
    const found = (text: string) => liveParts(text, EVIL)
    expect(found('<p title="<evil>">&lt;evil&gt;</p>')).toEqual([])
    expect(found('<p><evil>')).toEqual(['<evil>'])
    expect(found('<img src="x" onerror="evil()">')).toEqual(['img[onerror]'])
    expect(found('<a href="java&#115;cript:evil()">')).toEqual(['a[href=javascript:evil()]'])
    expect(found('<script type="application/json">{"a":"</script><evil>"}</script>')).toEqual([
      'script that is no JSON',
      '<evil>',
    ])
    expect(found('<script>1</script>')).toEqual(['script of type '])
    expect(found('<script src="https://x.example/y.js"></script>')).toEqual([
      'script from https://x.example/y.js',
    ])
  })
})
