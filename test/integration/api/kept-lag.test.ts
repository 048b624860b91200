import { keptMemory } from '../../../services/api/platform/answers/kept-memory.ts'
import { cleanHere } from '../../support/clean-here.ts'
import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { usersInMemory } from '../../../services/accounts/users-in-memory.ts'
import { sessionsOn } from '../../../services/accounts/sessions.ts'
import { composedDesk } from '../../../services/wiring/api/sessions.ts'
import { buildApp } from '../../../services/api/app.ts'
import { apiDeps } from '../../../services/wiring/api/api.ts'
import { followersOf } from '../../../services/wiring/read-side/embedded.ts'
import type { Model } from '../../../projections/engine/run-models.ts'
import { eventReads, readModels } from '../../../services/wiring/read-side/read-models.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { importRuns } from '../../../services/imports/run/runs.ts'
import { schedulesOn } from '../../../services/imports/feed/schedule/schedules.ts'
import { copyTrails } from '../../../services/views/copies.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'
import { httpSender, sendingTo } from '../../../shared/http-sender.ts'
import { subscriptionsOn } from '../../../services/subscriptions/subscriptions.ts'
import { memoryDocuments } from '../../../shared/documents/memory/memory.ts'
import { inProcessJobs } from '../../../shared/jobs/in-process/in-process.ts'
import { accountsIn } from '../../support/accounts.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { siteOf } from '../../../services/wiring/read-side/site-texts.ts'
import { loadConfig } from '../../../shared/config.ts'
import { passwordGuard } from '../../../services/accounts/guard.ts'
import { unlockWith } from '../../../services/api/items/unlock.ts'
import { NOT_HELD } from '../../support/not-held.ts'
import { noImages } from '../../support/no-images.ts'
import { moment } from '../../support/moment.ts'
import { site as texts } from '../../support/read-models.ts'

const SECRET = 'abcdefghijklmnopqrstuvwx'

/** A whole public interface, one read model of which can be held up. */
const world = async () => {
  const store = memoryLog()
  const documents = memoryDocuments()
  const directory = usersInMemory()
  const writing = writingOn(store)
  const accounts = accountsIn(store, directory, writing.ids)
  await accounts.createUser(
    { login: 'editor', email: 'e@school.example', role: 'editor', password: null },
    personAt(),
  )
  await accounts.provisionApplicationPassword('editor', { name: 'test', secret: SECRET }, personAt())
  const models = await readModels(documents, store, texts, () => null)

  let held = Promise.resolve()
  let release: () => void = () => undefined
  const hold = () => {
    held = new Promise(done => (release = done))
  }
  const projections = models.projections.map(({ name, make }): Model => ({
    name,
    make: async on => {
      const projection = await make(on)
      if (name !== models.listing.name) return projection
      return {
        ...projection,
        apply: async records => {
          await held
          await projection.apply(records)
        },
      }
    },
  }))
  const needs = { store, documents, known: [directory], projections, graceMs: 0, warn: () => undefined }
  const followers = followersOf(needs)
  followers.start()
  await followers.caughtUp()
  const queue = inProcessJobs({ concurrency: 1, onFailure: () => undefined })
  const { board } = followers
  const guard = passwordGuard()
  const sessions = sessionsOn({ store, directory, random: randomBytes, nowMs: () => moment.ms })
  const deps = apiDeps(
    {
      ...{ guard, unlock: unlockWith(guard) },
      ...{ store, queue, board, names: followers.names, nowMs: () => moment.ms, isStarted: () => true },
      ...{ writing, accounts, directory, runs: importRuns(store), models, images: noImages },
      ...{ schedules: schedulesOn(store), fetcher: httpFetcher() },
      ...{ subscriptions: subscriptionsOn(store), sender: httpSender({ policy: sendingTo([]) }) },
      clean: cleanHere,
      trails: documents.trails,
      viewTrails: copyTrails(documents.trails),
      hold: NOT_HELD.set,
      importLimits: { mostFileItems: 1, mostItems: 1 },
      media: async () => null,
      cleanImage: async () => 'clean',
      pictureChanges: { describe: async () => 'unknown', remove: async () => 'unknown' },
      assets: async () => ({ path: name => `/assets/${name}`, file: () => undefined }),
      usersCurrent: followers.usersCurrent,
      desk: composedDesk({
        ...{ store, directory, accounts, guard, nowMs: () => moment.ms },
        usersCurrent: followers.usersCurrent,
        sessions,
      }),
      sessions,
      rebuild: followers.rebuild,
      reads: eventReads(models, store, board),
      site: siteOf(loadConfig({ SITE_URL: 'https://school.example' }), () => moment.ms),
      kept: keptMemory(1_000_000),
      maxLagMs: 20,
      monotonicMs: () => performance.now(),
      newHash: () => 'hash',
      newCorrelation: () => 'c-1',
      report: error => {
        throw error
      },
      mayEditEvents: () => true,
    },
    () => undefined,
  )
  const app = buildApp(deps.public)
  onTestFinished(async () => {
    release()
    await app.close()
    await followers.stop()
  })
  const write = async (method: 'POST' | 'PATCH', path: string, payload: object) => {
    const authorization = `Basic ${Buffer.from(`editor:${SECRET}`).toString('base64')}`
    const url = `/index.php?rest_route=/cal/events/v1/${path}`
    const answer = await app.inject({ method, url, payload, headers: { authorization } })
    return { lag: answer.headers['x-cal-lag'], ...answer.json<{ id: number; title: string }>() }
  }
  const read = async (path: string) =>
    (await app.inject(`/index.php?rest_route=/cal/events/v1/${path}`)).json<Record<string, unknown>>()
  return { write, read, hold, go: () => release(), caughtUp: followers.caughtUp }
}

it('00 §8: a kept answer never hides a write that was answered, however late the read models are', async () => {
  const { write, read, hold, go, caughtUp } = await world()
  const days = { start_date: '2027-05-08', end_date: '2027-05-08' }
  const { id } = await write('POST', 'events', { title: 'Fair', ...days })
  // it may have lagged where the machine stood still
  await caughtUp()
  const event = `events/${id}`
  for (let n = 0; n < 3; n++) expect(await read(event)).toMatchObject({ title: 'Fair' })

  hold()
  expect(await write('PATCH', event, { title: 'New' })).toMatchObject({ title: 'New', lag: '1' })
  for (let n = 0; n < 3; n++) {
    expect(await read(event)).toMatchObject({ title: 'New' })
    expect(await read('events/by-slug/fair')).toMatchObject({ title: 'New' })
    expect(await read('events')).toMatchObject({ events: [{ title: 'Fair' }] })
  }
  go()
  await caughtUp()
  for (let n = 0; n < 3; n++) expect(await read('events')).toMatchObject({ events: [{ title: 'New' }] })
})
