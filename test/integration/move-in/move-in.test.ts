import { describe, expect, it } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'
import { addOddities, fillCalendar } from '../../support/filled-calendar.ts'
import { AS_ADMIN, moveIn, oldCalendar, transportTo } from '../../support/move-in-world.ts'

const SLOW = 240_000

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>
const countsIn = (out: string) => (JSON.parse(out) as { readonly counts: Counts }).counts

describe('05 §15 Moving in', () => {
  it(
    'moves a calendar that speaks the names of the plugin, finds no difference, and records nothing again',
    async () => {
      const old = await oldCalendar()
      await fillCalendar(old.service, 461)
      const { protectedId } = await addOddities(old.service)
      const here = await embeddedService()
      const transport = transportTo(here)
      const words = [old.base, ...AS_ADMIN, '--json']

      const dry = await moveIn(transport, [...words, '--dry-run'])
      expect(countsIn(dry.out)['event']).toEqual({ created: 464 })
      expect((await here.ask('GET /cal/events/v1/events&status=any')).body).toMatchObject({ total: 0 })

      const first = await moveIn(transport, words)
      expect(first.code).toBe(0)
      expect(countsIn(first.out)).toEqual({
        ...{ category: { created: 12 }, tag: { created: 8 }, image: { created: 3 }, venue: { created: 10 } },
        ...{ organizer: { created: 6 }, event: { created: 464 }, user: { created: 1, matched: 1 } },
      })
      const verified = await moveIn(transport, [old.base, ...AS_ADMIN, '--verify'])
      expect(verified).toMatchObject({ code: 0, out: '500 things compared, none of them different' })

      const again = await moveIn(transport, words)
      expect(countsIn(again.out)).toEqual({
        ...{ category: { unchanged: 12 }, tag: { unchanged: 8 }, image: { unchanged: 3 } },
        ...{
          venue: { unchanged: 10 },
          organizer: { unchanged: 6 },
          event: { unchanged: 464 },
          user: { matched: 2 },
        },
      })
      const opened = await here.ask(`GET /cal/events/v1/events/${protectedId}&password=open sesame`)
      expect(opened.body).toMatchObject({ id: protectedId, description: '<p>Inside</p>' })
      const history = await here.operate('history', { type: 'event', id: String(protectedId) })
      expect(history.body).toMatchObject({
        entries: [{ source: 'move-in', fact: 'EventCreated', actor: null }],
      })
    },
    SLOW,
  )

  it(
    'takes over what changed there, leaves and lists what somebody changed here',
    async () => {
      const old = await oldCalendar({})
      await fillCalendar(old.service, 6)
      const here = await embeddedService()
      const transport = transportTo(here)
      const words = [old.base, ...AS_ADMIN, '--json']
      await moveIn(transport, words)
      const ids = (
        (await here.ask('GET /calx/v1/events&status=any&per_page=100')).body as { id: number }[]
      ).map(({ id }) => id)
      const [a = 0, b = 0, c = 0] = ids.sort((one, other) => one - other)
      await old.service.ask(`POST /cal/events/v1/events/${a}`, { body: { title: 'New there', cost: '99' } })
      await here.ask(`POST /cal/events/v1/events/${a}`, { body: { title: 'New here' } })
      await old.service.ask(`POST /cal/events/v1/events/${b}`, {
        body: { start_date: '2028-01-01 10:00:00', end_date: '2028-01-01 11:00:00' },
      })
      await here.ask(`DELETE /cal/events/v1/events/${c}`)

      const moved = await moveIn(transport, words)
      expect(countsIn(moved.out)['event']).toEqual({ updated: 2, stays: 1, unchanged: 3 })
      expect((JSON.parse(moved.out) as { remarks: object[] }).remarks).toEqual([
        expect.objectContaining({
          kind: 'event',
          id: a,
          text: 'was changed here since, and stays so (title)',
        }),
        expect.objectContaining({
          kind: 'event',
          id: c,
          text: 'was put into the trash here, and stays there',
        }),
      ])
      expect((await here.ask(`GET /cal/events/v1/events/${a}`)).body).toMatchObject({
        title: 'New here',
        cost: '$99',
      })
      expect((await here.ask(`GET /cal/events/v1/events/${b}`)).body).toMatchObject({
        start_date: '2028-01-01 10:00:00',
      })
      const verified = await moveIn(transport, [old.base, ...AS_ADMIN, '--verify'])
      expect(verified.code).toBe(1)
      expect(verified.out).toContain('  title: New there → New here')
      expect(verified.out).toMatch(/ 2 of them different$/)
    },
    SLOW,
  )
})
