import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Hopeless, type JobHandlers, type JobQueue } from '../../shared/jobs/port.ts'

/** Patient, for a busy machine. */
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 5 })

const HOUR_MS = 3_600_000

/** A job's run, held until the test lets it go on. */
const gate = () => {
  const entered = Promise.withResolvers<undefined>()
  const opened = Promise.withResolvers<undefined>()
  return {
    pass: async () => {
      entered.resolve(undefined)
      await opened.promise
    },
    entered: entered.promise,
    open: () => opened.resolve(undefined),
  }
}

/**
 * What every job queue must do; run by each adapter. `make` gives an empty queue that runs at least three jobs at
 * once, and whose waits between attempts are a few milliseconds.
 */
export const jobsContract = (name: string, make: () => Promise<JobQueue>) => {
  describe(`jobs contract: ${name}`, () => {
    let queue: JobQueue
    let ran: string[]
    beforeEach(async () => {
      queue = await make()
      ran = []
    })
    afterEach(async () => {
      await queue.close()
    })

    const publish = (eventId: number, delayMs?: number) =>
      queue.enqueue('event.publish', { eventId }, delayMs === undefined ? {} : { delayMs })
    const batch = (importId: string, number: number) =>
      queue.enqueue('import.work', { importId, batch: number })
    const stallCheck = (importId: string) => queue.enqueue('import.stall-check', { importId })
    const idle = () => waitFor(async () => expect(await queue.pending()).toBe(0))
    const noting = (more: JobHandlers = {}): JobHandlers => ({
      'event.publish': async ({ eventId }) => void ran.push(`event ${eventId}`),
      'import.work': async ({ importId, batch: number }) => void ran.push(`${importId} ${number}`),
      'import.stall-check': async ({ importId }) => void ran.push(`${importId} stall`),
      ...more,
    })

    it('hands each job to the handler of its name, with its payload', async () => {
      await queue.work(noting())
      await publish(7)
      await batch('abc', 2)
      await stallCheck('xyz')
      await idle()
      expect(ran.sort()).toEqual(['abc 2', 'event 7', 'xyz stall'])
    })
    it('keeps jobs until there is somebody to do them', async () => {
      await publish(7)
      await batch('abc', 1)
      expect(await queue.pending()).toBe(2)
      await queue.work(noting())
      await idle()
      expect(ran.sort()).toEqual(['abc 1', 'event 7'])
    })

    describe('ids', () => {
      it('asking twice while the first waits is one job', async () => {
        await publish(7)
        await publish(7)
        await publish(8)
        expect(await queue.pending()).toBe(2)
        await queue.work(noting())
        await idle()
        expect(ran.sort()).toEqual(['event 7', 'event 8'])
      })
      it('asking again after it has run is a new job', async () => {
        await queue.work(noting())
        await publish(7)
        await idle()
        await publish(7)
        await idle()
        expect(ran).toEqual(['event 7', 'event 7'])
      })
      it('asking while it runs leads to one more run, however often', async () => {
        const first = gate()
        await queue.work({
          'event.publish': async ({ eventId }) => {
            ran.push(`event ${eventId}`)
            if (ran.length === 1) await first.pass()
          },
        })
        await publish(7)
        await first.entered
        await publish(7)
        await publish(7)
        first.open()
        await idle()
        expect(ran).toEqual(['event 7', 'event 7'])
      })
      it('a job may ask for itself', async () => {
        await queue.work({
          'event.publish': async ({ eventId }) => {
            ran.push(`event ${eventId}`)
            if (ran.length < 4) await publish(eventId, ran.length)
          },
        })
        await publish(7)
        await idle()
        expect(ran).toHaveLength(4)
      })
      it('asking while it runs is not lost when that run fails', async () => {
        const first = gate()
        const hopeless = async () => {
          await first.pass()
          throw new Hopeless('never')
        }
        await queue.work({
          'event.publish': async () => {
            ran.push('run')
            if (ran.length === 1) await hopeless()
          },
        })
        await publish(7)
        await first.entered
        await publish(7)
        first.open()
        await idle()
        expect(ran).toEqual(['run', 'run'])
      })
    })

    describe('attempts', () => {
      it('tries again what failed, counting', async () => {
        const attempts: number[] = []
        await queue.work({
          'event.publish': async (_, { attempt }) => {
            attempts.push(attempt)
            if (attempt < 3) throw new Error('not yet')
          },
        })
        await publish(7)
        await idle()
        expect(attempts).toEqual([1, 2, 3])
      })
      it('gives up after the attempts of the catalogue', async () => {
        const attempts: number[] = []
        await queue.work({
          'event.publish': async (_, { attempt }) => {
            attempts.push(attempt)
            throw new Error('never')
          },
        })
        await publish(7)
        await idle()
        expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
      })
      it('does not try again what is hopeless', async () => {
        await queue.work({
          'event.publish': async () => {
            ran.push('run')
            throw new Hopeless('the rule says no')
          },
        })
        await publish(7)
        await idle()
        expect(ran).toEqual(['run'])
      })
      it('lets other jobs of the group, and of others, run while one fails', async () => {
        const failed = gate()
        await queue.work(
          noting({
            'import.stall-check': async (_, { attempt }) => {
              if (attempt < 8) throw new Error('not yet')
              await failed.pass()
            },
          }),
        )
        await stallCheck('abc')
        await batch('abc', 1)
        await batch('xyz', 1)
        await failed.entered
        await waitFor(() => expect(ran).toContain('xyz 1'))
        failed.open()
        await idle()
        expect(ran.sort()).toEqual(['abc 1', 'xyz 1'])
      })
      it('takes an attempt that throws before it waits for a failed one', async () => {
        await queue.work({
          'event.publish': (_, { attempt }) => {
            ran.push(`attempt ${attempt}`)
            if (attempt === 1) throw new Error('at once')
            return Promise.resolve()
          },
        })
        await publish(7)
        await idle()
        expect(ran).toEqual(['attempt 1', 'attempt 2'])
      })
    })

    describe('delays', () => {
      it('waits, then runs', async () => {
        let isDue = false
        const soon: boolean[] = []
        await queue.work({ 'event.publish': async () => void soon.push(!isDue) })
        // begun before the job is asked for and over before it is due, however late both are noticed
        setTimeout(() => (isDue = true), 200)
        await publish(1, 300)
        await idle()
        expect(soon).toEqual([false])
      })
      it('counts a delayed job as pending', async () => {
        await queue.work(noting())
        await publish(1, HOUR_MS)
        await sleep(20)
        expect(await queue.pending()).toBe(1)
        expect(ran).toEqual([])
      })
      it('a job asked for sooner moves forward', async () => {
        await queue.work(noting())
        await publish(1, HOUR_MS)
        await publish(1)
        await idle()
        expect(ran).toEqual(['event 1'])
      })
      it('one asked for later stays', async () => {
        await publish(2, 10)
        await publish(2, HOUR_MS)
        // from here on: what has run by then would be asked for anew
        await queue.work(noting())
        await idle()
        expect(ran).toEqual(['event 2'])
      })
      it.each([2 ** 31, 2 ** 40])('%d ms is far away, not now', async delayMs => {
        await queue.work(noting())
        await publish(1, delayMs)
        await sleep(20)
        expect([ran, await queue.pending()]).toEqual([[], 1])
      })
      it.each([-1, NaN])('a delay of %d is refused', async delayMs => {
        await expect(publish(1, delayMs)).rejects.toThrow(/delayMs/)
        expect(await queue.pending()).toBe(0)
      })
    })

    describe('groups', () => {
      it('run their jobs one after the other, in order', async () => {
        let inside = 0
        let most = 0
        await queue.work({
          'import.work': async ({ batch: number }) => {
            most = Math.max(most, ++inside)
            await sleep(1)
            ran.push(String(number))
            inside--
          },
        })
        for (const number of [1, 2, 3, 4, 5, 6]) await batch('abc', number)
        await idle()
        expect(most).toBe(1)
        expect(ran).toEqual(['1', '2', '3', '4', '5', '6'])
      })
      it('also of different names', async () => {
        const working = gate()
        await queue.work(noting({ 'import.work': () => working.pass() }))
        await batch('abc', 1)
        await working.entered
        await stallCheck('abc')
        await stallCheck('xyz')
        await waitFor(() => expect(ran).toEqual(['xyz stall']))
        working.open()
        await idle()
        expect(ran).toEqual(['xyz stall', 'abc stall'])
      })
      it('progress beside each other', async () => {
        const gates = [gate(), gate(), gate()] as const
        await queue.work({
          'import.work': ({ batch: number }) => gates[number % 3]?.pass() ?? Promise.resolve(),
        })
        await Promise.all([batch('a', 0), batch('b', 1), batch('c', 2)])
        await Promise.all(gates.map(({ entered }) => entered))
        for (const { open } of gates) open()
        await idle()
      })
      it('do not wait for one that has hundreds of jobs', async () => {
        for (let number = 0; number < 300; number++) await batch('large', number)
        for (let number = 0; number < 3; number++) await batch('small', number)
        await queue.work(noting())
        await idle()
        expect(ran).toHaveLength(303)
        expect(ran.indexOf('small 2')).toBeLessThan(100)
      })
    })

    describe('payloads', () => {
      it.each([{}, { eventId: 0 }, { eventId: '7' }, null])('%j is refused as hopeless', async payload => {
        await expect(queue.enqueue('event.publish', payload as never)).rejects.toBeInstanceOf(Hopeless)
        expect(await queue.pending()).toBe(0)
      })
      it('reach the handler as they were when the job was asked for', async () => {
        const payload = { eventId: 7 }
        await queue.enqueue('event.publish', payload)
        payload.eventId = 8
        await queue.work(noting())
        await idle()
        expect(ran).toEqual(['event 7'])
      })
    })

    describe('generation', () => {
      it('stays the same while nothing is lost', async () => {
        const generation = await queue.generation()
        await queue.work(noting())
        await publish(7)
        await idle()
        expect([generation, await queue.generation()]).toEqual([expect.stringMatching(/./), generation])
      })
    })

    describe('close', () => {
      it('aborts running jobs, waits for them, and starts no other', async () => {
        const entered = Promise.withResolvers<undefined>()
        await queue.work({
          'import.work': async ({ batch: number }, { signal }) => {
            ran.push(`start ${number}`)
            entered.resolve(undefined)
            await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
            await sleep(5)
            ran.push(`end ${number}`)
          },
        })
        await batch('abc', 1)
        await batch('abc', 2)
        await entered.promise
        await queue.close()
        expect(ran).toEqual(['start 1', 'end 1'])
      })
      it('takes no new job', async () => {
        await queue.work(noting())
        await queue.close()
        await expect(publish(7)).rejects.toThrow()
        expect(ran).toEqual([])
      })
      it('may be asked for twice, and before any work', async () => {
        await publish(7)
        await Promise.all([queue.close(), queue.close()])
      })
    })
  })
}
