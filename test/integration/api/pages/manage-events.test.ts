import { beforeAll, describe, expect, it } from 'vitest'
import { sharedService } from '../../../support/embedded-service.ts'
import { browser } from '../../../support/browser.ts'
import { textOf } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'

/** Titles of a table, in its order. */
const titlesIn = (html: string): readonly string[] =>
  [...html.matchAll(/<th scope="row"[^]*?<a[^>]*>([^<]*)<\/a>/g)].map(([, title = '']) => title)

const tabsIn = (html: string): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...html.matchAll(/>(All|Published|Scheduled|Drafts|Waiting|Private|Trash) <span>(\d+)<\/span>/g)].map(
      ([, tab = '', count]) => [tab, Number(count)],
    ),
  )

describe('07 §3 the table of events', () => {
  const service = sharedService()
  const made: Record<string, number> = {}
  beforeAll(async () => {
    const post = async (kind: string, body: object): Promise<number> => {
      const answer = await service().ask(`POST ${C}/${kind}`, { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(201)
      return (answer.body as { id: number }).id
    }
    await service().operate('create-user', {
      ...{ login: 'ann', email: 'ann@school.example', role: 'author', password: 'a good password' },
    })
    const event = (title: string, day: string, more: object = {}) =>
      post('events', { title, start_date: `${day} 10:00:00`, end_date: `${day} 11:00:00`, ...more })
    made['hall'] = await post('venues', { venue: 'Hall' })
    made['music'] = await post('categories', { name: 'Music' })
    made['choir'] = await post('categories', { name: 'Choir', parent: made['music'] })
    await event('Past fair', '2020-05-01')
    await event('Concert', '2099-05-01', { venue: made['hall'], categories: [made['choir']] })
    await event('Assembly', '2099-04-01', { author: 2, description: 'with a <b>speech</b>' })
    await event('Draft one', '2099-03-01', { status: 'draft' })
    await event('Hidden one', '2099-02-01', { hide_from_listings: true, organizer: { organizer: 'PTA' } })
    const binned = await event('Binned', '2099-01-01')
    await service().ask(`DELETE ${C}/events/${binned}`)
  })

  const show = async (query: string, login = 'admin') => {
    const visitor = browser(service())
    await visitor.signIn(login, login === 'admin' ? 'the account password' : 'a good password')
    return visitor.get(`/manage/events${query}`)
  }

  it('shows what is not over at first, and counts every tab', async () => {
    const { text, headers } = await show('')
    expect(titlesIn(text)).toEqual(['Hidden one', 'Draft one', 'Assembly', 'Concert'])
    expect(tabsIn(text)).toEqual({
      ...{ All: 4, Published: 3, Scheduled: 0, Drafts: 1, Waiting: 0, Private: 0, Trash: 1 },
    })
    expect(headers['cache-control']).toBe('no-store, private')
    expect(headers['content-security-policy']).toContain("script-src 'self'; style-src 'self'")
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
  })

  it.each([
    ['?from=', ['Past fair', 'Hidden one', 'Draft one', 'Assembly', 'Concert']],
    ['?from=&to=2021-01-01', ['Past fair']],
    ['?to=2099-03-01', ['Hidden one', 'Draft one']],
    ['?tab=draft', ['Draft one']],
    ['?tab=trash', ['Binned']],
    ['?search=speech', ['Assembly']],
    ['?venue=hall', ['Concert']],
    ['?venue=Nowhere', []],
    ['?organizer=PTA', ['Hidden one']],
    ['?author=2', ['Assembly']],
    ['?source=-&tab=draft', ['Draft one']],
    ['?source=https%3A%2F%2Ffeeds.example%2Fa.ics', []],
    ['?since=2099-01-01', []],
    ['?since=2020-01-01&tab=draft', ['Draft one']],
    ['?order=desc', ['Concert', 'Assembly', 'Draft one', 'Hidden one']],
    ['?sort=title', ['Assembly', 'Concert', 'Draft one', 'Hidden one']],
    ['?page=2', []],
  ])('%s: %j', async (query, titles) => {
    expect(titlesIn((await show(query)).text)).toEqual(titles)
  })

  it('a category shows those below it, and a venue may be named by its number', async () => {
    expect(titlesIn((await show(`?category=${made['music']}`)).text)).toEqual(['Concert'])
    expect(titlesIn((await show(`?venue=%23${made['hall']}`)).text)).toEqual(['Concert'])
  })

  it('shows an author their own events alone, whatever the address says', async () => {
    const { text } = await show('?from=&author=1', 'ann')
    expect(titlesIn(text)).toEqual(['Assembly'])
    expect(tabsIn(text)).toMatchObject({ All: 1, Published: 1, Drafts: 0, Trash: 0 })
  })

  it('the overview counts the same and leads there', async () => {
    const visitor = browser(service())
    await visitor.signIn()
    const { text } = await visitor.get('/manage')
    expect(textOf(text)).toContain('3 events published and not over')
    expect(text).toMatch(
      /href="https:\/\/school\.example\/manage\/events\?tab=draft"\s*>Drafts that are near/,
    )
  })
})
