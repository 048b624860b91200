import { expect, it, vi } from 'vitest'
import { authorization } from '../../support/service-process.ts'
import { LIMIT, type World } from './world.ts'

const MARKS = /zebraquagga|quagga@stripes|555 0199|lesson \d/i

export const purged = (world: World): void => {
  it('OP-7 [D13] a purge is seen by every process, reaches what imports were given, and lets the feed bring the event anew', async () => {
    const { command, feed, readable } = world.deployment
    const [one, other] = world.apis
    const made = await one.ask('POST', 'events', {
      title: 'Zebraquagga fair',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 12:00:00',
      organizer: { organizer: 'Zebraquagga friends', email: 'quagga@stripes.example', phone: '555 0199' },
    })
    const [organizer] = made.body['organizer'] as readonly { readonly id: number }[]
    const addresses = [`events/${String(made.body['id'])}`, `organizers/${organizer?.id ?? 0}`]
    expect((await command('import-file', await feed('school', 3, '20290501'))).code).toBe(0)
    const imported = async () => {
      const { body } = await other.ask('GET', 'events&start_date=2029-01-01&end_date=2030-01-01')
      return (body['events'] as readonly { readonly id: number }[]).map(({ id }) => id)
    }
    await vi.waitFor(async () => expect(await imported()).toHaveLength(3), LIMIT)
    const ids = await imported()

    expect(await readable()).toMatch(MARKS)
    for (const address of [...addresses, ...ids.map(id => `events/${id}`)]) {
      const gone = await fetch(`${one.url}/index.php?rest_route=/calx/v1/${address}&force=true`, {
        method: 'DELETE',
        headers: { authorization },
      })
      expect(gone.status).toBe(200)
      expect(await gone.json()).toMatchObject({ deleted: true })
      for (const api of [one, other]) expect((await api.ask('GET', address)).status).toBe(404)
    }
    await vi.waitFor(async () => expect(await readable()).not.toMatch(MARKS), LIMIT)
    const history = await command('history', 'event', String(made.body['id']))
    expect(history.output).toContain('ItemPurged')
    expect(history.output).not.toMatch(MARKS)

    expect((await command('import-file', await feed('school', 3, '20290501'))).code).toBe(0)
    await vi.waitFor(async () => expect(await imported()).toHaveLength(3), LIMIT)
    // each worker has a block of ids of its own: these need not be larger
    expect((await imported()).filter(id => ids.includes(id))).toEqual([])
  }, 900_000)
}
