import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { basic, embeddedService } from '../../../support/embedded-service.ts'

const OLD = 'a long password'
const NEW = 'an even longer one'

/** A site with a subscriber who is signed in here and elsewhere, and has an application password. */
const world = async () => {
  const clock = { ms: Date.UTC(2027, 0, 10, 17) }
  const service = await embeddedService({}, undefined, () => clock.ms)
  await service.operate('create-user', {
    ...{ login: 'sub', email: 'sub@school.example', role: 'subscriber', password: OLD },
  })
  const [visitor, elsewhere] = [browser(service), browser(service)]
  for (const one of [visitor, elsewhere]) expect((await one.signIn('sub', OLD)).status).toBe(302)
  const { body } = await service.operate('create-application-password', { login: 'sub', name: 'Phone' })
  const { password } = body as { password: string }
  const change = (form: Readonly<Record<string, string>> = {}) =>
    visitor.submit('/account', {
      ...{ choice: 'change-password', current_password: OLD, new_password: NEW, new_password_again: NEW },
      ...form,
    })
  const signsIn = async (secret: string) => (await browser(service).signIn('sub', secret)).status
  const isSignedIn = async (who: typeof visitor) => (await who.get('/account')).status === 200
  const application = async () => (await service.ask('GET /', { headers: basic('sub', password) })).status
  return { clock, service, visitor, elsewhere, change, signsIn, isSignedIn, application }
}

describe('06 §5 POST change-password', () => {
  it('changes it; all other sessions are over, this one goes on, and applications go on working', async () => {
    const { visitor, elsewhere, change, signsIn, isSignedIn, application } = await world()
    const before = new Map(visitor.cookies)
    const { status, location } = await change()
    expect([status, location]).toEqual([302, 'https://school.example/account?password=changed'])
    expect((await visitor.get(location ?? '')).text).toContain('Your password is changed.')
    expect([await isSignedIn(visitor), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await application()).toBe(200)
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([401, 302])
    // whoever had the cookie of before has nothing
    for (const [name, value] of before) visitor.cookies.set(name, value)
    expect(await isSignedIn(visitor)).toBe(false)
  })
  it('application passwords end with it when that is ticked; the history tells both', async () => {
    const { change, application, service } = await world()
    expect((await change({ end_applications: 'yes' })).status).toBe(302)
    expect(await application()).toBe(401)
    const { body } = await service.operate('history', { type: 'user', id: '2' })
    const { entries } = body as { entries: readonly { fact: string; actor: object }[] }
    const told = entries.filter(({ fact }) => !fact.startsWith('ApplicationPasswordCreated')).slice(0, 2)
    expect(told.map(({ fact }) => fact).toSorted()).toEqual([
      'ApplicationPasswordRevoked',
      'UserPasswordChanged',
    ])
    for (const { actor } of told) expect(actor).toMatchObject({ id: 2, login: 'sub' })
  })
  it.each([
    ['no new password', { new_password: '', new_password_again: '' }, 400, 'of 1 to 1000 characters'],
    [
      'one that is too long',
      { new_password: 'x'.repeat(1_001), new_password_again: 'x'.repeat(1_001) },
      400,
      'of 1 to 1000 characters',
    ],
    ['two that differ', { new_password_again: `${NEW}r` }, 400, 'not the same'],
    ['a wrong current one', { current_password: 'guessed' }, 401, 'The current password is not right.'],
    ['no current one', { current_password: '' }, 401, 'The current password is not right.'],
  ])('%s is refused, nothing changes', async (_, form, expected, said) => {
    const { change, signsIn, elsewhere, isSignedIn } = await world()
    const { status, text, headers } = await change(form)
    expect([status, text.includes(said), headers['cache-control']]).toEqual([expected, true, 'no-store'])
    for (const secret of [OLD, NEW]) expect(text).not.toContain(secret)
    expect([await isSignedIn(elsewhere), await signsIn(OLD), await signsIn(NEW)]).toEqual([true, 302, 401])
  })
  it('wrong ones are counted as sign-ins are: 429 with Retry-After, then for the right one, too', async () => {
    const { change, clock, signsIn } = await world()
    for (let n = 0; n < 10; n++)
      expect((await change({ current_password: `guess ${n}`, new_password_again: NEW })).status).toBe(401)
    // refused before it is looked at, so nothing was counted
    const { status, headers } = await change()
    expect([status, headers['retry-after'], await signsIn(OLD)]).toEqual([429, '900', 429])
    clock.ms += 900_000
    expect((await change()).status).toBe(302)
  })
  it('without the token of this session: 403, nothing changes', async () => {
    const { change, signsIn } = await world()
    expect((await change({ form_token: '0123456789' })).status).toBe(403)
    expect([await signsIn(OLD), await signsIn(NEW)]).toEqual([302, 401])
  })
})
