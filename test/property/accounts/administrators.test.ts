import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { user } from '../../../services/accounts/user.ts'
import { load } from '../../../services/handle.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { erasureStream, userStream } from '../../../shared/facts/user.ts'
import { userId } from '../../../shared/kernel/brands.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { everyLog } from '../../support/every-log.ts'
import { memoryLog } from '../../support/memory-log.ts'

const context = personAt()
const LOGINS = ['ada', 'bob', 'cleo'] as const
type Login = (typeof LOGINS)[number]

const begin = async (store: EventStore, logins: readonly Login[]): Promise<void> => {
  const accounts = accountsIn(store, usersInMemory())
  for (const login of logins) {
    const wanted = { login, email: `${login}@school.example`, role: 'administrator', password: null } as const
    expect(await accounts.createUser(wanted, context)).toMatchObject({ ok: true })
  }
}

/** A process of its own, which has followed the log up to now. */
const processOn = async (store: EventStore, logins: readonly Login[]) => {
  const directory = usersInMemory()
  for (const n of logins.keys()) directory.apply(await store.read(userStream(userId(n + 1))))
  return accountsIn(store, directory)
}

const administratorsIn = async (store: EventStore, logins: readonly Login[]): Promise<readonly string[]> => {
  const states = await Promise.all(
    logins.map(async (_, n) => (await load(store, user, userStream(userId(n + 1)))).state),
  )
  return states.flatMap(state => (state?.role === 'administrator' ? [state.login] : []))
}

/** Each of some processes takes one administrator away, by a new role or for good; `wrap`: a process's own way to the log. */
const allGo = async (
  store: EventStore,
  ways: readonly { readonly login: Login; readonly erased: boolean }[],
  wrap: (store: EventStore) => EventStore,
) => {
  const logins = ways.map(({ login }) => login)
  const processes = await Promise.all(ways.map(async () => processOn(wrap(store), logins)))
  return Promise.all(
    ways.map(async ({ login, erased }, n) => {
      const accounts = processes[n]
      return erased ? accounts?.eraseUser(login, context) : accounts?.setRole(login, 'editor', context)
    }),
  )
}

const lastOne = { ok: false, refusal: { code: 'last-administrator' } }

/** Whoever appends first waits until as many have looked at everything and want to append, too. */
const meeting = (count: number) => {
  let come = 0
  let all: () => void = () => undefined
  const together = new Promise<void>(resolve => {
    all = resolve
  })
  const arrive = async (): Promise<void> => {
    if (++come === count) all()
    await together
  }
  return (log: EventStore): EventStore => ({
    ...log,
    appendAll: async (...given) => {
      await arrive()
      return log.appendAll(...given)
    },
  })
}

describe.each(everyLog)(
  'administrators who take each other away at the same moment, log in %s',
  (_, open) => {
    it.each([
      ['two by a role', ['ada', 'bob'], []],
      ['three by a role', ['ada', 'bob', 'cleo'], []],
      ['one for good, one by a role', ['ada', 'bob'], ['ada']],
      ['two for good', ['ada', 'bob'], ['ada', 'bob']],
    ] as const)('leave one: %s', async (_case, logins, erased: readonly Login[]) => {
      const { store, end } = await open()
      try {
        await begin(store, logins)
        const ways = logins.map(login => ({ login, erased: erased.includes(login) }))
        const answers = await allGo(store, ways, meeting(logins.length))
        expect(answers.filter(answer => answer?.ok === false)).toEqual([lastOne])
        expect(await administratorsIn(store, logins)).toHaveLength(1)
      } finally {
        await end()
      }
    })
  },
)

