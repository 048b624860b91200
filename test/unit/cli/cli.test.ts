import { utcTime } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { batchesOf } from '../../../services/cli/imports/aggregator.ts'
import { parseCommandLine } from '../../../services/cli/arguments.ts'
import type { Terminal } from '../../../services/cli/command.ts'
import { commandFor } from '../../../services/cli/commands.ts'
import { fixedZone } from '../../../services/cli/imports/import-file.ts'
import { progressLine } from '../../../services/cli/imports/progress-bar.ts'
import { table } from '../../../services/cli/table.ts'
import { urlTransport } from '../../../services/cli/transport.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'

describe('command line', () => {
  it('separates name, arguments, options and flags', () => {
    expect(parseCommandLine(['import', 'a.ics', '--url', 'http://x', '--source=feed=1', '--json'])).toEqual({
      name: 'import',
      args: ['a.ics'],
      options: { url: 'http://x', source: 'feed=1' },
      json: true,
      help: false,
    })
  })

  it('takes everything after -- as arguments', () => {
    expect(parseCommandLine(['import', '--', '--odd.ics']).args).toEqual(['--odd.ics'])
  })

  it('takes no option for a value', () => {
    expect(() => parseCommandLine(['import', 'a.ics', '--url', '--json'])).toThrow('--url needs a value')
    expect(parseCommandLine(['import', '--source=--odd']).options).toEqual({ source: '--odd' })
  })

  it('keeps options with names of built-in members', () => {
    const { options } = parseCommandLine(['projections', '--__proto__', 'x'])
    expect(() => commandFor('projections', [], options)).toThrow('projections has no option --__proto__')
  })

  it('never repeats arguments: some are secrets', () => {
    const said = (call: () => unknown) => {
      try {
        call()
      } catch (error) {
        return String(error)
      }
      return 'nothing'
    }
    expect(said(() => commandFor('create-user', ['a', 'a@b', 'author', 'geheim', 'x'], {}))).toBe(
      'CommandFailed: create-user takes 4 arguments, got 5\nusage: create-user LOGIN EMAIL ROLE PASSWORD [--name …]',
    )
    expect(said(() => urlTransport('http://ada:geheim@school.example', null))).not.toContain('geheim')
    expect(said(() => urlTransport('geheim', null))).not.toContain('geheim')
    expect(said(() => urlTransport('http://school.example', 'geheim'))).not.toContain('geheim')
  })

  it('knows options without a value', () => {
    expect(parseCommandLine(['projections', '--wait', 'rebuild', 'venues'])).toMatchObject({
      args: ['rebuild', 'venues'],
      options: { wait: 'yes' },
    })
    expect(parseCommandLine(['show-import', '--csv', 'feed1'])).toMatchObject({
      args: ['feed1'],
      options: { csv: 'yes' },
    })
  })

  it.each(['json', 'help', 'salvage', 'finish', 'edited', 'with-secrets', 'dry-run'])(
    'refuses a value of --%s, which would count for the opposite of what it says',
    name => {
      expect(() => parseCommandLine(['undo-import', 'feed1', `--${name}=no`])).toThrow(
        `--${name} takes no value: it is given or left away`,
      )
    },
  )

  it('refuses an option that is given twice: one of both would not count', () => {
    expect(() => parseCommandLine(['verify', '--against', 'a', '--against=b'])).toThrow(
      '--against is given twice',
    )
    expect(() => parseCommandLine(['undo-import', 'feed1', '--edited', '--edited'])).toThrow(
      '--edited is given twice',
    )
  })

  it('refuses an option without a value, naming it', () => {
    expect(() => parseCommandLine(['import', 'a.ics', '--url'])).toThrow('--url needs a value')
  })
})

const terminal = (out: (text: string) => unknown): Terminal => ({
  out,
  err: { write: () => undefined },
  nowUtc: () => utcTime('2027-01-01 00:00:00'),
  clockMs: () => 0,
  pause: async () => undefined,
  fetcher: httpFetcher(),
  readFile: async () => new Uint8Array(),
})

describe('show-import --csv', () => {
  it('prints the rows alone, page by page, with the line ends they came with', async () => {
    const said: string[] = []
    const asked: unknown[] = []
    const code = await commandFor('show-import', ['feed1'], { csv: 'yes' }).run({
      transport: {
        send: async (method, path, body) => {
          asked.push([method, path, body])
          const isFirst = asked.length === 1
          return {
            status: 200,
            body: isFirst ? { csv: 'position\r\n1\r\n', next: 2 } : { csv: '2\r\n', next: null },
          }
        },
        close: async () => undefined,
      },
      terminal: terminal(text => said.push(`${text}\n`)),
      args: ['feed1'],
      options: { csv: 'yes' },
      json: false,
      environment: {},
    })
    expect(code).toBe(0)
    expect(asked).toEqual([
      ['POST', '/operator/import-outcomes', { import_id: 'feed1', from: 1 }],
      ['POST', '/operator/import-outcomes', { import_id: 'feed1', from: 2 }],
    ])
    expect(said.join('')).toBe('position\r\n1\r\n2\r\n')
  })

  it.each(['from', 'limit'])('has every row, so --%s is refused before anything is asked', async name => {
    const options = { csv: 'yes', [name]: '1' }
    const run = commandFor('show-import', ['feed1'], options).run({
      transport: { send: () => Promise.reject(new Error('asked')), close: async () => undefined },
      terminal: terminal(() => undefined),
      args: ['feed1'],
      options,
      json: false,
      environment: {},
    })
    await expect(run).rejects.toThrow(`--${name} does not go with --csv, which has a row for every item`)
  })
})

