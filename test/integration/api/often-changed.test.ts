import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepingFolds } from '../../../shared/event-store/folding.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { accountsIn } from '../../support/accounts.ts'
import { apiWorld, type ApiWorld } from '../../support/api-world.ts'
import { personAt } from '../../support/calendar.ts'
import { eventWrites } from '../../support/event-writes.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** More than anybody folds again and again. */
const OFTEN = 40
/** What a change reads of streams that are as long: their ends, and what is new. */
const FEW = 12

let world: ApiWorld
let read = 0
const counting = (log: EventStore): EventStore => ({
  ...log,
  read: async (...asked) => {
    const records = await log.read(...asked)
    read += records.length
    return records
  },
})
beforeEach(async () => {
  world = await apiWorld(log => keepingFolds(counting(log)))
})
afterEach(() => world.close())
const { create, patch } = eventWrites(() => world)

/** Records that are read for one change, after the same was done often. */
const readAfterOften = async (change: (n: number) => Promise<{ readonly status: number }>) => {
  for (let n = 0; n < OFTEN; n++) expect((await change(n)).status).toBe(200)
  read = 0
  expect((await change(OFTEN)).status).toBe(200)
  return read
}

describe('a change of what was changed often reads what is new, not everything', () => {
  it('the title of an event, and back', async () => {
    const { id } = await create()
    expect(await readAfterOften(n => patch(id, { title: n % 2 === 0 ? 'Fair' : 'Feast' }))).toBeLessThan(FEW)
  })

  it('its slug, which others could have claimed in between', async () => {
    const { id } = await create()
    expect(await readAfterOften(n => patch(id, { slug: n % 2 === 0 ? 'fair' : 'feast' }))).toBeLessThan(FEW)
  })

  it('to the trash and back', async () => {
    const { id } = await create({ status: 'publish' })
    const change = async (n: number) =>
      n % 2 === 0 ? world.ask(`DELETE events/${id}`, { as: 'editor' }) : patch(id, { status: 'publish' })
    expect(await readAfterOften(change)).toBeLessThan(FEW)
  })

  it.each(['venue', 'organizer'] as const)('the name of the same %s', async kind => {
    const id = await world[kind]('Aula')
    const change = (n: number) =>
      world.ask(`PATCH ${kind}s/${id}`, { as: 'editor', body: { [kind]: `Aula ${n % 2}` } })
    expect(await readAfterOften(change)).toBeLessThan(FEW)
  })

  it('the name of a category, which others could have claimed in between', async () => {
    const id = await world.term('cal_events_cat', 'Music')
    const change = (n: number) =>
      world.ask(`PATCH categories/${id}`, { as: 'editor', body: { name: `Music ${n % 2}` } })
    expect(await readAfterOften(change)).toBeLessThan(FEW)
  })

  it('the application passwords of a user', async () => {
    const accounts = accountsIn(keepingFolds(counting(memoryLog())), usersInMemory())
    const ada = { login: 'ada', email: 'ada@school.example', role: 'author', password: null } as const
    expect(await accounts.createUser(ada, personAt())).toMatchObject({ ok: true })
    const change = async () => {
      const made = await accounts.createApplicationPassword('ada', { name: 'Phone', appId: '' }, personAt())
      if (!made.ok) throw new Error(made.refusal.code)
      const { ok } = await accounts.revokeApplicationPassword('ada', made.value.uuid, personAt())
      return { status: ok ? 200 : 400 }
    }
    expect(await readAfterOften(change)).toBeLessThan(FEW)
  })

  it('everything is as it is without', async () => {
    const plain = await apiWorld()
    const shown = async (one: ApiWorld) => {
      const writes = eventWrites(() => one)
      const { id } = await writes.create({ status: 'publish' })
      for (let n = 0; n < OFTEN; n++) await writes.patch(id, { title: `Fair ${n}`, cost: `${n % 7}` })
      await one.ask(`DELETE events/${id}`, { as: 'editor' })
      await writes.patch(id, { status: 'draft' })
      return (await one.ask(`GET events/${id}`, { as: 'editor' })).text
    }
    expect(await shown(world)).toBe(await shown(plain))
    await plain.close()
  })
})
