import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { commandFor } from '../../../services/cli/commands.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'

/** Runs `import-file` until the file was handed over; what was asked before, and what was handed over. */
const handedOver = async (options: Readonly<Record<string, string>>, csv: string, file = 'a.csv') => {
  const asked: string[] = []
  let sent: JsonObject = {}
  const run = commandFor('import-file', [file], options).run({
    transport: {
      send: async (_, path, body) => {
        asked.push(path)
        if (path === '/operator/import-defaults') return { status: 200, body: { csv_date_order: 'DMY' } }
        if (body === undefined) return { status: 200, body: { timezone_string: 'UTC' } }
        sent = body
        return { status: 500, body: {} }
      },
      close: async () => undefined,
    },
    terminal: {
      out: () => undefined,
      err: { write: () => undefined },
      nowUtc: () => utcTime('2027-01-01 00:00:00'),
      clockMs: () => 0,
      pause: async () => undefined,
      fetcher: httpFetcher(),
      readFile: async () => Buffer.from(csv),
    },
    args: [file],
    options,
    json: false,
    environment: {},
  })
  await run.catch(() => undefined)
  return { asked, feed: sent['feed'], origin: sent['origin'] }
}

describe('a file of rows', () => {
  const fair = { items: [{ title: 'Fair', start_date: '2027-04-03 00:00:00' }] }

  it.each([
    ['a.CSV', {}],
    ['a.tsv', {}],
    ['a.txt', { origin: 'csv' }],
    ['a', { separator: 'tab' }],
  ])('is %s with %o', async (name, options) => {
    const { feed, origin } = await handedOver(options, 'Name\tStart Date\nFair\t2027-04-03\n', name)
    expect(feed).toMatchObject(fair)
    expect(origin).toBe('csv')
  })

  it('is none when its origin says so', async () => {
    const { feed, origin } = await handedOver({ origin: 'ics' }, 'Name\nFair\n', 'a.csv')
    expect(feed).toMatchObject({ ok: false, reason: 'not_a_calendar' })
    expect(origin).toBe('ics')
  })
})

describe('05 §9 dates that a CSV file leaves open', () => {
  const file = 'Name,Start Date\nFair,3/4/2027\n'

  it('are read in the order that the site has set', async () => {
    const { asked, feed } = await handedOver({}, file)
    expect(asked).toEqual(['/operator/import-defaults', '/operator/import-file'])
    expect(feed).toMatchObject({ items: [{ start_date: '2027-04-03 00:00:00' }] })
  })

  it('or in the one that the operator names, in any case', async () => {
    const { asked, feed } = await handedOver({ 'date-order': 'mdy' }, file)
    expect(asked).toEqual(['/operator/import-file'])
    expect(feed).toMatchObject({ items: [{ start_date: '2027-03-04 00:00:00' }] })
  })

  it('a separator that the operator names counts', async () => {
    const { feed } = await handedOver({ separator: '|' }, 'Name|a;b;c\nFair;x|1')
    expect(feed).toMatchObject({ items: [{ title: 'Fair;x' }] })
  })

  it('a file of nothing tells its columns', async () => {
    expect((await handedOver({}, 'Day,Note\n1,2')).feed).toEqual({
      ok: false,
      reason: 'missing_title_column',
      columns: ['Day', 'Note'],
    })
  })

  it.each([
    ['date-order', 'DYM', '--date-order: one of MDY, DMY, YMD'],
    ['separator', 'x', '--separator: one of , ; | and tab'],
  ])('--%s %s is refused', async (name, value, message) => {
    const run = commandFor('import-file', ['a.csv'], { [name]: value }).run({
      transport: { send: () => Promise.reject(new Error('asked')), close: async () => undefined },
      terminal: {
        out: () => undefined,
        err: { write: () => undefined },
        nowUtc: () => utcTime(''),
        clockMs: () => 0,
        pause: async () => undefined,
        fetcher: httpFetcher(),
        readFile: async () => new Uint8Array(),
      },
      args: ['a.csv'],
      options: { [name]: value },
      json: false,
      environment: {},
    })
    await expect(run).rejects.toThrow(message)
  })
})
