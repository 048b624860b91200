import { expect, test } from 'vitest'
import { madeLately } from '../../../shared/remembered.ts'

type Named = { readonly name: string }

const remembering = (most: number) => {
  const made: string[] = []
  const ask = madeLately<Named, string>(
    ({ name }) => {
      made.push(name)
      return name.repeat(10)
    },
    text => text.length,
    most,
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

test('what alone is more than is to be kept is made and answered', () => {
  const { ask, made } = remembering(5)
  expect([ask(a), ask(b), ask(a)]).toEqual(['a', 'b', 'a'].map(n => n.repeat(10)))
  expect(made).toEqual(['a', 'b'])
})
