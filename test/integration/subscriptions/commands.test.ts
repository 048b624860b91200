import { expect, it } from 'vitest'
import { receiver } from '../../support/receiver.ts'
import { tellingService, type Shown } from '../../support/subscribed.ts'

it('08 §1: every operation is a command, and answers what the address of the same name does', async () => {
  const service = await tellingService()
  const app = await receiver()
  const done = async (name: string, body: object) => {
    const answer = await service.operate(name, body)
    expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body as Shown
  }
  const made = await done('subscribe', { name: 'App', url: app.url })
  expect(made).toMatchObject({ name: 'App', status: 'active' })
  expect(made.secret).toMatch(/^whsec_/)
  const one = { subscription_id: made.subscription_id }
  expect(await done('subscriptions', {})).toMatchObject({ subscriptions: [{ ...one, name: 'App' }] })
  expect(await done('change-subscription', { ...one, kinds: 'event,venue' })).toMatchObject({
    ...one,
    kinds: ['event', 'venue'],
  })
  expect(await done('pause-subscription', one)).toMatchObject({ ...one, status: 'paused' })
  expect(await done('resume-subscription', one)).toMatchObject({ ...one, status: 'active' })
  expect(await done('ping-subscription', one)).toMatchObject({ taken: true, status: 204 })
  const { secret } = await done('rotate-subscription-secret', one)
  expect(secret).toMatch(/^whsec_/)
  expect(secret).not.toBe(made.secret)
  expect(await done('resend-subscription', { ...one, since: '2027-05-01' })).toMatchObject(one)
  expect(await done('show-subscription', one)).toMatchObject({ ...one, kinds: ['event', 'venue'] })
  expect(await done('unsubscribe', one)).toMatchObject({ ...one, removed: true })
  expect(await service.operate('show-subscription', one)).toMatchObject({ status: 400 })
})