describe('merge', () => {
  it.each([
    [1, {}, '1 event gets New hall (#2) in place of Old hall (#1)'],
    [2, {}, '2 events get New hall (#2) in place of Old hall (#1)'],
    [1, { 'dry-run': 'yes' }, '1 event would get New hall (#2) in place of Old hall (#1)'],
  ])('%i, %j: says how many events', async (events, options, told) => {
    const said: string[] = []
    const args = ['venue', '1', '2']
    const from = { id: 1, name: 'Old hall' }
    const into = { id: 2, name: 'New hall' }
    const code = await commandFor('merge', args, options).run({
      transport: {
        send: async () => ({ status: 200, body: { events, from, into, differ: [], done: true } }),
        close: async () => undefined,
      },
      terminal: terminal(text => said.push(text)),
      args,
      options,
      json: false,
      environment: {},
    })
    expect(code).toBe(0)
    expect(said.join('\n').split('\n')).toContain(told)
  })
})

describe('show-import --outcome', () => {
  it('prints a line for each item, page by page, to the last', async () => {
    const said: string[] = []
    const asked: unknown[] = []
    const item = (position: number) => ({
      ...{ position, line: position + 1, title: `Fair ${position}`, outcome: 'failed' },
      ...{ reason: 'missing_title', warnings: [], id: null },
    })
    const pages = [Array.from({ length: 200 }, (_, n) => item(2 * n + 1)), [item(401)]]
    const code = await commandFor('show-import', ['feed1'], { outcome: 'failed' }).run({
      transport: {
        send: async (_method, _path, body) => {
          asked.push(body)
          return { status: 200, body: { items: pages[asked.length - 1] ?? [] } }
        },
        close: async () => undefined,
      },
      terminal: terminal(text => said.push(text)),
      args: ['feed1'],
      options: { outcome: 'failed' },
      json: false,
      environment: {},
    })
    expect([code, said.length]).toEqual([0, 201])
    expect(asked).toEqual([
      { import_id: 'feed1', outcome: 'failed', limit: 200, from: 1 },
      { import_id: 'feed1', outcome: 'failed', limit: 200, from: 400 },
    ])
    expect(said.at(-1)).toBe(
      'line 402, "Fair 401": It has no title: give it one in its file and import that again.',
    )
  })
})

describe('history', () => {
  it.each([
    [{ id: 2, login: 'editor' }, 'editor'],
    // erased
    [{ id: 17, login: null }, 'user 17'],
    [null, 'nobody'],
  ])('says who did it: %o', async (actor, who) => {
    const said: string[] = []
    const entry = {
      at: '2027-01-01T00:00:00.000Z',
      fact: 'ScheduleSet',
      actor,
      source: 'operator',
      changes: {},
    }
    await commandFor('history', ['schedule', 's1'], {}).run({
      transport: {
        send: async () => ({ status: 200, body: { entries: [entry] } }),
        close: async () => undefined,
      },
      terminal: terminal(text => said.push(text)),
      args: ['schedule', 's1'],
      options: {},
      json: false,
      environment: {},
    })
    expect(said).toEqual([`2027-01-01T00:00:00.000Z  ScheduleSet  by ${who}  (operator)`])
  })
})

describe('the zone of a site without a zone name (00 §7)', () => {
  it.each([
    [0, 'UTC'],
    [5.5, 'UTC+5:30'],
    [-3, 'UTC-3'],
    [NaN, 'UTC'],
  ])('%d hours east is %s', (hours, zone) => {
    expect(fixedZone(hours)).toBe(zone)
  })
})

describe('progress line', () => {
  it('shows bar, share, count, rate and remaining time', () => {
    expect(progressLine({ done: 50, total: 200, elapsedMs: 1_000 }, 8)).toBe(
      '██░░░░░░  25%  50/200 items  50/s  3 s left',
    )
  })

  it('is complete for an empty feed', () => {
    expect(progressLine({ done: 0, total: 0, elapsedMs: 5 }, 4)).toBe('████ 100%  0/0 items  0/s  done')
  })
})

describe('table', () => {
  it('aligns columns, numbers to the right', () => {
    expect(
      table([
        ['outcome', 'items'],
        ['created', 12],
        ['ünchanged', 3],
      ]),
    ).toBe('outcome    items\ncreated       12\nünchanged      3')
  })
})

describe('batches of the aggregator', () => {
  it('hold at most 50 items', () => {
    const items = Array.from({ length: 101 }, (_, i) => ({ uid: `u${i}`, title: 'T' }))
    expect(batchesOf(items).map(b => b.length)).toEqual([50, 50, 1])
  })

  it('keep items of one identity together, at the place of the first', () => {
    const items = Array.from({ length: 60 }, (_, i) => ({ uid: `u${i}`, title: String(i) }))
    const [first] = batchesOf([...items, { uid: 'u0', title: 'again' }])
    expect(first?.slice(0, 3).map(i => i.title)).toEqual(['0', 'again', '1'])
  })

  it('never treat items without uid as the same', () => {
    expect(batchesOf([{ title: 'A' }, { title: 'A' }])).toEqual([[{ title: 'A' }, { title: 'A' }]])
  })

  it('send one empty batch for an empty feed', () => {
    expect(batchesOf([])).toEqual([[]])
  })

  it('stay below 4 MiB', () => {
    const items = Array.from({ length: 10 }, (_, i) => ({ uid: `u${i}`, description: 'x'.repeat(1_000_000) }))
    expect(batchesOf(items).map(b => b.length)).toEqual([4, 4, 2])
  })
})
