import { expect, it, onTestFinished } from 'vitest'
import { logWithTimeouts } from '../../../services/wiring/log-timeouts.ts'
import { countedLog } from '../../support/counted-log.ts'
import { deployment } from '../../support/deployment.ts'

const fair = {
  title: 'Fair',
  start_date: '2027-05-08 10:00:00',
  end_date: '2027-05-08 14:00:00',
  status: 'publish',
}
const admin = { as: 'admin' }

/** A process that answers requests, and what it asks of the log for one of them. */
const countedProcess = async () => {
  const { close, started, log } = deployment()
  onTestFinished(close)
  await started('projections')
  const counted = countedLog(log)
  const one = await started('api', { log: logWithTimeouts(counted.store) })
  const made = async (path: string, body: object): Promise<number> =>
    ((await one.ask(`POST ${path}`, { ...admin, body })).body as { readonly id: number }).id
  const event = await made('events', fair)
  const venue = await made('venues', { venue: 'Hall', status: 'publish' })
  const callsOf = async (...requests: readonly Promise<{ readonly status: number }>[]) => {
    const answers = await Promise.all(requests)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    return [...counted.taken()].toSorted()
  }
  // the use of the application password is noted by now
  await one.ask(`GET events/${event}`, admin)
  counted.taken()
  return { ...one, event, venue, callsOf }
}

it('00 §8 showing an item asks for the head of the log once, whoever asks', async () => {
  const { ask, event, venue, callsOf } = await countedProcess()
  for (const path of [
    `events/${event}`,
    `venues/${venue}`,
    `/calx/v1/events/${event}`,
    `/calx/v1/venues/${venue}`,
  ]) {
    expect(await callsOf(ask(`GET ${path}`, admin))).toEqual(['head'])
    expect(await callsOf(ask(`GET ${path}`))).toEqual(['head'])
  }
  expect(await callsOf(ask('GET events/by-slug/fair', admin))).toEqual(['head'])
})

it('00 §8 the head of the log is asked for once for all who ask before it is', async () => {
  const { ask, event, callsOf } = await countedProcess()
  const asked = Array.from({ length: 20 }, () => ask(`GET events/${event}`, admin))
  expect((await callsOf(...asked)).length).toBeLessThanOrEqual(3)
})

it('00 §8 a change of a title asks for the event and its purge, and appends', async () => {
  const { ask, event, callsOf } = await countedProcess()
  expect(await callsOf(ask(`POST events/${event}`, { ...admin, body: { title: 'Market' } }))).toEqual([
    `append event-${event}`,
    `read event-${event}`,
    `read purged-event-${event}`,
  ])
  expect(
    await callsOf(ask(`POST /calx/v1/events/${event}&_method=PUT`, { ...admin, body: { title: 'Bazaar' } })),
  ).toEqual([`append event-${event}`, `read event-${event}`, `read purged-event-${event}`])
})

it('00 §8 history: a purge asks the log eight times', async () => {
  const { ask, event, callsOf } = await countedProcess()
  expect(await callsOf(ask(`DELETE /calx/v1/events/${event}&force=true`, admin))).toEqual([
    `append purged-event-${event}`,
    `append purged-event-${event}`,
    'append slug-event/fair',
    `delete event-${event}`,
    'delete slug-event/fair',
    `read event-${event}`,
    `read event-${event}`,
    'read slug-event/fair',
  ])
})
