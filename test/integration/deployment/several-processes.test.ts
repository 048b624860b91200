import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import {
  DocumentsUnavailable,
  type Collection,
  type CollectionSpec,
  type Doc,
  type Documents,
} from '../../../shared/documents/port.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { collections } from '../../support/collections.ts'
import { deployment } from '../../support/deployment.ts'
import { eventually } from '../../support/eventually.ts'

const world = () => {
  const { close, ...rest } = deployment()
  onTestFinished(close)
  return rest
}

const venue = (name: string) => ({ as: 'admin', body: { venue: name, status: 'publish' } })
const namesOf = ({ body }: { readonly body: unknown }): readonly string[] =>
  (body as { readonly venues?: readonly { readonly venue: string }[] }).venues?.map(one => one.venue) ?? []
const idOf = ({ body }: { readonly body: unknown }): number => (body as { readonly id: number }).id

it('00 §8 what one process has answered, every other one shows: items, lists, and lists it had kept', async () => {
  const { started } = world()
  const feeder = await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  for (let n = 1; n <= 15; n++) {
    const [writer, reader] = n % 2 === 0 ? [one, other] : [other, one]
    const created = await writer.ask('POST venues', venue(`Hall ${n}`))
    expect(created.status).toBe(201)
    expect(created.headers).not.toHaveProperty('x-cal-lag')
    // asked twice before, so that the reader has kept an answer
    const lists = [await reader.ask('GET venues&per_page=50'), await reader.ask('GET venues&per_page=50')]
    for (const list of lists) expect(namesOf(list)).toHaveLength(n)
    expect((await reader.ask(`GET venues/${idOf(created)}`)).status).toBe(200)
  }
  expect(await one.readiness()).toMatchObject({ status: 200 })
  expect(await feeder.readiness()).toMatchObject({ status: 200 })
})

it('an application password that is revoked, and a role that is taken away, count in every process at once', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  for (let n = 1; n <= 5; n++) {
    await one.operate('create-user', {
      login: `u${n}`,
      email: `u${n}@school.example`,
      role: 'editor',
      password: 'x',
    })
    const made = (await one.operate('create-application-password', { login: `u${n}`, name: 'app' })) as {
      readonly uuid: string
      readonly password: string
    }
    const as = { as: `u${n}`, secret: made.password, body: { venue: `V${n}`, status: 'publish' } }
    expect((await other.ask('POST venues', as)).status).toBe(201)
    await one.operate('set-role', { login: `u${n}`, role: 'subscriber' })
    expect((await other.ask('POST venues', as)).status).toBe(403)
    await one.operate('revoke-application-password', { login: `u${n}`, uuid: made.uuid })
    expect((await other.ask('POST venues', as)).status).toBe(401)
  }
})

/** Documents whose collections of this kind take their time to be written. */
const slowly = (documents: Documents, kind: string): Documents => ({
  ...documents,
  collection: async <D extends Doc>(spec: CollectionSpec): Promise<Collection<D>> => {
    const inner = await documents.collection<D>(spec)
    if (!spec.name.startsWith(kind)) return inner
    return {
      ...inner,
      bulkWrite: async operations => {
        await sleep(50)
        await inner.bulkWrite(operations)
      },
    }
  },
})

it('05 §4 the state that a callback has set is what every other process shows of the import from then on', async () => {
  const { started, documents } = world()
  await started('projections', { documents: slowly(documents, 'import') })
  const [one, other] = await Promise.all([started('api'), started('api')])
  for (let n = 1; n <= 3; n++) {
    const opened = await one.operate('register-import', { origin: 'ics', source: `feed ${n}` })
    const { import_id: id, batch_hash } = opened as {
      readonly import_id: string
      readonly batch_hash: string
    }
    const gone = { status: 'failed', percentage_complete: 10, message: 'gone', message_slug: 'x' }
    const answer = await one.ask(`POST /cal/event-aggregator/v1/import/${id}/state`, {
      body: { batch_hash, ...gone },
    })
    expect(answer.body).toEqual({ status: 'success' })
    expect(await other.operate('show-import', { import_id: id })).toMatchObject({ status: 'failed' })
  }
})

it('several first starts at once make one administrator, whom all of them know', async () => {
  const { started, log } = world()
  await started('projections')
  const apis = await Promise.all([started('api'), started('api'), started('api')])
  const created = []
  for await (const { records, live } of log.follow(null, ['user-'], new AbortController().signal)) {
    created.push(...records.filter(({ type }) => type === 'UserCreated'))
    if (live) break
  }
  expect(created).toHaveLength(1)
  for (const [n, api] of apis.entries())
    expect((await api.ask('POST venues', venue(`V${n}`))).status).toBe(201)
})

it('ids are never given twice, whoever gives them', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : other).ask('POST venues', venue(`V${n}`))),
  )
  expect(new Set(made.map(idOf)).size).toBe(40)
})

