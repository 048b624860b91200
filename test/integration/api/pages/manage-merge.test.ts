import { describe, expect, it } from 'vitest'
import { deskWorld, fieldsIn, textOf } from '../../../support/desk-world.ts'

const KINDS = [
  ['venues', 'venue', 'venue'],
  ['organizers', 'organizer', 'organizer'],
  ['categories', 'name', 'category'],
  ['tags', 'name', 'tag'],
] as const

describe('07 §7.1 merging at the desk', () => {
  it.each(KINDS)('%s are looked at, merged, and taken back', async (kind, argument, noun) => {
    const world = await deskWorld()
    const old = await world.made(kind, { [argument]: 'Old one', description: 'Of old' })
    const stays = await world.made(kind, { [argument]: 'The one' })
    const member = kind === 'categories' || kind === 'tags' ? kind : noun
    const event = await world.event('Fair', { [member]: [old] })
    const editor = await world.signedIn('editor')
    const url = `/manage/${kind}/${old}/merge`
    expect(fieldsIn((await editor.get(`/manage/${kind}/${old}`)).text)['name']).toBe('Old one')
    expect((await editor.get(`/manage/${kind}/${old}`)).text).toContain(url)
    expect(textOf((await editor.get(url)).text)).toContain(`The ${noun} that stays`)
    const nowhere = await editor.get(`${url}?into=Nowhere`)
    expect([nowhere.status, textOf(nowhere.text).includes(`There is no ${noun} called “Nowhere”.`)]).toEqual([
      400,
      true,
    ])
    const itself = await editor.get(`${url}?into=%23${old}`)
    expect(textOf(itself.text)).toContain('Nothing is merged into itself.')
    const look = await editor.get(`${url}?into=The+one`)
    const told = textOf(look.text)
    expect(told).toContain('1 event gets “The one” in place of “Old one”.')
    expect(told).toMatch(/Name Old one The one/)
    const answered = await world.read(event)
    const done = await editor.post(url, { into: fieldsIn(look.text)['into'] ?? '' })
    expect(textOf(done.text)).toContain('“Old one” is one with The one now.')
    expect(await world.read(event)).not.toEqual(answered)
    const instead = await editor.get(`/manage/${kind}/${old}`)
    expect([instead.status, textOf(instead.text).includes(`This ${noun} is one with The one`)]).toEqual([
      410,
      true,
    ])
    const history = (await world.service.ask(`GET /admin/history/event/${event}`)).body as readonly object[]
    expect(history[0]).toMatchObject({ source: 'worker', actor: { login: 'editor' } })
    const words = textOf((await editor.get(`/history/${noun}/${old}`)).text)
    expect(words).toContain('Merged into another')
    const back = await editor.post(`/manage/${kind}/${old}/unmerge`, {})
    expect(textOf(back.text)).toContain('Old one is itself again.')
    expect(await world.read(event)).toEqual(answered)
    expect(stays).not.toBe(old)
  })

  it('shows which may be the same, with the way to look at them', async () => {
    const world = await deskWorld()
    const one = await world.made('venues', { venue: 'Main Hall' })
    const other = await world.made('venues', { venue: 'Hall, main' })
    await world.made('venues', { venue: 'Barn' })
    const editor = await world.signedIn('editor')
    const twin = await world.made('venues', { venue: 'main hall' })
    const form = (await editor.get(`/manage/venues/${one}`)).text
    expect(form).toContain(`/manage/venues/${one}/merge?into=%23${twin}`)
    expect((await editor.get(`/manage/venues/${other}`)).text).not.toContain('of this name')
    await world.service.ask(`DELETE /cal/events/v1/venues/${twin}`)
    const { text } = await editor.get('/manage/venues/alike')
    expect(textOf(text)).toContain(`Hall, main (#${other}) and Main Hall (#${one}) (the same name)`)
    expect(text).toContain(`/manage/venues/${one}/merge?into=%23${other}`)
    expect(textOf((await editor.get('/manage/tags/alike')).text)).toContain('No two tags')
  })

  it.each([
    ['subscriber', 403],
    ['contributor', 403],
    ['author', 403],
    ['editor', 200],
    ['admin', 200],
  ])('%s: pages and posts answer %i', async (login, status) => {
    const world = await deskWorld()
    const visitor = await world.signedIn(login)
    for (const [kind, argument] of KINDS) {
      const [a, b] = [
        await world.made(kind, { [argument]: 'A' }),
        await world.made(kind, { [argument]: 'B' }),
      ]
      const path = `/manage/${kind}/${a}`
      for (const url of [`/manage/${kind}/alike`, `${path}/merge`, `${path}/merge?into=%23${b}`])
        expect([url, (await visitor.get(url)).status]).toEqual([url, status])
      expect((await visitor.post(`${path}/merge`, { into: String(b) })).status).toBe(status)
      const bare = await visitor.ask(`POST ${path}/unmerge`, { form: {} })
      expect(bare.status).toBe(403)
      expect((await visitor.post(`${path}/unmerge`, {})).status).toBe(status)
      const shown = await world.service.ask(`GET /cal/events/v1/${kind}/${a}`)
      expect([kind, shown.status]).toEqual([kind, 200])
    }
  })
})
