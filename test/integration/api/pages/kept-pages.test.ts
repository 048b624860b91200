import { expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { viewWorld } from '../../../support/view-world.ts'

const MONTH = '/events/month/2027-05/'

const world = async () => {
  const w = await viewWorld()
  await w.event('Spring fair', '2027-05-08 10:00:00', '2027-05-08 14:00:00')
  const { get } = browser(w)
  // made, and then kept
  for (let n = 0; n < 3; n++) await get(MONTH)
  return { ...w, get }
}

it('00 §8 a kept page of a month shows a write as soon as it is answered, and is kept through those elsewhere', async () => {
  const { get, event } = await world()
  const { headers } = await get(MONTH)
  await event('Summer fair', '2027-08-08 10:00:00', '2027-08-08 14:00:00')
  const after = await get(MONTH)
  // that there are events behind it is new; a second one is not
  await event('Autumn fair', '2027-08-09 10:00:00', '2027-08-09 14:00:00')
  expect((await get(MONTH)).headers.etag).toBe(after.headers.etag)
  expect(after.headers.etag).not.toBe(headers.etag)
  await event('Cake sale', '2027-05-09 10:00:00', '2027-05-09 14:00:00')
  const { text } = await get(MONTH)
  expect(text).toContain('>Cake sale<')
})

it('00 §7 a kept page shows what the site says of itself now', async () => {
  const { get, operate } = await world()
  expect((await operate('set-option', { name: 'description', value: 'A school on a hill' })).status).toBe(200)
  expect((await get(MONTH)).text).toContain('A school on a hill')
})

it('06 §1.3 a kept page has the nonce of guests that counts now, and the day that is today', async () => {
  const { get, clock, view } = await world()
  const march = '/events/month/2027-03/'
  for (let n = 0; n < 3; n++) await get(march)
  const nonceIn = (text: string) => /"tvn1":"(\w{10})"/.exec(text)?.[1]
  const before = nonceIn((await get(march)).text)
  // noon and midnight of UTC; here it is the same day
  clock.ms = Date.UTC(2027, 2, 11, 0)
  const { text } = await get(march)
  expect(nonceIn(text)).not.toBe(before)
  expect(text).toContain((await view(march)).html)
  clock.ms = Date.UTC(2027, 2, 11, 5)
  const current = /id="cal-events-calendar-day-([\d-]*)"\s+role="cell"\s+aria-current="date"/
  expect(current.exec((await get(march)).text)?.[1]).toBe('2027-03-11')
})

it('00 §5 a kept page is nobody’s who is signed in', async () => {
  const w = await world()
  const visitor = browser(w)
  await visitor.signIn()
  const own = await visitor.get(MONTH)
  expect(own.text).toContain('Sign out')
  expect(own.headers['cache-control']).toContain('no-store')
  visitor.cookies.clear()
  for (let n = 0; n < 2; n++) expect((await visitor.get(MONTH)).text).not.toContain('Sign out')
})
