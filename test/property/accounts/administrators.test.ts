import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { user } from '../../../services/accounts/user.ts'
import { load } from '../../../services/handle.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { userStream } from '../../../shared/facts/user.ts'
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
