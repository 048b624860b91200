import { expect, it } from 'vitest'
import { personAt } from '../../support/calendar.ts'
import { answered, delivering, type Told } from '../../support/delivering.ts'

const HOUR = 3_600

const titles = (told: readonly Told[]) => told.map(({ data }) => data.values?.title)

it('08 §4: a round that is called off before anything was answered is not recorded, and gives nothing up', async () => {
  const { made, receiver, round, facts, state } = await delivering()
  const id = await made('Bad')
  receiver.answer = () => answered(422)
  await round(0)
  expect((await state()).waiting).toMatchObject([{ stream: `event-${id}`, attempts: 1 }])
  const stop = new AbortController()
  receiver.answer = () => {
    stop.abort()
    return { ok: false, reason: 'timeout' }
  }
  await expect(round(60 * HOUR, stop.signal)).rejects.toThrow()
  expect((await facts()).map(({ type }) => type)).toEqual(['SubscriptionMade', 'FactsDelivered'])
  receiver.answer = () => answered(204)
  await round(60 * HOUR)
  expect(await state()).toMatchObject({ status: 'active', waiting: [] })
})

it('08 §4: nor does it make a receiver that fails one that does not', async () => {
  const { made, receiver, round, state } = await delivering()
  await made('One')
  receiver.answer = () => answered(503)
  await round(0)
  const stop = new AbortController()
  stop.abort()
  await expect(round(HOUR, stop.signal)).rejects.toThrow()
  expect((await state()).failing?.since).toBe(personAt().at)
})

it('08 §4: how long an item fails is counted from the fact that is refused, not from one that was taken', async () => {
  const { made, retitled, receiver, round, state } = await delivering()
  const id = await made('First')
  await retitled(id, 'Second')
  receiver.answer = () => answered(422)
  await round(0)
  receiver.answer = ({ data }) => answered(data.values?.title === 'First' ? 204 : 422)
  await round(50 * HOUR)
  expect(await state()).toMatchObject({
    status: 'active',
    waiting: [{ revision: 1, attempts: 1, since: personAt(50 * HOUR).at }],
  })
})

it('08 §4: a receiver fails no more when what it failed at is told no more, and nobody asks again and again', async () => {
  const { made, receiver, round, state, subscriptions, jobs, told } = await delivering()
  await made('One')
  receiver.answer = () => answered(503)
  await round(0)
  expect(titles(told)).toEqual(['One'])
  await subscriptions.execute({ type: 'Change', subscriptionId: 's1', kinds: ['venue'] }, personAt())
  const asked = jobs.length
  await round(HOUR)
  expect(await state()).toMatchObject({ status: 'active', failing: null })
  expect(jobs.length).toBe(asked)
})
