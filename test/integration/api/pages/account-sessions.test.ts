import { describe, expect, it } from 'vitest'
import type { browser } from '../../../support/browser.ts'
import { deskWorld } from '../../../support/desk-world.ts'

const sessionsIn = (html: string): readonly string[] =>
  [...html.matchAll(/name="session" value="([0-9a-f]{40})"/g)].map(([, session = '']) => session)

const isIn = async ({ get }: Pick<ReturnType<typeof browser>, 'get'>): Promise<boolean> =>
  (await get('/account')).status === 200

describe('07 §11 where somebody is signed in', () => {
  it('is told with when and from where; one is ended, the one here is not offered', async () => {
    const world = await deskWorld()
    const here = await world.signedIn('author')
    world.setClock(world.now + 3_600_000)
    const there = await world.signedIn('author')
    const { text } = await here.get('/account')
    expect(text).toContain('from 127.0.0.1')
    expect(text).toContain('This one, here.')
    const [other = '', ...more] = sessionsIn(text)
    expect(more).toEqual([])
    expect((await here.post('/account', { choice: 'end-session', session: other })).status).toBe(302)
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
  })

  it('all others are ended, and this one goes on under another cookie', async () => {
    const world = await deskWorld()
    const [here, there, third] = [
      await world.signedIn('author'),
      await world.signedIn('author'),
      await world.signedIn('author'),
    ]
    const before = [...here.cookies]
    expect((await here.post('/account', { choice: 'end-others' })).location).toBe(
      'https://school.example/account',
    )
    expect([...here.cookies]).not.toEqual(before)
    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, false])
    expect((await world.service.ask('GET /admin/history/user/3')).body).toMatchObject([
      { fact: 'SessionsEnded', actor: { login: 'author' } },
      { fact: 'UserCreated' },
    ])
  })

  it('those of somebody else are not ended', async () => {
    const world = await deskWorld()
    const [author, editor, again] = [
      await world.signedIn('author'),
      await world.signedIn('editor'),
      await world.signedIn('editor'),
    ]
    const [session = ''] = sessionsIn((await editor.get('/account')).text)
    expect(session).not.toBe('')
    for (const name of [session, 'x', '', '../site-1', '0'.repeat(40)])
      expect((await author.post('/account', { choice: 'end-session', session: name })).status).toBe(302)
    expect([await isIn(editor), await isIn(again)]).toEqual([true, true])
  })
})
