import { describe, expect, it } from 'vitest'
import { deskWorld, textOf, type DeskWorld } from '../../../support/desk-world.ts'
import { applied } from '../../../support/tried-imports.ts'

/** Headings of what needs a look, with the names below each. */
const waitsIn = (html: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...html.matchAll(/<section class="card manage-wait"[^]*?<\/section>/g)].map(([section]) => {
      const [, heading = ''] = /<h[23][^>]*>([^]*?)<\/h[23]>/.exec(section) ?? []
      const names = [...section.matchAll(/<li>\s*<a [^>]*>([^<]*)<\/a/g)].map(([, name = '']) => name)
      return [textOf(heading).trim(), names]
    }),
  )

const filled = async (world: DeskWorld) => {
  const hall = await world.made('venues', { venue: 'Great hall' })
  const at = { venue: hall }
  await world.event('Concert', at)
  await world.event('Walk', {})
  await world.event('Idea', { ...at, status: 'draft' })
  await world.event('Wish', { ...at, status: 'pending', author: 3 })
  await world.event('Later', { ...at, date: '2027-05-01 08:00:00' })
  const over = { start_date: '2026-05-08 10:00:00', end_date: '2026-05-08 11:00:00' }
  await world.event('Old idea', { ...over, status: 'draft' })
  await world.event('Old walk', over)
  return { hall }
}

describe('07 §2 the first page of the desk', () => {
  it('names what needs a look, and nothing that is over', async () => {
    const world = await deskWorld()
    await filled(world)
    const { text, headers } = await (await world.signedIn('editor')).get('/manage')
    expect(waitsIn(text)).toEqual({
      'Waiting for approval : 1': ['Wish'],
      'Drafts that are near : 1': ['Idea'],
      'Without a venue : 1': ['Walk'],
    })
    expect(textOf(text)).toContain('2 events published and not over, 1 to be published later.')
    expect(headers['cache-control']).toBe('no-store, private')
  })

  it('who edits only their own events is told of these alone, and not of feeds, imports and history', async () => {
    const world = await deskWorld()
    await filled(world)
    const { text } = await (await world.signedIn('author')).get('/manage')
    expect(waitsIn(text)).toEqual({ 'Waiting for approval : 1': ['Wish'] })
    expect(textOf(text)).toContain('0 events of yours published and not over')
    expect(text).not.toContain('What changed lately')
    expect(textOf(text)).toContain('Your events, by their last change')
    const { text: idle } = await (await world.signedIn('contributor')).get('/manage')
    expect(textOf(idle)).toContain('Nothing waits for you.')
  })

  it('every list leads to all of it', async () => {
    const world = await deskWorld()
    for (let n = 0; n < 7; n++) await world.event(`Walk ${n}`)
    const editor = await world.signedIn('editor')
    const { text } = await editor.get('/manage')
    expect(waitsIn(text)['Without a venue : 7']?.length).toBe(5)
    const { text: all } = await editor.get('/manage/events?venue=-')
    expect([...all.matchAll(/>Walk \d<\/a>/g)].length).toBe(7)
  })

  it('tells what changed lately and who did it, an import or a batch once', async () => {
    const world = await deskWorld()
    const { hall } = await filled(world)
    const { text } = await (await world.signedIn('editor')).get('/manage')
    const lately = textOf(text.slice(text.indexOf('What changed lately')))
    expect(lately).toContain('Old walk Created')
    expect(lately).toContain('admin')
    // where users sign in from is for administrators
    expect(lately).not.toContain('User 2')
    expect((await (await world.signedIn('admin')).get('/manage')).text).toContain('What you changed')
    expect(hall).toBeGreaterThan(0)
  })

  it('names imports with items that failed, and leads to these', async () => {
    const world = await deskWorld()
    const item = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }
    await applied(world.service, {
      ...{ origin: 'ics', source: 'fairs', author: 'admin' },
      feed: {
        ok: true,
        items: [
          { ...item, uid: 'a', title: 'Fair' },
          { ...item, uid: 'b', title: '' },
        ],
        warnings: [],
      },
    })
    const { text } = await (await world.signedIn('editor')).get('/manage')
    expect(Object.keys(waitsIn(text))).toContain('Imports with failures')
    expect(text).toMatch(/href="https:\/\/school\.example\/imports\/\w+\?outcome=failed"/)
    expect(textOf(text)).toContain('1 failed')
  })
})

describe('07 §2 searching everything', () => {
  it('finds events, venues, organizers, categories and tags by a word', async () => {
    const world = await deskWorld()
    await world.made('venues', { venue: 'Great hall' })
    await world.made('organizers', { organizer: 'Hall committee' })
    await world.made('categories', { name: 'In the hall' })
    await world.made('tags', { name: 'hallway' })
    await world.event('Hall concert')
    await world.event('Old hall concert', {
      start_date: '2020-05-08 10:00:00',
      end_date: '2020-05-08 11:00:00',
    })
    const editor = await world.signedIn('editor')
    const { text } = await editor.get('/manage/search?q=%20HALL%20')
    expect(waitsIn(text)).toEqual({
      'Events 2': ['Hall concert', 'Old hall concert'],
      'Venues 1': ['Great hall'],
      'Organizers 1': ['Hall committee'],
      'Categories 1': ['In the hall'],
      'Tags 1': ['hallway'],
    })
    expect(text).toContain('name="q"')
    expect(textOf((await editor.get('/manage/search?q=nothing')).text)).toContain('Nothing has these words.')
    expect(textOf((await editor.get('/manage/search')).text)).toContain('Please type a word')
  })

  it('shows nobody what they may not read', async () => {
    const world = await deskWorld()
    await world.event('Secret plan', { status: 'draft' })
    await world.event('Open plan')
    const found = async (login: string) =>
      waitsIn((await (await world.signedIn(login)).get('/manage/search?q=plan')).text)
    expect(await found('author')).toEqual({ 'Events 1': ['Open plan'] })
    expect(await found('editor')).toEqual({ 'Events 2': ['Secret plan', 'Open plan'] })
    expect((await (await world.signedIn('subscriber')).get('/manage/search?q=plan')).status).toBe(403)
  })

  it('takes any text, and as much of it as is looked for', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    for (const q of ['"><script>', 'a'.repeat(5_000), 'x '.repeat(2_000), '%00', '[]']) {
      const { status, text } = await editor.get(`/manage/search?q=${encodeURIComponent(q)}`)
      expect([q.slice(0, 9), status]).toEqual([q.slice(0, 9), 200])
      expect(text).not.toContain('"><script>')
      expect(Buffer.byteLength(text)).toBeLessThan(20_000)
    }
  })
})
