import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { deskWorld, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const people = '/manage/people'
/** Ids of the users of the world of a desk. */
const [EDITOR, AUTHOR] = [2, 3]

const linkIn = (html: string): string =>
  (/value="https:\/\/school\.example(\/new-password\?[^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

const linkFor = async (world: DeskWorld, id: number, form: object = { end_applications: 'yes' }) => {
  const admin = await world.signedIn('admin')
  const answer = await admin.post(`${people}/${id}`, { choice: 'link', ...form })
  expect(answer.status).toBe(200)
  return linkIn(answer.text)
}

/** Opens a link in a browser of its own and sends its form. */
const setBy = async ({ service }: DeskWorld, link: string, password: string, again = password) => {
  const visitor = browser(service)
  const { hidden } = await visitor.get(link)
  return visitor.ask('POST /new-password', {
    form: { ...hidden, new_password: password, new_password_again: again },
  })
}

const userHistory = async ({ service }: DeskWorld, id: number) =>
  (await service.ask(`GET /admin/history/user/${id}`)).body as readonly {
    readonly fact: string
    readonly source: string
    readonly actor: { readonly id: number } | null
    readonly changes: object
  }[]

const canSignIn = async ({ service }: DeskWorld, login: string, password: string) =>
  (await browser(service).signIn(login, password)).status === 302

describe('07 §10 people', () => {
  it('are listed with role, last sign-in and number of events, by words and by role', async () => {
    const world = await deskWorld()
    await world.event('One', { author: AUTHOR })
    await world.event('Two', { author: AUTHOR, status: 'draft' })
    const { get } = await world.signedIn('admin')
    const rows = async (query: string) =>
      [...(await get(`${people}${query}`)).text.matchAll(/<tr>\s*<th scope="row"[^]*?<\/tr>/g)].map(([row]) =>
        textOf(row).trim(),
      )
    const all = await rows('')
    expect(all.map(row => row.split(' ')[0])).toEqual([
      'admin',
      'author',
      'contributor',
      'editor',
      'subscriber',
    ])
    expect(all[1]).toMatch(/^author – author@school.example Author – 2$/)
    expect(all[0]).toMatch(/Administrator January 10, 2027 12:00 pm EST 0$/)
    expect((await rows('?search=SCHOOL%20edit')).length).toBe(1)
    expect((await rows('?role=subscriber')).map(row => row.split(' ')[0])).toEqual(['subscriber'])
    expect(await rows('?search=nobody')).toEqual([])
  })

  it('are told with their last sign-in when its session is long gone, which is in no history', async () => {
    const world = await deskWorld()
    await world.signedIn('author')
    world.setClock(world.now + 40 * 60_000)
    await world.signedIn('author')
    world.setClock(world.now + 30 * 24 * 3_600_000)
    const { get } = await world.signedIn('admin')
    // noted once an hour
    expect(textOf((await get(people)).text)).toMatch(/Author January 10, 2027 12:00 pm EST 0/)
    const page = textOf((await get(`${people}/${AUTHOR}`)).text)
    expect(page).toContain('Last sign-in January 10, 2027 12:00 pm EST Signed in nowhere')
    expect(textOf((await get(`${people}/${EDITOR}`)).text)).toContain('Last sign-in none is known')
    expect((await userHistory(world, AUTHOR)).map(({ fact }) => fact)).toEqual(['UserCreated'])
  })

  it('a new person sets a password by a link, and is in the history as done at the desk', async () => {
    const world = await deskWorld()
    const admin = await world.signedIn('admin')
    const made = await admin.post(`${people}/new`, {
      ...{ login: 'ida', email: 'ida@school.example', name: 'Ida <B>', role: 'author' },
    })
    expect(made.status).toBe(200)
    expect(made.headers['cache-control']).toBe('no-store, private')
    expect(await canSignIn(world, 'ida', '')).toBe(false)
    expect((await setBy(world, linkIn(made.text), 'a word of Ida')).status).toBe(200)
    expect(await canSignIn(world, 'ida', 'a word of Ida')).toBe(true)
    const ida = Number(/user=(\d+)/.exec(linkIn(made.text))?.[1])
    const told = await userHistory(world, ida)
    expect(told.map(({ fact, source, actor }) => [fact, source, actor?.id])).toEqual([
      ['UserPasswordChanged', 'desk', ida],
      ['PasswordLinkMade', 'desk', 1],
      ['UserRenamed', 'desk', 1],
      ['UserCreated', 'desk', 1],
    ])
    expect(JSON.stringify(told)).not.toMatch(/[0-9a-f]{64}/)
  })

  it.each([
    [{ login: 'admin', email: 'x@school.example', role: 'author' }, 'login', 'Another user has this login.'],
    [{ login: 'x', email: 'EDITOR@school.example', role: 'author' }, 'email', ''],
    [{ login: 'a b', email: 'x@school.example', role: 'author' }, 'login', ''],
    [{ login: 'x', email: 'nowhere', role: 'author' }, 'email', 'This is not an e-mail address.'],
    [{ login: 'x', email: 'x@school.example', role: 'king' }, 'role', 'Please choose a role.'],
    [{ login: 'x'.repeat(30_000), email: 'x@school.example', role: 'author' }, 'login', ''],
    [{ login: 'x', email: 'x@school.example', role: 'author', name: 'y'.repeat(30_000) }, 'name', ''],
  ] as readonly (readonly [Record<string, string>, string, string])[])(
    'nobody is made of %j: it is said at the field',
    async (form, field, why) => {
      const world = await deskWorld()
      const admin = await world.signedIn('admin')
      const answer = await admin.post(`${people}/new`, form)
      expect(answer.status).toBe(400)
      expect(answer.text).toMatch(new RegExp(`id="f-${field}-why">[^<]*${why}`))
      expect(Buffer.byteLength(answer.text)).toBeLessThan(20_000)
      expect(textOf((await admin.get(people)).text)).toContain('5 people')
    },
  )

  it('a role counts at once, wherever somebody is signed in', async () => {
    const world = await deskWorld()
    const [admin, editor] = [await world.signedIn('admin'), await world.signedIn('editor')]
    expect((await editor.get('/history')).status).toBe(200)
    const done = await admin.post(`${people}/${EDITOR}`, { choice: 'role', role: 'subscriber' })
    expect(done.location).toBe(`https://school.example${people}/${EDITOR}?done=role`)
    expect((await editor.get('/history')).status).toBe(403)
    expect((await admin.post(`${people}/${EDITOR}`, { choice: 'role', role: 'administrator' })).status).toBe(
      302,
    )
    const lost = await editor.post(`${people}/1`, { choice: 'role', role: 'subscriber' })
    expect(lost.status).toBe(302)
    // whoever is none any more does nothing, whatever was open
    expect((await admin.post(`${people}/${AUTHOR}`, { choice: 'role', role: 'editor' })).status).toBe(403)
  })

  it('nobody changes their own role, so the last administrator stays', async () => {
    const world = await deskWorld()
    const admin = await world.signedIn('admin')
    expect((await admin.post(`${people}/1`, { choice: 'role', role: 'subscriber' })).status).toBe(403)
    expect((await admin.post(`${people}/1/erase`, { heir: 'editor' })).status).toBe(403)
    expect((await admin.get('/manage/people')).status).toBe(200)
  })

  it('all sessions of somebody end, and nothing else', async () => {
    const world = await deskWorld()
    const [admin, editor] = [await world.signedIn('admin'), await world.signedIn('editor')]
    expect((await admin.post(`${people}/${EDITOR}`, { choice: 'end-sessions' })).status).toBe(302)
    expect((await editor.get('/manage')).status).toBe(302)
    expect(await canSignIn(world, 'editor', 'a good password')).toBe(true)
    expect((await userHistory(world, EDITOR))[0]).toMatchObject({ fact: 'SessionsEnded', source: 'desk' })
  })

  it('somebody is erased, and somebody else has the events', async () => {
    const world = await deskWorld()
    const id = await world.event('Theirs', { author: AUTHOR })
    const admin = await world.signedIn('admin')
    expect(textOf((await admin.get(`${people}/${AUTHOR}/erase`)).text)).toContain('1 event , and the venues')
    expect((await admin.post(`${people}/${AUTHOR}/erase`, { heir: '' })).status).toBe(400)
    expect((await admin.post(`${people}/${AUTHOR}/erase`, { heir: 'author' })).status).toBe(400)
    expect((await admin.post(`${people}/${AUTHOR}/erase`, { heir: 'x'.repeat(20_000) })).status).toBe(400)
    const done = await admin.post(`${people}/${AUTHOR}/erase`, { heir: 'editor' })
    expect(done.location).toBe(`https://school.example${people}?erased=1`)
    expect((await world.read(id)).author).toBe('2')
    expect((await admin.get(`${people}/${AUTHOR}`)).status).toBe(404)
    expect((await world.history(id))[0]).toMatchObject({ source: 'desk', actor: { login: 'admin' } })
    expect(await canSignIn(world, 'author', 'a good password')).toBe(false)
  })

  it.each(['subscriber', 'contributor', 'author', 'editor'])('%s may do nothing of it', async login => {
    const world = await deskWorld()
    const visitor = await world.signedIn(login)
    for (const path of [people, `${people}/new`, `${people}/1`, `${people}/1/erase`])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 403])
    for (const [path, form] of [
      [`${people}/new`, { login: 'x', email: 'x@school.example', role: 'administrator' }],
      ...['role', 'link', 'end-sessions', 'name'].map(choice => [
        `${people}/${EDITOR}`,
        { choice, role: 'administrator', name: 'x' },
      ]),
      [`${people}/${AUTHOR}/erase`, { heir: login }],
    ] as readonly (readonly [string, Record<string, string>])[])
      expect([path, (await visitor.post(path, form)).status]).toEqual([path, 403])
    expect((await userHistory(world, EDITOR)).map(({ fact }) => fact)).not.toContain('PasswordLinkMade')
    expect((await userHistory(world, AUTHOR)).length).toBeGreaterThan(0)
  })

  it('a form without its token does nothing', async () => {
    const world = await deskWorld()
    const { ask } = await world.signedIn('admin')
    for (const path of [`${people}/new`, `${people}/${EDITOR}`, `${people}/${EDITOR}/erase`])
      expect((await ask(`POST ${path}`, { form: { choice: 'end-sessions', nobody: 'yes' } })).status).toBe(
        403,
      )
    expect((await userHistory(world, EDITOR)).length).toBe(1)
  })
})