/** Ada, who is made an administrator again before she is gone, or is one all along; bob goes meanwhile and counts on her. */
describe.each(everyLog)('who is being erased, log in %s', (_, open) => {
  const refusedAs = (code: string) => ({ ok: false, refusal: { code } })

  const withOwn = async (work: (store: EventStore) => Promise<void>): Promise<void> => {
    const { store, end } = await open()
    try {
      await begin(store, ['ada', 'bob'])
      await work(store)
    } finally {
      await end()
    }
  }

  it.each(['administrator', 'editor', 'subscriber'] as const)(
    'stays when they are the last administrator by then: %s before',
    async before =>
      withOwn(async store => {
        const accounts = await processOn(store, ['ada', 'bob'])
        await accounts.setRole('ada', before, context)
        const meanwhile: unknown[] = []
        const entrust = async () => {
          meanwhile.push(await accounts.setRole('ada', 'administrator', context))
          meanwhile.push(await accounts.setRole('bob', 'editor', context))
        }
        const succession = { heir: undefined, reassign: async () => 0, entrust }
        expect(await accounts.eraseUser('ada', context, succession)).toEqual(lastOne)
        expect(meanwhile).toMatchObject([{ ok: true }, { ok: true }])
        expect(await administratorsIn(store, ['ada', 'bob'])).toEqual(['ada'])
        expect(await store.read(erasureStream(userId(1)))).toEqual([])
      }),
  )

  it('stays when they are the last administrator between the look at them and the append', async () =>
    withOwn(async store => {
      const others = await processOn(store, ['ada', 'bob'])
      await others.setRole('ada', 'editor', context)
      let isFirst = true
      const late: EventStore = {
        ...store,
        appendAll: async (...given) => {
          if (isFirst) {
            isFirst = false
            expect(await others.setRole('ada', 'administrator', context)).toMatchObject({ ok: true })
            expect(await others.setRole('bob', 'editor', context)).toMatchObject({ ok: true })
          }
          return store.appendAll(...given)
        },
      }
      const accounts = await processOn(late, ['ada', 'bob'])
      expect(await accounts.eraseUser('ada', context)).toEqual(lastOne)
      expect(await administratorsIn(store, ['ada', 'bob'])).toEqual(['ada'])
    }))

  it('is made nothing of and counted on by nobody once it is recorded that they leave', async () =>
    withOwn(async store => {
      const others = await processOn(store, ['ada', 'bob'])
      const answers: unknown[] = []
      const late: EventStore = {
        ...store,
        append: async (stream, ...given) => {
          if (stream === erasureStream(userId(1)) && answers.length === 0) {
            answers.push(await others.setRole('ada', 'administrator', context))
            answers.push(await others.setRole('bob', 'editor', context))
          }
          return store.append(stream, ...given)
        },
      }
      const accounts = await processOn(late, ['ada', 'bob'])
      expect(await accounts.eraseUser('ada', context)).toMatchObject({ ok: true })
      expect(answers).toEqual([refusedAs('user-not-found'), lastOne])
      expect(await administratorsIn(store, ['ada', 'bob'])).toEqual(['bob'])
      expect(await store.read(userStream(userId(1)))).toEqual([])
    }))

  it('is who they were when handing on fails', async () =>
    withOwn(async store => {
      const accounts = await processOn(store, ['ada', 'bob'])
      const before = await store.head()
      const entrust = async () => Promise.reject(new Error('no space'))
      const succession = { heir: undefined, reassign: async () => 0, entrust }
      await expect(accounts.eraseUser('ada', context, succession)).rejects.toThrow('no space')
      expect(await administratorsIn(store, ['ada', 'bob'])).toEqual(['ada', 'bob'])
      expect(await store.head()).toBe(before)
      expect(await accounts.eraseUser('ada', context)).toMatchObject({ ok: true })
    }))

  it('is gone for every process, and at a next start for good, when the erasure is cut short behind that', async () =>
    withOwn(async store => {
      const cut: EventStore = { ...store, append: async () => Promise.reject(new Error('cut short')) }
      const accounts = await processOn(cut, ['ada', 'bob'])
      await expect(accounts.eraseUser('ada', context)).rejects.toThrow('cut short')
      const next = await processOn(store, ['ada', 'bob'])
      expect([next.idOf('ada'), accounts.idOf('ada')]).toEqual([null, null])
      expect(await next.setRole('bob', 'editor', context)).toEqual(lastOne)
      await next.finishErasures(context)
      expect(await store.read(userStream(userId(1)))).toEqual([])
      expect(await store.read(erasureStream(userId(1)))).toMatchObject([{ type: 'UserErased' }])
      const again = { login: 'ada', email: 'ada@school.example', role: 'editor', password: null } as const
      expect(await next.createUser(again, context)).toMatchObject({ ok: true })
    }))
})

/** A log on which appends that are made together are made one after the other, in whatever order the scheduler says. */
const scheduled =
  (scheduler: fc.Scheduler, isOneAct: boolean) =>
  (log: EventStore): EventStore => {
    const turn = () => scheduler.schedule(Promise.resolve())
    const append: EventStore['append'] = async (...given) => {
      await turn()
      return log.append(...given)
    }
    return {
      ...log,
      append,
      read: async (...given) => {
        await turn()
        return log.read(...given)
      },
      appendAll: async (before, last) => {
        if (isOneAct) {
          await turn()
          return log.appendAll(before, last)
        }
        for (const { stream, records, expected } of before) await append(stream, records, expected)
        return append(last.stream, last.records, last.expected)
      },
    }
  }

it('whatever the order in which processes come to the log, one administrator stays', async () => {
  const ways = fc.subarray([...LOGINS], { minLength: 2 })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      ways,
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      fc.boolean(),
      async (scheduler, logins, erased, isOneAct) => {
        const store = memoryLog()
        await begin(store, logins)
        const going = allGo(
          store,
          logins.map((login, n) => ({ login, erased: erased[n] === true })),
          scheduled(scheduler, isOneAct),
        )
        const answers = await scheduler.waitFor(going)
        expect(answers.filter(answer => answer?.ok === false)).toEqual([lastOne])
        expect(await administratorsIn(store, logins)).toHaveLength(1)
      },
    ),
    { numRuns: 200, seed: 20_270_508 },
  )
})

type Deed = { readonly login: Login; readonly as: 'administrator' | 'editor' | 'erased' }

it('whatever is asked for at once of whom, erasures and promotions too, one administrator stays', async () => {
  const deed: fc.Arbitrary<Deed> = fc.record({
    login: fc.constantFrom(...LOGINS),
    as: fc.constantFrom('administrator', 'editor', 'erased'),
  })
  const processes = fc.array(fc.array(deed, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.subarray([...LOGINS], { minLength: 1, maxLength: 2 }),
      processes,
      fc.boolean(),
      async (scheduler, editors, deeds, isOneAct) => {
        const store = memoryLog()
        await begin(store, LOGINS)
        const first = await processOn(store, LOGINS)
        for (const login of editors) await first.setRole(login, 'editor', context)
        const work = async (asked: readonly Deed[]) => {
          const accounts = await processOn(scheduled(scheduler, isOneAct)(store), LOGINS)
          for (const { login, as } of asked)
            await (as === 'erased'
              ? accounts.eraseUser(login, context)
              : accounts.setRole(login, as, context))
        }
        await scheduler.waitFor(Promise.all(deeds.map(work)))
        expect(await administratorsIn(store, LOGINS)).not.toEqual([])
      },
    ),
    { numRuns: 300, seed: 20_270_509 },
  )
})
