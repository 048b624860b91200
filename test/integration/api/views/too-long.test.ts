import { describe, expect, it } from 'vitest'
import { viewWorld } from '../../../support/view-world.ts'

const ROUTE = '/cal/views/v2/html'
const guest = { headers: {} }

type Refused = {
  readonly code: string
  readonly data: {
    readonly details: Readonly<Record<string, { readonly code: string; readonly message: string }>>
  }
}

const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join(' ')

describe('06 §1.1 longer than anything that exists', () => {
  it.each([
    ['/events/category/', 'x'.repeat(200), 'the category must not have more than 200 bytes'],
    ['/events/tag/', 'x'.repeat(200), 'the tag must not have more than 200 bytes'],
    ['/events/?cal-bar-search=', 'x'.repeat(500), 'the search must not have more than 500 characters'],
    ['/events/?cal-bar-date=', 'x'.repeat(100), 'the date must not have more than 100 characters'],
    ['/events/list/page/', '1'.repeat(100), 'the page must not have more than 100 characters'],
    [
      '/events/?eventDisplay=',
      'x'.repeat(100),
      'the name of the view must not have more than 100 characters',
    ],
  ])('%s', async (before, longest, message) => {
    const { ask, app } = await viewWorld()
    const page = (u: string) => app.inject({ url: u, headers: { accept: 'text/html' } })
    const rest = (u: string) => ask(`GET ${ROUTE}&u=${encodeURIComponent(u)}`, guest)
    expect((await rest(before + longest)).status).toBe(200)
    // a term of that name is looked for, and there is none
    const isTerm = /category|tag/.test(before)
    expect((await page(before + longest)).statusCode).toBe(isTerm ? 404 : 200)

    const more = `${before}${longest}x`
    const refused = await rest(more)
    expect(refused.status).toBe(400)
    expect((refused.body as Refused).data.details).toEqual({
      u: { code: 'rest_too_long', message: `u: ${message}.`, data: null },
    })
    const shown = await page(more)
    expect(shown.statusCode).toBe(414)
    expect(shown.body).toContain(`In this address ${message}.`)
  })
  it('u itself, members of view_data, words of a search', async () => {
    const { ask } = await viewWorld()
    const posted = async (body: object) => {
      const { status, body: answer } = await ask(`POST ${ROUTE}`, { body, headers: {} })
      return [status, status === 200 ? null : (answer as Refused).data.details]
    }
    const u = (length: number) => `/${'x'.repeat(length - 1)}`
    expect(await posted({ u: u(8_192) })).toEqual([200, null])
    expect(await posted({ u: u(8_193) })).toEqual([
      400,
      { u: { code: 'rest_too_long', message: 'u must not have more than 8192 characters.', data: null } },
    ])
    expect(await posted({ u: '/', view_data: { cal_events_cat: 'é'.repeat(100) } })).toEqual([200, null])
    expect(await posted({ u: '/', view_data: { cal_events_cat: 'é'.repeat(101) } })).toMatchObject([
      400,
      { view_data: { message: 'view_data: the category must not have more than 200 bytes.' } },
    ])
    expect(await posted({ u: '/', view_data: { 'cal-bar-search': words(20) } })).toEqual([200, null])
    expect(await posted({ u: '/', view_data: { 'cal-bar-search': `${words(20)} -x` } })).toMatchObject([
      400,
      { view_data: { message: 'view_data: the search must not have more than 20 words.' } },
    ])
  })
})

describe('02 §3.4 bounded time', () => {
  it.each([
    ...['/cal/events/v1/events', '/cal/events/v1/venues', '/cal/events/v1/organizers'],
    ...['/cal/events/v1/categories', '/cal/events/v1/tags'],
    ...['/calx/v1/events', '/calx/v1/venues', '/calx/v1/organizers'],
  ])('%s: 500 characters, 20 words', async path => {
    const { ask } = await viewWorld()
    const searched = async (search: string) => {
      const { status, body } = await ask(`GET ${path}&search=${encodeURIComponent(search)}`, guest)
      return status === 400 ? (body as Refused).data.details['search'] : null
    }
    expect(await searched('x'.repeat(500))).toBeNull()
    expect(await searched('x'.repeat(501))).toEqual({
      ...{ code: 'rest_too_long', data: null },
      message: 'search must not have more than 500 characters.',
    })
    expect(await searched(words(20))).toBeNull()
    expect(await searched(words(21))).toMatchObject({ message: 'search must not have more than 20 words.' })
  })
})