it('the order of the starts does not matter', async () => {
  const { process, started } = world()
  const api = await process('api')
  const starting = api.start()
  await eventually(async () => expect((await api.ask('GET venues')).status).toBe(503))
  expect((await api.readiness()).status).toBe(503)
  await started('projections')
  await starting
  expect((await api.ask('GET venues')).status).toBe(200)
})

/** The documents as one process sees them, and a way to cut it off. */
const breakable = (documents: Documents) => {
  const cut = { now: false }
  const checked =
    <Given extends readonly unknown[], Found>(call: (...given: Given) => Promise<Found>) =>
    async (...given: Given): Promise<Found> => {
      if (cut.now) throw new DocumentsUnavailable('cut off')
      return call(...given)
    }
  const seen: Documents = {
    ...documents,
    collection: async <D extends Doc>(spec: CollectionSpec) => {
      const inner = await documents.collection<D>(spec)
      return {
        get: checked(inner.get),
        getMany: checked(inner.getMany),
        find: checked(inner.find),
        count: checked(inner.count),
        page: checked(inner.page),
        tally: checked(inner.tally),
        bulkWrite: checked(inner.bulkWrite),
        clear: checked(inner.clear),
      }
    },
  }
  return { cut, seen }
}

it('a process that feeds the read models and is gone is replaced by another', async () => {
  const { started, documents } = world()
  const { cut, seen } = breakable(documents)
  await started('projections', { documents: seen })
  const api = await started('api')
  expect((await api.ask('POST venues', venue('Hall'))).status).toBe(201)
  await started('projections')
  cut.now = true
  const late = await api.ask('POST venues', venue('Gym'))
  expect(late.status).toBe(201)
  await eventually(async () => expect(namesOf(await api.ask('GET venues'))).toContain('Gym'))
  await eventually(async () => expect((await api.readiness()).status).toBe(200))
})

it('without the documents lists are an outage, single items come from the log, and all is well when they are back', async () => {
  const { started, documents } = world()
  await started('projections')
  const { cut, seen } = breakable(documents)
  let aheadMs = 0
  const api = await started('api', { documents: seen, monotonicMs: () => performance.now() + aheadMs })
  const id = idOf(await api.ask('POST venues', venue('Hall')))
  await api.ask('GET venues')
  await api.ask('GET venues')
  cut.now = true
  // no look of before counts any more
  aheadMs = 10
  expect((await api.ask('GET venues')).status).toBe(503)
  expect((await api.ask(`GET venues/${id}`)).status).toBe(200)
  expect((await api.ask('GET venues/by-slug/hall')).status).toBe(200)
  expect((await api.readiness()).reasons).toContain('the read models cannot be asked')
  cut.now = false
  expect(namesOf(await api.ask('GET venues'))).toEqual(['Hall'])
  expect((await api.readiness()).status).toBe(200)
})

it('documents that were emptied are filled from the log; no list is short meanwhile', async () => {
  const { started, documents } = world()
  await Promise.all([started('projections'), started('projections')])
  let aheadMs = 0
  const api = await started('api', { monotonicMs: () => performance.now() + aheadMs })
  for (let n = 1; n <= 5; n++) await api.ask('POST venues', venue(`Hall ${n}`))
  await api.ask('GET venues')
  const { venues, venueLinks, terms, events } = collections
  for (const name of [venues, venueLinks, terms, events, 'board'])
    await (await documents.collection({ name, indexes: [] })).clear()
  // no look of before counts any more
  aheadMs = 10
  const seen = new Set<number>()
  await eventually(async () => {
    const list = await api.ask('GET venues')
    if (list.status !== 503) seen.add(namesOf(list).length)
    expect(seen.size).toBeGreaterThan(0)
  })
  expect([...seen]).toEqual([5])
})

it('without the log reads go on and writes are an outage', async () => {
  const { started, log } = world()
  const cut = { now: false }
  const checked =
    <Given extends readonly unknown[], Found>(call: (...given: Given) => Promise<Found>) =>
    async (...given: Given): Promise<Found> => {
      if (cut.now) throw new StoreUnavailable('cut off')
      return call(...given)
    }
  await started('projections')
  const api = await started('api', {
    log: {
      ...log,
      head: checked(log.head),
      read: checked(log.read),
      append: checked(log.append),
      appendAll: checked(log.appendAll),
    },
  })
  const id = idOf(await api.ask('POST venues', venue('Hall')))
  cut.now = true
  expect(namesOf(await api.ask('GET venues'))).toEqual(['Hall'])
  expect((await api.ask(`GET venues/${id}`, { as: 'admin' })).status).toBe(200)
  expect((await api.ask('POST venues', venue('Gym'))).status).toBe(503)
  expect((await api.readiness()).status).toBe(503)
  cut.now = false
  expect((await api.ask('POST venues', venue('Gym'))).status).toBe(201)
  expect((await api.readiness()).status).toBe(200)
})
