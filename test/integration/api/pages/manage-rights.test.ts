import { describe, expect, it } from 'vitest'
import { chosen, deskWorld, textOf } from '../../../support/desk-world.ts'

const several = '/manage/events/several'
const ALL = ['Venues', 'Organizers', 'Categories', 'Tags', 'Pictures']
const pages = ['/manage', '/manage/events', '/manage/events/new', `${several}?do=trash&id[]=1`]

describe('07 §1 who may do what at the desk', () => {
  it('guests sign in first and come back with their query', async () => {
    const { service } = await deskWorld()
    for (const path of ['/manage', '/manage/events?tab=draft&from=2027-01-01']) {
      const answer = await service.app.inject({ url: path, headers: { accept: 'text/html' } })
      const back = encodeURIComponent(`https://school.example${path}`)
      expect([answer.statusCode, answer.headers.location]).toEqual([
        302,
        `https://school.example/sign-in?redirect_to=${back}`,
      ])
    }
    const posted = await service.app.inject({ method: 'POST', url: several })
    expect(posted.headers.location).toContain(encodeURIComponent('/manage/events'))
  })

  it.each([
    ['subscriber', 403],
    ['contributor', 200],
    ['author', 200],
    ['editor', 200],
    ['admin', 200],
  ])('%s: pages answer %i', async (login, status) => {
    const world = await deskWorld()
    const { get } = await world.signedIn(login)
    for (const path of pages) expect([path, (await get(path)).status]).toEqual([path, status])
    const { text } = await get('/account')
    expect(text.includes('>Desk</a>')).toBe(status === 200)
  })

  it.each([
    [
      'contributor',
      ['draft', 'venue', 'add-category', 'take-category', 'trash'],
      ['Venues', 'Organizers', 'Pictures'],
    ],
    [
      'author',
      ['publish', 'draft', 'venue', 'add-category', 'take-category', 'trash'],
      ['Venues', 'Organizers', 'Categories', 'Pictures'],
    ],
    [
      'editor',
      ['publish', 'draft', 'venue', 'add-category', 'take-category', 'author', 'trash'],
      [...ALL, 'Imports', 'History'],
    ],
    [
      'admin',
      ['publish', 'draft', 'venue', 'add-category', 'take-category', 'author', 'trash'],
      [...ALL, 'Imports', 'History', 'People', 'Settings'],
    ],
  ])('%s is offered what the role may do, and nothing else', async (login, actions, links) => {
    const world = await deskWorld()
    const ids = { contributor: 4, author: 3, editor: 2, admin: 1 } as Readonly<Record<string, number>>
    await world.event('Own', { author: ids[login], status: 'draft' })
    await world.event('Published by others')
    const { get } = await world.signedIn(login)
    const { text } = await get('/manage/events')
    const form = /<select id="several-do"[^]*?<\/select>/.exec(text)?.[0] ?? ''
    expect([...form.matchAll(/value="([^"]+)"/g)].map(([, value]) => value)).toEqual(actions)
    const navigation = /<nav class="manage-nav"[^]*?<\/nav>/.exec(text)?.[0] ?? ''
    const named = [...navigation.matchAll(/>([^<>]+)<\/a>/g)].map(([, name]) => name)
    expect(named).toEqual(['Overview', 'Events', 'New event', ...links, 'My account'])
    const isEditor = links.includes('Imports')
    expect(text.includes('Published by others')).toBe(isEditor)
    expect(text.includes('name="author"')).toBe(isEditor)
  })

  it.each([
    ['subscriber', 'trash', 'publish', 403],
    ['contributor', 'publish', 'draft', 404],
    ['contributor', 'author', 'draft', 404],
    ['contributor', 'trash', 'draft', 200],
    ['author', 'author', 'draft', 404],
    ['author', 'trash', 'publish', 200],
    ['editor', 'trash', 'publish', 200],
  ])(
    '%s posts %s for an event of an administrator (%s): %i, and nothing is done',
    async (login, action, status, answers) => {
      const world = await deskWorld()
      const id = await world.event('Not theirs', { status })
      const visitor = await world.signedIn(login)
      const answer = await visitor.post(several, { do: action, given: '4', ...chosen([id]) })
      expect(answer.status).toBe(answers)
      const isDone = login === 'editor'
      expect((await world.history(id)).length).toBe(isDone ? 2 : 1)
      if (answers !== 200) return
      expect(textOf(answer.text)).toContain(isDone ? '1 event moved to the trash.' : 'Refused for 1 event.')
      // nobody learns what an event is called that they may not read
      expect(answer.text.includes('Not theirs')).toBe(isDone || status === 'publish')
    },
  )

  it('a form that another site sends does nothing', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const editor = await world.signedIn('editor')
    const { hidden } = await editor.get('/account')
    const answer = await editor.ask(`POST ${several}`, {
      form: { form_token: hidden['form_token'] ?? '', do: 'trash', ...chosen([id]) },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect((await world.history(id)).length).toBe(1)
  })

  it('the page of an event leads to its form for those who may change it, and is what it was for all others', async () => {
    const world = await deskWorld()
    await world.event('Fair')
    const guest = await world.service.app.inject({ url: '/event/fair/', headers: { accept: 'text/html' } })
    expect([guest.statusCode, guest.body.includes('/manage')]).toEqual([200, false])
    for (const [login, isLed] of [
      ['editor', true],
      ['author', false],
      ['subscriber', false],
    ] as const) {
      const { text } = await (await world.signedIn(login)).get('/event/fair/')
      expect([login, />Edit<\/a>/.test(text)]).toEqual([login, isLed])
    }
  })
})
