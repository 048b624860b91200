import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  askedOnce,
  begunAnew,
  keptByHalves,
  madeLately,
  openedOnce,
  roomFor,
} from '../../../shared/remembered.ts'

type Named = { readonly name: string }

const remembering = (most: number) => {
  const made: string[] = []
  const ask = madeLately<Named, string>(
    ({ name }) => {
      made.push(name)
      return name.repeat(10)
    },
    { sizeOf: text => text.length, room: roomFor(most) },
  )
  return { ask, made }
}

const [a, b, c, d] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'd' }]

test('what was asked for lately is made once, by what it is made of', () => {
  const { ask, made } = remembering(100)
  for (const one of [a, b, a, { name: 'a' }, b]) expect(ask(one)).toBe(one.name.repeat(10))
  expect(made).toEqual(['a', 'b', 'a'])
})

test('twice as much as is to be kept is the most that is; what is asked for again stays', () => {
  const { ask, made } = remembering(20)
  // a and b fill it, with c it begins anew, and a goes over to what is new
  for (const one of [a, b, c, a]) ask(one)
  // d begins it anew once more: b was not asked for since
  for (const one of [d, a, b]) ask(one)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('what does not fit what else is given is made anew, before it was let go and after that', () => {
  const ask = madeLately(({ name }: Named, at: number) => ({ text: `${name} at ${at}`, until: at + 10 }), {
    sizeOf: ({ text }) => text.length,
    room: roomFor(12),
    fits: ({ until }, at) => at < until,
  })
  const asked = [1, 5, 11, 20].map(at => ask(a, at).text)
  expect(asked).toEqual(['a at 1', 'a at 1', 'a at 11', 'a at 11'])
  ask(b, 20)
  ask(c, 20)
  expect(ask(a, 30).text).toBe('a at 30')
})

test('those who share room let go together', () => {
  const room = roomFor(20)
  const made: string[] = []
  const asking = (prefix: string) =>
    madeLately<Named, string>(
      ({ name }) => {
        made.push(prefix + name)
        return name.repeat(10)
      },
      { sizeOf: text => text.length, room },
    )
  const [one, other] = [asking('1'), asking('2')]
  // two fill it, whoever made them; with each third it begins anew
  for (const ask of [one, other]) ask(a)
  for (const ask of [one, other]) ask(b)
  one(c)
  one(a)
  other(b)
  expect(made).toEqual(['1a', '2a', '1b', '2b', '1c', '1a'])
})

test('what is kept is begun anew whenever the mark is another, also when it was that before', () => {
  let [mark, times] = ['a', 0]
  const now = begunAnew(
    () => mark,
    () => ++times,
  )
  expect([now(), now()]).toEqual([1, 1])
  mark = 'b'
  expect([now(), now()]).toEqual([2, 2])
  mark = 'a'
  expect(now()).toBe(3)
})

test('what alone is more than is to be kept is made and answered', () => {
  const { ask, made } = remembering(5)
  expect([ask(a), ask(b), ask(a)]).toEqual(['a', 'b', 'a'].map(n => n.repeat(10)))
  expect(made).toEqual(['a', 'b'])
})

describe('answers that are asked for once', () => {
  test('are had by all who ask for them, until they are forgotten', async () => {
    const { get, forget } = askedOnce<number>()
    let asked = 0
    const ask = async () => ++asked
    expect(await Promise.all([get('a', ask), get('a', ask), get('b', ask)])).toEqual([1, 1, 2])
    expect(await get('a', ask)).toBe(1)
    forget('a')
    expect(await get('a', ask)).toBe(3)
  })

  test('are asked for anew when they failed, which leaves alone what was asked for since', async () => {
    const { get, forget } = askedOnce<number>()
    const failing = Promise.withResolvers<number>()
    const [first, second] = [get('a', () => failing.promise), get('a', async () => 1)]
    forget('a')
    expect(await get('a', async () => 2)).toBe(2)
    failing.reject(new Error('away'))
    await expect(first).rejects.toThrow('away')
    await expect(second).rejects.toThrow('away')
    expect(await get('a', async () => 3)).toBe(2)
    await expect(get('b', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(await get('b', async () => 4)).toBe(4)
  })
})

test('what was opened so far is told without opening anything, and nothing of what failed', async () => {
  let asked = 0
  const { now, soFar, atOnce } = openedOnce(async () => {
    if (++asked === 1) throw new Error('failed 1')
    return asked
  })
  expect(soFar()).toBeNull()
  await expect(now()).rejects.toThrow('failed 1')
  expect(soFar()).toBeNull()
  expect(await atOnce()).toBe(2)
  expect(atOnce()).toBe(2)
  expect(await soFar()).toBe(2)
})

describe('what is kept by halves', () => {
  afterEach(() => vi.useRealTimers())
  const remembering = (...names: readonly string[]) => {
    const kept = keptByHalves<string, number>(4, 1_000)
    for (const [n, name] of names.entries()) kept.set(name, n)
    return kept
  }

  test('are so many at most, the newest of them always', () => {
    const { get, set } = remembering('a', 'b', 'c', 'd')
    expect([get('c'), get('d')]).toEqual([2, 3])
    set('e', 4)
    expect([get('a'), get('b'), get('e')]).toEqual([undefined, undefined, 4])
  })

  test('stays when it is asked for before as much has come again', () => {
    const { get, set } = remembering('a', 'b', 'c')
    expect(get('a')).toBe(0)
    for (const [n, name] of ['d', 'e'].entries()) set(name, n)
    expect([get('a'), get('b')]).toEqual([0, undefined])
  })

  test('has the value that was set last', () => {
    const { get } = remembering('a', 'b', 'c', 'a')
    expect([get('a'), get('c'), get('b')]).toEqual([3, 2, 1])
  })

  test('is no more in all than is to be kept, by what each weighs', () => {
    const { get, set } = keptByHalves<string, { readonly weight: number }>(10, 1_000, ({ weight }) => weight)
    set('too large', { weight: 6 })
    expect(get('too large')).toBeUndefined()
    set('a', { weight: 4 })
    for (const weight of [3, 2, 1]) set('b', { weight })
    // of one that was replaced the last counts alone
    expect([get('a'), get('b')]).toEqual([{ weight: 4 }, { weight: 1 }])
    set('c', { weight: 5 })
    // one that has become too large is not remembered as it was before
    set('b', { weight: 6 })
    expect([get('b'), get('c'), get('a')]).toEqual([undefined, { weight: 5 }, { weight: 4 }])
    set('a', { weight: 6 })
    expect(get('a')).toBeUndefined()
  })

  test('is let go after the time at the latest and half of it at the earliest, and leaves no timer', () => {
    vi.useFakeTimers()
    const { get, set } = remembering('a')
    vi.advanceTimersByTime(499)
    set('b', 1)
    vi.advanceTimersByTime(500)
    // asked for, it begins anew
    expect(get('b')).toBe(1)
    vi.advanceTimersByTime(1)
    expect([get('a'), get('b')]).toEqual([undefined, 1])
    vi.advanceTimersByTime(1_000)
    expect(get('b')).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})
