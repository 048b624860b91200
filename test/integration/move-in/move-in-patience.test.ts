import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { oldClient } from '../../../services/move-in/read/client.ts'
import { readList } from '../../../services/move-in/read/list.ts'
import type { Json } from '../../../shared/kernel/json.ts'

const THINGS = 1_050
const MINUTE = 60_000

/**
 * A list of 1,050 things at an address of this machine, whose places the server cannot show where `fails` says so, and a
 * clock that goes on by pauses, and by so much for each question.
 */
const failingList = async (fails: (place: number) => boolean, questionMs: number) => {
  const state = { nowMs: 0, asked: 0 }
  const server = createServer(({ url = '/' }, response) => {
    state.asked++
    state.nowMs += questionMs
    const [page = 1, perPage = 1] = url.slice(1).split('/').map(Number)
    const first = (page - 1) * perPage + 1
    const places = Array.from({ length: perPage }, (_, n) => first + n).filter(place => place <= THINGS)
    if (places.some(fails)) response.writeHead(500).end('{}')
    else response.end(JSON.stringify({ things: places.map(id => ({ id })), total: THINGS }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = oldClient({
    ...{ base, user: null, tell: () => undefined, clockMs: () => state.nowMs },
    pause: async ms => {
      state.nowMs += ms
    },
  })
  const read = () =>
    readList(client, {
      ...{ name: 'events', perPage: 50 },
      address: (page, perPage) => `${base}/${page}/${perPage}`,
      thingsIn: body => (body as { things?: readonly Json[] }).things ?? null,
      totalIn: body => (body as { total?: number }).total ?? null,
    })
  return { state, read }
}

describe('05 §15 A calendar that goes on failing', () => {
  it('every second page of which fails is waited for a quarter of an hour, and then asked once', async () => {
    const isOnEvenPage = (place: number) => Math.ceil(place / 50) % 2 === 0
    const { state, read } = await failingList(isOnEvenPage, 0)
    const { things, unread } = await read()
    expect(things.size).toBe(550)
    expect(unread.map(({ what }) => what)).toEqual(
      Array.from({ length: THINGS }, (_, n) => n + 1).flatMap(place =>
        isOnEvenPage(place) ? [`place ${place}`] : [],
      ),
    )
    expect(unread[0]?.why).toBe('status 500')
    expect(unread.at(-1)?.why).toBe(
      'status 500; asked once, since 15 minutes were lost with questions that nothing came of',
    )
    // ten such pages: four minutes each, were they asked for as the first ones
    expect(state.nowMs).toBeLessThan(20 * MINUTE)
  })

  it('and answers late at that is not asked any more after an hour, and what is left is told', async () => {
    const { state, read } = await failingList(place => place > 50, MINUTE)
    const { things, unread } = await read()
    expect(things.size).toBe(50)
    expect(unread.at(-1)).toEqual({
      list: 'events',
      what: expect.stringMatching(/^everything from place \d+ on$/) as string,
      why: 'not asked for, since 60 minutes were lost with questions that nothing came of',
    })
    expect(state.asked).toBeLessThan(65)
    expect(state.nowMs).toBeLessThan(65 * MINUTE)
  })

  it('and comes back before is asked for everything', async () => {
    const outage = { failures: 6 }
    const { read } = await failingList(() => outage.failures-- > 0, 0)
    const { things, unread } = await read()
    expect([things.size, unread]).toEqual([THINGS, []])
  })
})
