import { describe, expect, it } from 'vitest'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { ensureAdministrator } from '../../../services/accounts/first-administrator.ts'
import { StoreUnavailable, type EventStore, type StoredRecord } from '../../../shared/event-store/port.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { failAt } from '../../support/fail-at.ts'
import { memoryLog } from '../../support/memory-log.ts'

const SECRET = 'abcdefghijklmnopqrstuvwx'
const wanted = { login: 'admin', email: 'admin@school.example', password: null, applicationPassword: SECRET }
const context = personAt()

const recordsOf = async (store: EventStore): Promise<readonly StoredRecord[]> => {
  const found: StoredRecord[] = []
  const stop = new AbortController()
  for await (const step of store.follow(null, ['user-'], stop.signal)) {
    found.push(...step.records)
    if (step.live) stop.abort()
  }
  return found
}

/** What a start does once the users have been read from the log. */
const start = async (store: EventStore, log = store) => {
  const directory = usersInMemory()
  directory.apply(await recordsOf(log))
  const accounts = accountsIn(store, directory)
  const ensured = await ensureAdministrator(
    { accounts, directory, isAlone: true },
    wanted,
    () => 'made up',
    context,
  )
  return { ensured, accounts, directory }
}

describe('the first administrator', () => {
  it('is made once, with a password that is told once', async () => {
    const store = memoryLog()
    expect((await start(store)).ensured).toEqual({ ok: true, madeUpPassword: 'made up', revoked: false })
    const { ensured, accounts, directory } = await start(store)
    expect(ensured).toEqual({ ok: true, madeUpPassword: null, revoked: false })
    expect(directory.all()).toHaveLength(1)
    expect(accounts.authenticate('admin', SECRET)).toMatchObject({ ok: true })
    expect((await recordsOf(store)).map(({ type }) => type)).toEqual([
      'UserCreated',
      'ApplicationPasswordCreated',
    ])
  })

  it.each(['before', 'after'] as const)(
    'is made once, whatever call of the log a start dies at (%s it took effect)',
    async when => {
      for (let n = 1; ; n++) {
        const store = memoryLog()
        const dying = failAt(store, n, when)
        const died = await start(dying.store, store).then(
          () => false,
          (error: unknown) => error instanceof StoreUnavailable,
        )
        if (!dying.fired()) {
          expect(n).toBeGreaterThan(5)
          return
        }
        expect(died).toBe(true)
        const { ensured, accounts, directory } = await start(store)
        expect({ n, ok: ensured.ok }).toEqual({ n, ok: true })
        expect(directory.all().map(({ login }) => login)).toEqual(['admin'])
        expect(accounts.authenticate('admin', SECRET)).toMatchObject({ ok: true })
        expect(directory.byLogin('admin')?.applicationPasswords).toHaveLength(1)
      }
    },
  )

  it('does not get back an application password that was revoked', async () => {
    const store = memoryLog()
    const { accounts, directory } = await start(store)
    const uuid = directory.byLogin('admin')?.applicationPasswords[0]?.uuid ?? ''
    await accounts.revokeApplicationPassword('admin', uuid, context)
    const again = await start(store)
    expect(again.ensured).toEqual({ ok: true, madeUpPassword: null, revoked: true })
    expect(again.accounts.authenticate('admin', SECRET)).toEqual({ ok: false, code: 'incorrect_password' })
  })

  it('is not made where there are users; an application password needs the named one', async () => {
    const store = memoryLog()
    const { accounts } = await start(store)
    expect(accounts.authenticate('admin@school.example', SECRET)).toMatchObject({ ok: true })
    const directory = usersInMemory()
    directory.apply(await recordsOf(store))
    const other = { ...wanted, login: 'somebody' }
    expect(
      await ensureAdministrator(
        { accounts: accountsIn(store, directory), directory, isAlone: true },
        other,
        () => '',
        context,
      ),
    ).toEqual({
      ok: false,
      what: 'application password',
      code: 'user-not-found',
    })
  })
})
