import { jsonEvent } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf, freshName } from '../support/eventstoredb-client.ts'
import { DIALECTS, type Dialect } from '../support/eventstoredb-double/dialect.ts'
import { borrowedDouble, lentDouble, type LentDouble } from '../support/eventstoredb-double/lent.ts'
import { hearing, type Heard, type RawPlace, type RawWanted } from '../support/raw-subscription.ts'
import { eventually } from '../support/eventually.ts'

// What releases send differently: always against doubles of our own. README.md of the double tells what was measured.

/** Writes an event per word, `r…` to a stream that is wanted and others to one that is not. */
const written = async (port: number, words: string) => {
  const client = clientOf(`esdb://127.0.0.1:${port}?tls=false`)
  const name = freshName('dialect')
  const places = new Map<string, RawPlace>()
  const write = async (word: string): Promise<RawPlace> => {
    const stream = `${name}-${word.startsWith('r') ? 'r' : 'n'}`
    const { position } = await client.appendToStream(stream, [jsonEvent({ type: 'Word', data: { word } })])
    if (position === undefined) throw new Error('no position')
    places.set(word, position)
    return position
  }
  for (const word of words.split(' ')) await write(word)
  const placeOf = (word: string): RawPlace => {
    const place = places.get(word)
    if (place === undefined) throw new Error(`${word} was not written`)
    return place
  }
  /** `r1`: at that event; `r1/0`: with 0 as prepare position; END: where the next event was written afterwards. */
  const nameOf = ({ commit, prepare }: RawPlace): string => {
    const [word] = [...places].find(([, place]) => place.commit === commit) ?? [String(commit)]
    return prepare === commit ? word : `${word}/${prepare}`
  }
  return { prefix: `${name}-r`, write, placeOf, nameOf }
}

const textOf = ({ kind, at }: Heard, nameOf: (place: RawPlace) => string): string => {
  if (at === null) return kind
  return kind === 'event' ? nameOf(at) : `(${nameOf(at)})`
}

const doubles = new Map<Dialect, LentDouble>()
beforeAll(async () => {
  for (const dialect of DIALECTS) doubles.set(dialect, await lentDouble({ dialect }))
})
afterAll(() => Promise.all([...doubles.values()].map(double => double.stop())))

const doubleOf = (dialect: Dialect): LentDouble => {
  const double = doubles.get(dialect)
  if (double === undefined) throw new Error(`no double of ${dialect}`)
  return double
}

const caughtUpTimes = (said: readonly Heard[]) => said.filter(({ kind }) => kind === 'caught up').length
const untilCaughtUp = (said: readonly Heard[], times = 1) =>
  eventually(() => {
    expect(caughtUpTimes(said)).toBe(times)
  })

