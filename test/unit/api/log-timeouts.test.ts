import { expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { logWithTimeouts, seldom } from '../../../services/wiring/log-timeouts.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { eventually } from '../../support/eventually.ts'

it('an outage of the log is waited for once; its return is noticed', async () => {
  const ends: ((error: Error | null) => void)[] = []
  const { head } = logWithTimeouts({
    ...memoryLog(),
    head: () =>
      new Promise((resolve, reject) => {
        ends.push(error => (error === null ? resolve(logPosition(41)) : reject(error)))
      }),
  })
  const asked = (times: number) => eventually(() => expect(ends).toHaveLength(times))
  const first = head()
  await asked(1)
  ends[0]?.(new StoreUnavailable('out'))
  await expect(first).rejects.toThrow('out')
  // nobody answers, and nobody waits for that
  await expect(head()).rejects.toThrow('the log does not answer')
  await expect(head()).rejects.toThrow(StoreUnavailable)
  expect(ends).toHaveLength(2)
  const back = head()
  ends[1]?.(null)
  expect(await back).toBe(41)
  const later = head()
  await asked(3)
  ends[2]?.(null)
  expect(await later).toBe(41)
})

it('the same message is passed on at once, and again after ten seconds', () => {
  const said: string[] = []
  const clock = { ms: 0 }
  const warn = seldom(
    message => void said.push(message),
    () => clock.ms,
  )
  for (const message of ['a', 'a', 'b', 'a']) warn(message)
  expect(said).toEqual(['a', 'b'])
  clock.ms = 10_000
  warn('a')
  expect(said).toEqual(['a', 'b', 'a'])
})
