import { describe, expect, it } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'
import { fillCalendar } from '../../support/filled-calendar.ts'
import { AS_ADMIN, moveIn, oldCalendar, transportTo, type Instead } from '../../support/move-in-world.ts'

const SLOW = 240_000
const NO_DIFFERENCE = / things compared, none of them different$/

type Body = { events?: Record<string, unknown>[] }

describe('05 §15 Moving in from a calendar that fails', () => {
  it(
    'asks again what passes: too many requests, errors, cut answers, what is no JSON',
    async () => {
      const old = await oldCalendar()
      await fillCalendar(old.service, 20)
      const failures = new Map<string, number>()
      old.failing((path, answered): Instead | null => {
        if (!path.startsWith('/wp-json/t')) return null
        const times = failures.get(path) ?? 0
        failures.set(path, times + 1)
        const faults: readonly Instead[] = [
          { status: 429, headers: { 'retry-after': '7' }, body: '{"code":"slow","message":"Later."}' },
          { status: 500, body: '<html>Fatal error</html>' },
          { body: answered.slice(0, 40), cut: true },
          { body: '<p>Notice: undefined index</p>' },
        ]
        return faults[times] ?? null
      })
      const here = await embeddedService()
      const transport = transportTo(here)
      const moved = await moveIn(transport, [old.base, ...AS_ADMIN])
      expect(moved.told).toContain('status 429: Later.; asked again in 7 s')
      expect(moved.code).toBe(0)
      old.failing(() => null)
      expect((await moveIn(transport, [old.base, ...AS_ADMIN, '--verify'])).out).toMatch(NO_DIFFERENCE)
    },
    SLOW,
  )

  it(
    'leaves out members of wrong types and tells them, and moves the rest',
    async () => {
      const old = await oldCalendar()
      await fillCalendar(old.service, 4)
      let id = 0
      old.failing((path, answered) => {
        if (!path.startsWith('/wp-json/tribe/events/v1/events?') || path.includes('status=trash')) return null
        const body = JSON.parse(answered) as Body
        const [first, second] = body.events ?? []
        id = Number(first?.['id'])
        Object.assign(first ?? {}, { cost: { a: 1 }, venue: 'Hall', featured: 'perhaps', slug: 7, image: 5 })
        Object.assign(second ?? {}, { start_date: 'someday' })
        return { body: JSON.stringify(body) }
      })
      const here = await embeddedService()
      const moved = await moveIn(transportTo(here), [old.base, ...AS_ADMIN])
      for (const member of ['cost', 'featured', 'slug', 'venue', 'image'])
        expect(moved.out).toMatch(new RegExp(`event ${id} ".*" ${member} is of a type that it cannot have`))
      expect(moved.out).toContain('has dates that cannot be read')
      expect(moved.code).toBe(1)
      expect((await here.ask(`GET /cal/events/v1/events/${id}`)).status).toBe(200)
      expect((await here.ask('GET /calx/v1/events&status=any')).body).toHaveLength(3)
    },
    SLOW,
  )

  it(
    'gives categories that are below themselves another place, and their names one line',
    async () => {
      const old = await oldCalendar()
      await fillCalendar(old.service, 1)
      const categories = [
        { id: 901, name: 'Ring', slug: 'ring', parent: 902 },
        { id: 902, name: 'Song\u001b[31m\r\nin red', slug: 'song', parent: 901 },
        { id: 903, name: 'Choir', slug: 'choir', parent: 902 },
        { id: 904, name: 'Lost', slug: 'lost', parent: 77 },
      ]
      old.failing(path =>
        path.startsWith('/wp-json/tribe/events/v1/categories?')
          ? { body: JSON.stringify({ categories, total: 4 }) }
          : null,
      )
      const here = await embeddedService()
      const parents = async () => {
        const { body } = await here.ask('GET /cal/events/v1/categories&hide_empty=false')
        const { categories: shown } = body as {
          categories: readonly { readonly id: number; readonly name: string; readonly parent: number }[]
        }
        return shown.flatMap(({ id, name, parent }) => (id > 900 ? [[id, name, parent]] : [])).sort()
      }
      const expected = [
        [901, 'Ring', 0],
        [902, 'Song[31m  in red', 901],
        [903, 'Choir', 902],
        [904, 'Lost', 0],
      ]
      const moved = await moveIn(transportTo(here), [old.base, ...AS_ADMIN])
      expect(moved.out).toContain('category 901 "Ring" is below itself over there')
      expect(moved.out).toContain('category 904 "Lost" names the category 77, which is not here')
      expect(await parents()).toEqual(expected)
      const again = await moveIn(transportTo(here), [old.base, ...AS_ADMIN])
      expect(again.out).toMatch(/category +0 +0 +4 /)
      expect(await parents()).toEqual(expected)
    },
    SLOW,
  )

  it(
    'goes on where it was stopped, whatever it was doing',
    async () => {
      const old = await oldCalendar({})
      await fillCalendar(old.service, 12)
      const here = await embeddedService()
      for (const stop of [1, 2, 4, 6, 8, 10]) {
        let messages = 0
        const stopped = transportTo(here, () => {
          if (++messages > stop) throw new Error('killed')
        })
        await expect(moveIn(stopped, [old.base, ...AS_ADMIN])).rejects.toThrow('killed')
      }
      const transport = transportTo(here)
      expect((await moveIn(transport, [old.base, ...AS_ADMIN])).code).toBe(0)
      expect((await moveIn(transport, [old.base, ...AS_ADMIN, '--verify'])).out).toMatch(NO_DIFFERENCE)
      expect((await here.ask('GET /calx/v1/events&status=any')).headers['x-core-total']).toBe('12')
    },
    SLOW,
  )

  it(
    'says what is wrong with an address, a user or a name, and changes nothing',
    async () => {
      const old = await oldCalendar({})
      const here = await embeddedService()
      const transport = transportTo(here)
      const failing = (...words: readonly string[]) => moveIn(transport, words)
      await expect(failing('old.example')).rejects.toThrow('such as https://old.example')
      await expect(failing('https://a:b@old.example')).rejects.toThrow('given with --user')
      await expect(failing(old.base, '--user', 'admin')).rejects.toThrow('the colon is missing')
      await expect(failing(old.base, '--user', 'admin:wrong')).rejects.toThrow(
        'The application password is not correct.',
      )
      await expect(failing(old.base, '--ids', 'some')).rejects.toThrow('keep or new')
      await expect(failing(old.base, '--dry-run', '--verify')).rejects.toThrow('without --dry-run')
      await expect(failing(`${old.base}/wp-json`)).rejects.toThrow('no calendar that can be read')
      await fillCalendar(old.service, 1)
      await expect(moveIn(transportTo(old.service), [old.base, ...AS_ADMIN])).rejects.toThrow(
        'the site itself',
      )
    },
    SLOW,
  )
})
