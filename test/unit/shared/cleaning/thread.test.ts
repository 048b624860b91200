import { expect, it } from 'vitest'
import type { SentText } from '../../../../shared/cleaning/texts.ts'
import { cleaningThread } from '../../../../shared/cleaning/thread.ts'
import { StoreUnavailable } from '../../../../shared/event-store/port.ts'

/** Threads of which so many cannot be begun, and the others give back what they get. */
const threads = (failing: number) => {
  const counted = { begun: 0, closed: 0 }
  const begin = async () => {
    if (counted.begun++ < failing) throw new Error('too many open files')
    return {
      run: async (texts: readonly SentText[]) => texts.map(([, text]) => `clean ${text}`),
      close: async () => {
        counted.closed++
      },
    }
  }
  return { counted, ...cleaningThread(begin) }
}

const FAIR = [['title', 'Fair']] as const
const FEAST = [['title', 'Feast']] as const

it('two first callers share one thread', async () => {
  const { clean, close, counted } = threads(0)
  expect(await Promise.all([clean(FAIR), clean(FEAST)])).toEqual([['clean Fair'], ['clean Feast']])
  await close()
  expect(counted).toEqual({ begun: 1, closed: 1 })
})

it('a thread that could not be begun is begun by the next text', async () => {
  const { clean, close, counted } = threads(1)
  await expect(clean(FAIR)).rejects.toThrow('too many open files')
  expect(await clean(FAIR)).toEqual(['clean Fair'])
  await close()
  expect(counted).toEqual({ begun: 2, closed: 1 })
})

it('once closed, no text begins a thread', async () => {
  const { clean, close, counted } = threads(0)
  await close()
  await expect(clean(FAIR)).rejects.toThrow(StoreUnavailable)
  expect(counted).toEqual({ begun: 0, closed: 0 })
})

it('one that is being begun is closed when it is there; one that cannot be begun does not hold up the end', async () => {
  const there = threads(0)
  expect(await Promise.all([there.clean(FAIR), there.close()])).toEqual([['clean Fair'], undefined])
  expect(there.counted).toEqual({ begun: 1, closed: 1 })
  const failing = threads(1)
  const [cleaned, closed] = await Promise.allSettled([failing.clean(FAIR), failing.close()])
  expect(cleaned).toEqual({ status: 'rejected', reason: new Error('too many open files') })
  expect(closed).toEqual({ status: 'fulfilled', value: undefined })
  await expect(failing.close()).resolves.toBeUndefined()
})

it('texts that wait when it is closed are refused as by a closed log; a failure before that is told as it is', async () => {
  const cut = new Error('pool is closed')
  const waiting: ((error: Error) => void)[] = []
  const { clean, close } = cleaningThread(async () => ({
    run: () => new Promise((_, reject) => waiting.push(reject)),
    close: async () => waiting.forEach(end => end(cut)),
  }))
  const failed = clean(FAIR)
  await expect.poll(() => waiting).toHaveLength(1)
  waiting.pop()?.(cut)
  await expect(failed).rejects.toBe(cut)
  const waited = clean(FEAST)
  await expect.poll(() => waiting).toHaveLength(1)
  const [refused] = await Promise.allSettled([waited, close()])
  expect(refused).toMatchObject({ status: 'rejected', reason: { cause: cut } })
  await expect(waited).rejects.toThrow(StoreUnavailable)
})

it('texts that wait for a thread of the real pool are refused when it is closed', async () => {
  const { clean, close } = cleaningThread()
  expect(await clean(FAIR)).toEqual(['Fair'])
  const long = Array.from({ length: 500 }, (_, n) => ['html', `<p>Fair ${n}</p>`.repeat(20)] as const)
  const [first, second] = [clean(long), clean(FEAST)]
  const [done] = await Promise.allSettled([first, second, close()])
  expect(done.status).toBe('fulfilled')
  await expect(second).rejects.toThrow(StoreUnavailable)
})