/** Words, window, interval; then what each release sends until it is caught up. Checkpoints stand in brackets. */
const sequences: readonly (readonly [string, number, number, Readonly<Record<Dialect, string>>])[] = [
  [
    'r1 n2 n3 r4 n5',
    1,
    1,
    {
      '23.10': 'r1 (r1) (n2/0) (n3/0) r4 (r4) (n5/0)',
      '24.6': '(z0) r1 (r1) (n2/0) (n3/0) r4 (r4) (n5/0)',
      '24.10': '(z0) r1 (r1) (n2/0) (n3/0) r4 (r4) (n5/0)',
      '25.0': '(z0) r1 (r1) (n2/0) (n3/0) r4 (r4) (n5/0) (END/0)',
    },
  ],
  [
    'n1 n2 n3 n4',
    1,
    1,
    {
      '23.10': '(n1/0) (n2/0) (n3/0) (n4/0)',
      '24.6': '(z0) (n1/0) (n2/0) (n3/0) (n4/0)',
      '24.10': '(z0) (n1/0) (n2/0) (n3/0) (n4/0)',
      '25.0': '(z0) (n1/0) (n2/0) (n3/0) (n4/0) (END/0)',
    },
  ],
  [
    'r1 n2 n3 r4 n5',
    1,
    2,
    {
      '23.10': 'r1 (n2/0) r4 (r4)',
      '24.6': 'r1 (r1) (n3/0) r4 (n5/0)',
      '24.10': 'r1 (r1) (n3/0) r4 (n5/0)',
      '25.0': 'r1 (r1) (n3/0) r4 (n5/0) (END/0)',
    },
  ],
  [
    'n1 n2 n3 n4 n5 n6',
    1,
    2,
    {
      '23.10': '(n2/0) (n4/0) (n6/0)',
      '24.6': '(n1/0) (n3/0) (n5/0)',
      '24.10': '(n1/0) (n3/0) (n5/0)',
      '25.0': '(n1/0) (n3/0) (n5/0) (END/0)',
    },
  ],
  [
    'n1 n2 n3 n4 n5 n6 n7 n8',
    3,
    1,
    {
      '23.10': '(n1/0) (n4/0)',
      '24.6': '(z0) (n3/0) (n6/0)',
      '24.10': '(z0) (n3/0) (n6/0)',
      '25.0': '(z0) (n3/0) (n6/0) (END/0)',
    },
  ],
  [
    'r1 n2 n3 r4 n5',
    100,
    1,
    { '23.10': 'r1 r4', '24.6': 'r1 r4 (r4)', '24.10': 'r1 r4 (r4)', '25.0': 'r1 r4 (r4)' },
  ],
  ['n1 n2 n3 n4', 100, 1, { '23.10': '', '24.6': '(z0)', '24.10': '(z0)', '25.0': '(z0)' }],
]

describe.each(DIALECTS)('a filtered subscription to everything, as %s sends it', dialect => {
  it.each(sequences)(
    '%s, looking at %i at a time, interval %i',
    async (words, window, multiplier, expected) => {
      const { port } = doubleOf(dialect)
      const { prefix, write, placeOf, nameOf } = await written(port, `z0 ${words}`)
      const said = hearing({ port, from: placeOf('z0'), prefix, window, multiplier })
      await untilCaughtUp(said)
      await write('END')
      const texts = said.slice(0, said.findIndex(({ kind }) => kind === 'caught up') + 1)
      expect(texts.map(one => textOf(one, nameOf)).join(' ')).toBe(
        ['confirmed', expected[dialect], 'caught up'].filter(text => text !== '').join(' '),
      )
    },
  )

  it('live, tells of every event it looked at, at that event', async () => {
    const { port } = doubleOf(dialect)
    const { prefix, write, placeOf, nameOf } = await written(port, 'z0 r1')
    const said = hearing({ port, from: placeOf('r1'), prefix, window: 1, multiplier: 1 })
    await untilCaughtUp(said)
    const before = said.length
    for (const word of ['n2', 'r3', 'n4']) await write(word)
    await eventually(() => {
      expect(said.slice(before).map(one => textOf(one, nameOf))).toEqual(['(n2)', 'r3', '(r3)', '(n4)'])
    })
  })

  it('from the end, says nothing but that it is there', async () => {
    const { port } = doubleOf(dialect)
    const said = hearing({ port, from: 'end', prefix: 'none', window: 1, multiplier: 1 })
    await untilCaughtUp(said)
    expect(said.map(({ kind }) => kind)).toEqual(['confirmed', 'caught up'])
  })
})

describe.each([
  ['23.10', null],
  ['24.6', 2n ** 64n - 1n],
  ['24.10', 2n ** 64n - 1n],
  ['25.0', 0n],
] as const)('a young log of %s in which nothing matches', (dialect, commit) => {
  const young = async (): Promise<RawWanted> => {
    const double = await borrowedDouble({ dialect })
    return { port: double.port, from: 'start', prefix: 'none', window: 1_000, multiplier: 1 }
  }

  it(`followed from the start, is told to have been passed up to ${commit}`, async () => {
    const said = hearing(await young())
    await untilCaughtUp(said)
    const told = said.flatMap(({ at }) => (at === null ? [] : [at.commit]))
    expect(told).toEqual(commit === null ? [] : [commit])
  })

  it('tells no greater number later, when that was the greatest', async () => {
    const wanted = { ...(await young()), window: 10 }
    const said = hearing(wanted)
    await untilCaughtUp(said)
    const before = said.length
    await written(wanted.port, Array.from({ length: 30 }, (_, n) => `n${n}`).join(' '))
    const { write, prefix } = await written(wanted.port, 'z0')
    const mark = hearing({ ...wanted, from: 'end', prefix })
    await untilCaughtUp(mark)
    await write('r1')
    await eventually(() => {
      expect(mark.some(({ kind }) => kind === 'event')).toBe(true)
    })
    const later = said.slice(before).length
    expect(later > 0).toBe(commit !== 2n ** 64n - 1n)
  })
})

