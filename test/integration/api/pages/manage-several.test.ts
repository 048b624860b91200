import { describe, expect, it } from 'vitest'
import { chosen, deskWorld, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const several = '/manage/events/several'

/** Twelve events in a hall. */
const inHall = async (world: DeskWorld) => {
  const hall = await world.made('venues', { venue: 'Old Hall' })
  const other = await world.made('venues', { venue: 'New Hall' })
  const ids: number[] = []
  for (let n = 1; n <= 12; n++) ids.push(await world.event(`Concert ${n}`, { venue: hall }))
  return { hall, other, ids }
}

describe('07 §4 several events at once', () => {
  it('are moved to another venue and moved back, but for what somebody changed since', async () => {
    const world = await deskWorld()
    const { hall, other, ids } = await inHall(world)
    const editor = await world.signedIn('editor')
    const asked = await editor.get(`${several}?do=venue&${ids.map(id => `id[]=${id}`).join('&')}`)
    expect(asked.status).toBe(200)
    expect(textOf(asked.text)).toContain('Move 12 events to another venue?')
    expect((await world.read(ids[0] ?? 0)).venue.id).toBe(hall)
    const done = await editor.post(several, { do: 'venue', given: 'New Hall', ...chosen(ids) })
    expect(textOf(done.text)).toContain('Venue of 12 events changed.')
    for (const id of ids) expect((await world.read(id)).venue.id).toBe(other)
    const [first = 0] = ids
    await world.service.ask(`POST /cal/events/v1/events/${first}`, { body: { venue: [], title: 'Mine' } })
    const undone = await editor.post('/manage/events/undo', {
      batch: done.hidden['batch'] ?? '',
      ...chosen(ids),
    })
    expect(textOf(undone.text)).toContain('Taken back for 11 events.')
    expect(textOf(undone.text)).toContain('Changed by somebody since, and left as it is: venues.')
    for (const id of ids.slice(1)) expect((await world.read(id)).venue.id).toBe(hall)
    expect(await world.read(first)).toMatchObject({ title: 'Mine', venue: [] })
    const again = await editor.post('/manage/events/undo', {
      batch: undone.hidden['batch'] ?? '',
      ...chosen(ids.slice(1)),
    })
    expect(textOf(again.text)).toContain('Taken back for 11 events.')
    for (const id of ids.slice(1)) expect((await world.read(id)).venue.id).toBe(other)
    expect((await world.history(first + 1))[0]).toMatchObject({ source: 'desk', actor: { login: 'editor' } })
  })

  it.each([
    ['publish', 'draft', 'publish'],
    ['draft', 'publish', 'draft'],
    ['trash', 'publish', 'trash'],
  ])('%s makes of %s %s, and is taken back', async (action, before, after) => {
    const world = await deskWorld()
    const id = await world.event('Fair', { status: before })
    const admin = await world.signedIn('admin')
    const statusNow = async () => {
      const { text } = await admin.get(`/history/event/${id}?at=2099-01-01T00:00`)
      return /<dt>Status<\/dt>\s*<dd>(\w+)<\/dd>/.exec(text)?.[1]
    }
    const done = await admin.post(several, { do: action, ...chosen([id]) })
    expect(done.status).toBe(200)
    expect(await statusNow()).toBe(after)
    await admin.post('/manage/events/undo', { batch: done.hidden['batch'] ?? '', ...chosen([id]) })
    expect(await statusNow()).toBe(before)
    const [newest] = await world.history(id)
    expect(newest).toMatchObject({ source: 'desk', route: 'POST /manage/events/undo' })
  })

  it('get and lose a category and an author, and leave the trash', async () => {
    const world = await deskWorld()
    const [a, b] = [await world.event('A', { categories: ['Fairs'] }), await world.event('B')]
    const music = await world.made('categories', { name: 'Music' })
    const admin = await world.signedIn('admin')
    const names = async (id: number) => (await world.read(id)).categories.map(({ name }) => name)
    await admin.post(several, { do: 'add-category', given: String(music), ...chosen([a, b]) })
    expect([await names(a), await names(b)]).toEqual([['Fairs', 'Music'], ['Music']])
    await admin.post(several, { do: 'take-category', given: String(music), ...chosen([a, b]) })
    expect([await names(a), await names(b)]).toEqual([['Fairs'], []])
    await admin.post(several, { do: 'author', given: '3', ...chosen([a]) })
    expect((await world.read(a)).author).toBe('3')
    await admin.post(several, { do: 'trash', ...chosen([a, b]) })
    const trash = await admin.get('/manage/events?tab=trash&from=')
    expect(textOf(trash.text)).toContain('2 events')
    await admin.post(several, { do: 'restore', ...chosen([a]) })
    expect((await world.read(a)).status).toBe('publish')
    const purged = await admin.post(several, { do: 'purge', ...chosen([a, b]) })
    expect(textOf(purged.text)).toContain('Only what is in the trash is deleted for good.')
    expect(textOf(purged.text)).toContain('1 event deleted for good.')
    expect(purged.hidden['batch']).toBeUndefined()
    expect((await world.history(b))[0]).toMatchObject({ fact: 'ItemPurged', source: 'desk' })
  })

  it('nothing is done without a token, without what it asks for, or for a venue that there is not', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const editor = await world.signedIn('editor')
    const bare = await editor.ask(`POST ${several}`, { form: { do: 'trash', ...chosen([id]) } })
    expect(bare.status).toBe(403)
    const batch = await editor.ask('POST /manage/events/undo', { form: { batch: 'x', ...chosen([id]) } })
    expect(batch.status).toBe(403)
    const nowhere = await editor.post(several, { do: 'venue', given: 'Nowhere', ...chosen([id]) })
    expect([nowhere.status, textOf(nowhere.text).includes('There is no venue called “Nowhere”.')]).toEqual([
      400,
      true,
    ])
    const none = await editor.post(several, { do: 'add-category', given: '', ...chosen([id]) })
    expect(none.status).toBe(400)
    const unknown = await editor.post(several, { do: 'add-category', given: '999', ...chosen([id]) })
    expect(textOf(unknown.text)).toContain('Refused for 1 event.')
    expect((await editor.post(several, { do: 'everything', ...chosen([id]) })).status).toBe(404)
    expect((await world.history(id)).length).toBe(1)
  })

  it('a change that the desk did not make is not taken back by it', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    await world.service.ask(`POST /cal/events/v1/events/${id}`, { body: { title: 'Bazaar' } })
    const [{ correlation = '' } = {}] = (await world.history(id)) as readonly { correlation?: string }[]
    const admin = await world.signedIn('admin')
    const undone = await admin.post('/manage/events/undo', { batch: correlation, ...chosen([id]) })
    expect(textOf(undone.text)).toContain('There is nothing left to take back.')
    expect((await world.read(id)).title).toBe('Bazaar')
  })
})
