import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { deskWorld } from '../../../support/desk-world.ts'

const namesIn = (html: string) => {
  const [list = ''] = /<ul data-js="names">[^]*?<\/ul>/.exec(html) ?? []
  return [...list.matchAll(/<li>([^<]*)<\/li>/g)].map(([, name]) => name)
}

describe('07 §5 names that are typed', () => {
  it('are those of published venues and organizers that have the words, numbered where one is several', async () => {
    const world = await deskWorld()
    for (const venue of ['Town Hall', 'Main Hall', 'Gym']) await world.made('venues', { venue })
    const secret = await world.made('venues', { venue: 'Secret Hall', status: 'draft' })
    await world.made('organizers', { organizer: 'Hall keepers' })
    const contributor = await world.signedIn('contributor')
    const found = async (query: string) => namesIn((await contributor.get(`/manage/names?${query}`)).text)
    expect((await found('of=venues&words=hall')).toSorted()).toEqual(['Main Hall', 'Town Hall'])
    expect(await found('of=organizers&words=hall')).toEqual(['Hall keepers'])
    expect(await found('of=venues&words=nothing+like+it')).toEqual([])
    expect(secret).toBeGreaterThan(0)
    expect((await contributor.get('/manage/names?of=users&words=a')).status).toBe(404)
    expect((await browser(world.service).get('/manage/names?of=venues')).status).toBe(302)
  })
})