describe('07 §10 a link that sets a password', () => {
  it('works once, and ends sessions and application passwords', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    await world.service.operate('create-application-password', { login: 'editor', name: 'Phone' })
    const link = await linkFor(world, EDITOR)
    expect((await editor.get('/manage')).status).toBe(200)
    expect((await setBy(world, link, 'one', 'two')).status).toBe(400)
    expect((await setBy(world, link, '')).status).toBe(400)
    expect((await setBy(world, link, 'x'.repeat(20_000))).status).toBe(400)
    expect((await setBy(world, link, 'the new one')).status).toBe(200)
    expect((await editor.get('/manage')).status).toBe(302)
    expect(await canSignIn(world, 'editor', 'the new one')).toBe(true)
    expect(await canSignIn(world, 'editor', 'a good password')).toBe(false)
    const left = await world.service.operate('list-application-passwords', { login: 'editor' })
    expect(left.body).toEqual({ passwords: [] })
    expect((await setBy(world, link, 'a third one')).status).toBe(410)
    expect(await canSignIn(world, 'editor', 'a third one')).toBe(false)
  })

  it('leaves application passwords when that was chosen', async () => {
    const world = await deskWorld()
    await world.service.operate('create-application-password', { login: 'editor', name: 'Phone' })
    await setBy(world, await linkFor(world, EDITOR, {}), 'the new one')
    const { body } = await world.service.operate('list-application-passwords', { login: 'editor' })
    expect((body as { readonly passwords: readonly object[] }).passwords.length).toBe(1)
  })

  it('of two at once one sets it, and the other is told', async () => {
    const world = await deskWorld()
    const link = await linkFor(world, EDITOR)
    const answers = await Promise.all(['first', 'second', 'third'].map(word => setBy(world, link, word)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410])
    expect(
      (await userHistory(world, EDITOR)).filter(({ fact }) => fact === 'UserPasswordChanged').length,
    ).toBe(1)
  })

  it('a further link takes its place, another password makes it void, and it expires', async () => {
    const world = await deskWorld()
    const [first, second] = [await linkFor(world, EDITOR), await linkFor(world, EDITOR)]
    expect((await browser(world.service).get(first)).status).toBe(410)
    expect((await browser(world.service).get(second)).status).toBe(200)
    await world.service.operate('change-password', { login: 'editor', password: 'by an operator' })
    expect((await browser(world.service).get(second)).status).toBe(410)
    const third = await linkFor(world, EDITOR)
    world.setClock(world.now + 24 * 3_600_000 - 1)
    expect((await browser(world.service).get(third)).status).toBe(200)
    world.setClock(world.now + 24 * 3_600_000)
    expect((await browser(world.service).get(third)).status).toBe(410)
    expect((await setBy(world, third, 'too late')).status).toBe(410)
  })

  it('that is guessed is counted, and after ten nobody gets on from there, not even with the right one', async () => {
    const world = await deskWorld()
    const link = await linkFor(world, EDITOR)
    const guess = (n: number) => `/new-password?user=${EDITOR}&key=${String(n).padStart(43, 'a')}`
    const visitor = browser(world.service)
    for (let n = 0; n < 10; n++) expect((await visitor.get(guess(n))).status).toBe(410)
    const refused = await visitor.get(link)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    // of another user it is another secret
    expect((await visitor.get(await linkFor(world, AUTHOR))).status).toBe(200)
    expect(await canSignIn(world, 'editor', 'a good password')).toBe(true)
  })

  it('of somebody else, of nobody or of no form is none', async () => {
    const world = await deskWorld()
    const link = await linkFor(world, EDITOR)
    const { get } = browser(world.service)
    for (const other of [
      link.replace(`user=${EDITOR}`, `user=${AUTHOR}`),
      link.replace(`user=${EDITOR}`, 'user=999999'),
      link.replace(/key=.*/, `key=${'x'.repeat(900)}`),
      link.replace('key=', 'key[]='),
      '/new-password',
    ])
      expect([other.slice(0, 60), (await get(other)).status]).toEqual([other.slice(0, 60), 410])
    const page = await get(link)
    expect(page.headers['cache-control']).toBe('no-store')
    // a form that another site sends has no token of this browser
    const posted = await browser(world.service).ask('POST /new-password', {
      form: { ...page.hidden, new_password: 'x', new_password_again: 'x' },
    })
    expect(posted.status).toBe(403)
  })
})
