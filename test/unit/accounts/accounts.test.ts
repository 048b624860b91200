import { userId, streamName } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { authenticate, type Proven } from '../../../services/accounts/authenticate.ts'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { CHEAP_PASSWORDS } from '../../support/cheap-passwords.ts'
import { PASSWORD_COST, passwordsAt } from '../../../services/accounts/passwords.ts'

const context = personAt()
const ada = { login: 'ada', email: 'ada@school.example', role: 'author', password: null } as const

const world = () => {
  const store = memoryLog()
  const directory = usersInMemory()
  return { store, directory, accounts: accountsIn(store, directory) }
}

const secretOf = async ({
  accounts,
}: ReturnType<typeof world>): Promise<{ uuid: string; secret: string }> => {
  const created = await accounts.createApplicationPassword('ada', { name: 'Phone', appId: '' }, context)
  if (!created.ok) throw new Error(created.refusal.code)
  return created.value
}

describe('users', () => {
  it('have unique logins and addresses, whatever their case', async () => {
    const { accounts } = world()
    expect(await accounts.createUser(ada, context)).toMatchObject({
      ok: true,
      value: { id: 1, login: 'ada' },
    })
    const again = { ...ada, login: 'ADA', email: 'other@school.example' }
    expect(await accounts.createUser(again, context)).toMatchObject({ refusal: { code: 'login-taken' } })
    const same = { ...ada, login: 'bob', email: 'Ada@School.example' }
    expect(await accounts.createUser(same, context)).toMatchObject({ refusal: { code: 'email-taken' } })
    expect(await accounts.createUser({ ...same, email: 'bob@school.example' }, context)).toMatchObject({
      ok: true,
      value: { login: 'bob' },
    })
  })

  it('01 §8.1 account names (chosen): what looks the same is the same, when one is made, found and erased', async () => {
    const { accounts } = world()
    const [composed, decomposed, wide] = ['jos\u00e9', 'jose\u0301', 'JOS\u00c9']
    const jose = { ...ada, login: decomposed, password: 'right' }
    expect(await accounts.createUser(jose, context)).toMatchObject({ value: { login: composed } })
    for (const login of [composed, decomposed, wide]) {
      expect(await accounts.createUser({ ...jose, login, email: 'x@school.example' }, context)).toMatchObject(
        {
          refusal: { code: 'login-taken' },
        },
      )
      expect(await accounts.signIn(login, 'right')).toMatchObject({ ok: true })
    }
    expect(
      await accounts.createUser({ ...jose, login: 'x', email: '\uff41da@school.example' }, context),
    ).toMatchObject({ refusal: { code: 'email-taken' } })
    await accounts.createUser(
      { ...ada, login: 'root', email: 'r@school.example', role: 'administrator' },
      context,
    )
    expect(await accounts.eraseUser(wide, context)).toMatchObject({ ok: true })
    expect(await accounts.createUser({ ...jose, login: composed }, context)).toMatchObject({ ok: true })
  })

  it('are created once when two ask at the same time', async () => {
    const { accounts } = world()
    const results = await Promise.all([accounts.createUser(ada, context), accounts.createUser(ada, context)])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it.each([
    ['a b', 'ada@school.example', 'invalid-login'],
    ['ada@x', 'ada@school.example', 'invalid-login'],
    ['', 'ada@school.example', 'invalid-login'],
    ['ada', 'nowhere', 'invalid-email'],
  ])('login %j with address %j is refused', async (login, email, code) => {
    const { accounts, store } = world()
    expect(await accounts.createUser({ ...ada, login, email }, context)).toEqual({
      ok: false,
      refusal: { code },
    })
    expect(await store.head()).toBeNull()
  })

  it('keep one administrator', async () => {
    const { accounts } = world()
    await accounts.createUser({ ...ada, role: 'administrator' }, context)
    const last = { ok: false, refusal: { code: 'last-administrator' } }
    expect(await accounts.setRole('ada', 'editor', context)).toEqual(last)
    expect(await accounts.eraseUser('ada', context)).toEqual(last)
    expect(await accounts.setRole('ada', 'administrator', context)).toMatchObject({ ok: true })
    await accounts.createUser(
      { ...ada, login: 'bob', email: 'bob@school.example', role: 'administrator' },
      context,
    )
    const both = await Promise.all([
      accounts.setRole('ada', 'editor', context),
      accounts.eraseUser('bob', context),
    ])
    expect(both).toMatchObject([{ ok: true }, last])
    expect(await accounts.setRole('bob', 'subscriber', context)).toEqual(last)
  })

  it('get another role', async () => {
    const { accounts } = world()
    await accounts.createUser(ada, context)
    expect(await accounts.setRole('Ada', 'editor', context)).toMatchObject({ value: { role: 'editor' } })
    expect(await accounts.setRole('nobody', 'editor', context)).toMatchObject({
      refusal: { code: 'user-not-found' },
    })
  })
})

describe('01 §8.1 application passwords', () => {
  it('are 24 letters and digits, shown once, stored as a hash', async () => {
    const all = world()
    await all.accounts.createUser(ada, context)
    const { secret } = await secretOf(all)
    expect(secret).toMatch(/^[A-Za-z0-9]{24}$/)
    expect(JSON.stringify(await all.store.read(streamName('user-1')))).not.toContain(secret)
  })

  it('open with login or address, in groups of four too', async () => {
    const all = world()
    await all.accounts.createUser(ada, context)
    const { secret } = await secretOf(all)
    const grouped = secret.replace(/(.{4})/g, '$1 ')
    expect(all.accounts.authenticate('ada', secret)).toMatchObject({ ok: true, user: { id: 1 } })
    expect(all.accounts.authenticate('ADA@school.example', grouped)).toMatchObject({
      ok: true,
      user: { id: 1 },
    })
  })

  it('that were right are found again by what is known of them, until they are revoked', async () => {
    const { accounts, directory } = world()
    await accounts.createUser(ada, context)
    const made = []
    for (const name of ['Phone', 'Desk']) {
      const created = await accounts.createApplicationPassword('ada', { name, appId: '' }, context)
      if (!created.ok) throw new Error(created.refusal.code)
      made.push(created.value)
    }
    const proven: Proven = new WeakMap()
    const used = (secret: string) => {
      const found = authenticate(directory, 'ada', secret, proven)
      return found.ok ? found.used?.uuid : found.code
    }
    const [phone, desk] = made
    for (let n = 0; n < 3; n++) {
      expect(made.map(({ secret }) => used(secret))).toEqual([phone?.uuid, desk?.uuid])
      expect([used(''), used('x'.repeat(24))]).toEqual(['incorrect_password', 'incorrect_password'])
    }
    await accounts.revokeApplicationPassword('ada', phone?.uuid ?? '', context)
    expect(made.map(({ secret }) => used(secret))).toEqual(['incorrect_password', desk?.uuid])
  })

  it('say what is wrong', async () => {
    const all = world()
    await all.accounts.createUser({ ...ada, password: 'account password' }, context)
    await secretOf(all)
    const code = (who: string, secret: string) => {
      const result = all.accounts.authenticate(who, secret)
      return result.ok ? 'ok' : result.code
    }
    expect(code('eve', 'x')).toBe('invalid_username')
    expect(code('eve@school.example', 'x')).toBe('invalid_email')
    expect(code('ada', 'x')).toBe('incorrect_password')
    expect(code('ada', '')).toBe('incorrect_password')
    expect(code('ada', 'account password')).toBe('incorrect_password')
  })

  it('do not open once revoked', async () => {
    const all = world()
    await all.accounts.createUser(ada, context)
    const [one, two] = [await secretOf(all), await secretOf(all)]
    await all.accounts.revokeApplicationPassword('ada', one.uuid, context)
    expect(all.accounts.authenticate('ada', one.secret)).toEqual({ ok: false, code: 'incorrect_password' })
    expect(all.accounts.authenticate('ada', two.secret)).toMatchObject({ ok: true })
    expect(await all.accounts.revokeApplicationPassword('ada', one.uuid, context)).toMatchObject({
      refusal: { code: 'application-password-not-found' },
    })
  })

  it('can be given, once', async () => {
    const { accounts, store } = world()
    await accounts.createUser(ada, context)
    const given = { name: 'Setup', secret: 'abcdefghijklmnopqrstuvwx' }
    await accounts.provisionApplicationPassword('ada', given, context)
    await accounts.provisionApplicationPassword('ada', given, context)
    expect(accounts.authenticate('ada', 'abcd efgh ijkl mnop qrst uvwx')).toMatchObject({ ok: true })
    expect(await store.read(streamName('user-1'))).toHaveLength(2)
  })

  it('that were revoked are not given again, however many came after, and take no memory', async () => {
    const all = world()
    const { accounts, directory } = all
    await accounts.createUser(ada, context)
    const size = () => JSON.stringify(directory.all()).length
    const before = size()
    const given = { name: 'Setup', secret: 'abcdefghijklmnopqrstuvwx' }
    await accounts.provisionApplicationPassword('ada', given, context)
    await accounts.revokeAllApplicationPasswords('ada', context)
    for (let n = 0; n < 100; n++)
      await accounts.revokeApplicationPassword('ada', (await secretOf(all)).uuid, context)
    expect(size()).toBe(before)
    expect(await accounts.provisionApplicationPassword('ada', given, context)).toMatchObject({
      refusal: { code: 'application-password-revoked' },
    })
    expect(accounts.authenticate('ada', given.secret)).toEqual({ ok: false, code: 'incorrect_password' })
  })

  it('are listed with name and date, without secrets and without revoked ones', async () => {
    const all = world()
    await all.accounts.createUser(ada, context)
    const [one, two] = [await secretOf(all), await secretOf(all)]
    await all.accounts.revokeApplicationPassword('ada', one.uuid, context)
    expect(await all.accounts.listApplicationPasswords('Ada')).toEqual([
      {
        uuid: two.uuid,
        app_id: '',
        name: 'Phone',
        created: context.at,
        last_used: null,
        last_ip: null,
      },
    ])
    expect(await all.accounts.listApplicationPasswords('nobody')).toBeNull()
  })

  it('need a name', async () => {
    const { accounts } = world()
    await accounts.createUser(ada, context)
    expect(await accounts.createApplicationPassword('ada', { name: ' ', appId: '' }, context)).toMatchObject({
      refusal: { code: 'application_password_empty_name' },
    })
  })

  it('open in another process that follows the log, and after a repeat of what it knows', async () => {
    const all = world()
    await all.accounts.createUser(ada, context)
    const { secret } = await secretOf(all)
    const records = await all.store.read(streamName('user-1'))
    const other = usersInMemory()
    other.apply(records)
    other.apply(records)
    const elsewhere = accountsIn(all.store, other)
    expect(elsewhere.authenticate('ada', secret)).toMatchObject({ ok: true })
    expect(other.byId(userId(1))?.applicationPasswords).toHaveLength(1)
    other.erase(userId(1))
    expect(elsewhere.authenticate('ada', secret)).toEqual({ ok: false, code: 'invalid_username' })
  })
})

describe('account passwords', () => {
  it('are argon2id and open the sign-in', async () => {
    const { accounts, directory } = world()
    await accounts.createUser({ ...ada, password: 'correct horse' }, context)
    expect(directory.byLogin('ada')?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(await accounts.signIn('ada', 'correct horse')).toMatchObject({ ok: true, user: { id: 1 } })
    expect(await accounts.signIn('ada', 'wrong')).toEqual({ ok: false, code: 'incorrect_password' })
    expect(await accounts.signIn('eve', 'wrong')).toEqual({ ok: false, code: 'invalid_username' })
  })

  it.each([CHEAP_PASSWORDS, PASSWORD_COST])('without one it takes as long: %j', async cost => {
    const { hash, isRight, decoy } = passwordsAt(cost)
    const parametersOf = (text: string) => text.split('$').slice(0, 4).join('$')
    const { memoryCost, timeCost, parallelism } = cost
    expect(parametersOf(decoy)).toBe(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}`)
    expect(parametersOf(await hash('correct horse'))).toBe(parametersOf(decoy))
    // it is looked at as any other, and nobody is told that there is none
    expect(await isRight(decoy, 'correct horse')).toBe(false)
    expect(await isRight(decoy, '')).toBe(false)
  })

  it('are hashed at what is recommended unless somebody says otherwise', async () => {
    expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(await passwordsAt().hash('x')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('without one nobody signs in', async () => {
    const { accounts } = world()
    await accounts.createUser(ada, context)
    expect(await accounts.signIn('ada', 'nobody has this one')).toEqual({
      ok: false,
      code: 'incorrect_password',
    })
  })
})
