import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { limitsWithin } from '../../../../shared/documents/mongodb/by-ids.ts'

describe('how long a read lasts', () => {
  it('is told of those that begin together by one signal', () => {
    const limits = limitsWithin(3_600_000)
    const [one, other] = [limits(), limits()]
    expect(other.signal).toBe(one.signal)
    expect(one).toMatchObject({ maxTimeMS: 3_600_000, batchSize: 1_000 })
  })
  it('is told by another signal to those that begin later, so that these have their time, too', async () => {
    const limits = limitsWithin(200)
    const one = limits()
    await sleep(20)
    const other = limits()
    expect(other.signal).not.toBe(one.signal)
    expect(other.signal.aborted).toBe(false)
  })
  it('is over for all who share a signal', async () => {
    const limits = limitsWithin(20)
    const now = vi.spyOn(performance, 'now').mockReturnValue(0)
    const [one, other] = [limits(), limits()]
    now.mockRestore()
    expect(other.signal).toBe(one.signal)
    await expect.poll(() => one.signal.aborted && other.signal.aborted, { timeout: 60_000 }).toBe(true)
    expect(limits().signal.aborted).toBe(false)
  })
})