describe.each(DIALECTS)('where to start with %s', dialect => {
  const letters = (said: readonly Heard[], nameOf: (place: RawPlace) => string) =>
    said.filter(({ kind }) => kind === 'event').map(one => textOf(one, nameOf))

  it('between two events is an error', async () => {
    const { port } = doubleOf(dialect)
    const { prefix, placeOf } = await written(port, 'r1 r2')
    const commit = placeOf('r1').commit + 1n
    const said = hearing({ port, from: { commit, prepare: commit }, prefix, window: 1, multiplier: 1 })
    const told =
      dialect === '23.10'
        ? ['2 UNKNOWN: Exception was thrown by handler.']
        : ['confirmed', '3 INVALID_ARGUMENT: Trying to read from an invalid position.']
    await eventually(() => {
      expect(said.map(({ kind }) => kind)).toEqual(told)
    })
  })

  it('exactly where the next event will be, misses that one, if both numbers say so', async () => {
    const { port } = doubleOf(dialect)
    const { write, prefix, placeOf, nameOf } = await written(port, 'r0 r1')
    // of two appends of the same size, the second ends as far behind its beginning as the first
    const { commit: first } = placeOf('r0')
    const { commit: second } = placeOf('r1')
    const end = second + (second - first)
    const behind = hearing({ port, from: { commit: end, prepare: end }, prefix, window: 1, multiplier: 1 })
    const before = hearing({ port, from: { commit: end, prepare: 0n }, prefix, window: 1, multiplier: 1 })
    await Promise.all([untilCaughtUp(behind), untilCaughtUp(before)])
    expect((await write('r2')).commit).toBe(end)
    await write('r3')
    await eventually(() => {
      expect(letters(behind, nameOf)).toEqual(['r3'])
      expect(letters(before, nameOf)).toEqual(dialect === '23.10' ? ['r3'] : ['r2', 'r3'])
    })
  })

  it('at the place before everything, is at the end', async () => {
    const { port } = doubleOf(dialect)
    const { write, prefix, nameOf } = await written(port, 'r1')
    const nowhere = 2n ** 64n - 1n
    const said = hearing({
      port,
      from: { commit: nowhere, prepare: nowhere },
      prefix,
      window: 1,
      multiplier: 1,
    })
    await untilCaughtUp(said)
    await write('r2')
    await eventually(() => {
      expect(letters(said, nameOf)).toEqual(['r2'])
    })
  })

  it('falling behind is not said', async () => {
    const { port, control } = doubleOf(dialect)
    const { prefix, write, placeOf, nameOf } = await written(port, 'z0 n1')
    const said = hearing({ port, from: placeOf('z0'), prefix, window: 1, multiplier: 1 })
    await untilCaughtUp(said)
    await write('r2')
    await eventually(() => {
      expect(said.map(one => textOf(one, nameOf)).at(-1)).toBe('(r2)')
    })
    const before = said.length
    await control.fallBehind()
    if (dialect === '23.10') {
      await eventually(() => {
        expect(said.at(-1)?.kind).toMatch(/ABORTED: .*too slow/)
      })
      return
    }
    await untilCaughtUp(said, 2)
    await write('r3')
    await eventually(() => {
      expect(letters(said.slice(before), nameOf)).toEqual(['r3'])
    })
    expect(said.map(({ kind }) => kind)).not.toContain('fell behind')
  })
})
