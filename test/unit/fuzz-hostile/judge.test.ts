import { describe, expect, it } from 'vitest'
import { answerFault, budgetOf, memoryFault } from '../../../scripts/fuzz-hostile/judge.ts'
import type { Held } from '../../../scripts/fuzz-hostile/service.ts'
import type { Heard } from '../../../scripts/fuzz-hostile/wire.ts'

const answer = (status: number, retryAfter = false): Heard => ({
  ...{ kind: 'answer', status, retryAfter, text: 'what it says', bytes: 0 },
})

const owed = { owed: 'answer' } as const
const notOwed = { owed: 'nothing' } as const

describe('an answer', () => {
  it.each([200, 304, 400, 413, 414, 431])('of %i is none to complain of', status => {
    expect(answerFault(owed, answer(status))).toBeNull()
  })

  it('of 503 is right only when it says when to come again', () => {
    expect(answerFault(owed, answer(503, true))).toBeNull()
    expect(answerFault(notOwed, answer(503))).toEqual({ kind: 'status', what: 'status 503: what it says' })
    expect(answerFault(owed, answer(500, true))).toEqual({ kind: 'status', what: 'status 500: what it says' })
  })

  it('must come to whatever is whole', () => {
    expect(answerFault(owed, { kind: 'silent' })?.kind).toBe('silent')
    expect(answerFault(owed, { kind: 'broken' })?.kind).toBe('broken')
    expect(answerFault(notOwed, { kind: 'broken' })).toBeNull()
  })

  it('may be lost when a large body is refused before it was read, but not for ever awaited', () => {
    const large = { owed: 'end' } as const
    expect(answerFault(large, { kind: 'broken' })).toBeNull()
    expect(answerFault(large, { kind: 'silent' })?.kind).toBe('silent')
  })
})

it('guests have 50 ms of the thread, people and feeds 100', () => {
  expect(budgetOf('guest')).toBe(50)
  expect(budgetOf('stranger')).toBe(50)
  expect(budgetOf('subscriber')).toBe(100)
  expect(budgetOf('feed')).toBe(100)
})

const MIB = 1_048_576
const held = (more: Partial<Held>): Held => ({
  ...{ heap: 70 * MIB, buffers: 30 * MIB, rss: 300 * MIB, openFiles: 40, sockets: 8, handles: 20 },
  logBytes: MIB,
  documents: {},
  ...more,
})

describe('memory', () => {
  it('may grow by what is kept, by some more, and with the log', () => {
    expect(memoryFault(held({}), held({ heap: 182 * MIB }))).toBeNull()
    expect(memoryFault(held({}), held({ heap: 183 * MIB }))?.what).toBe(
      '113 MiB more than at the beginning, where 112 MiB may be',
    )
    expect(memoryFault(held({}), held({ heap: 183 * MIB, logBytes: 2 * MIB }))).toBeNull()
  })

  it('of buffers counts as that of the heap', () => {
    expect(memoryFault(held({}), held({ heap: 100 * MIB, buffers: 130 * MIB }))?.kind).toBe('memory')
  })

  it('has as many open files as before', () => {
    expect(memoryFault(held({}), held({ openFiles: 56 }))).toBeNull()
    expect(memoryFault(held({}), held({ openFiles: 57 }))?.what).toBe(
      '17 more open files than at the beginning',
    )
  })
})
