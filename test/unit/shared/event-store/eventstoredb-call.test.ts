import { describe, expect, it } from 'vitest'
import { asker } from '../../../../shared/event-store/eventstoredb/call.ts'

const never = () => new Promise<never>(() => {})

describe('a call that is not answered', () => {
  it('says what was heard before the last attempt, which had no time to hear it', async () => {
    const answers = [() => Promise.reject(new Error('Server Is Not Ready')), never]
    const ask = asker({ deadlineMs: 500, attemptMs: 1_000, warn: () => {} })
    await expect(ask('reading a', () => (answers.shift() ?? never)())).rejects.toThrow(
      /^reading a, 2 times: no answer .*; before: Server Is Not Ready$/,
    )
  })

  it('says what was heard, also when the pause behind it lasted until the time was over', async () => {
    const ask = asker({ deadlineMs: 200, attemptMs: 1_000, warn: () => {} })
    const ends = performance.now() + 250
    const refusing = () => {
      // the process does nothing in the middle of the pause
      setImmediate(() => {
        while (performance.now() < ends) continue
      })
      return Promise.reject(new Error('Server Is Not Ready'))
    }
    await expect(ask('reading a', refusing)).rejects.toThrow('reading a, 1 times: Server Is Not Ready')
  })

  it('says what was heard once, when it was always the same', async () => {
    const ask = asker({ deadlineMs: 60, attemptMs: 1_000, warn: () => {} })
    await expect(ask('reading a', () => Promise.reject(new Error('Server Is Not Ready')))).rejects.toThrow(
      /^reading a, \d+ times: Server Is Not Ready$/,
    )
  })
})
