import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NOBODYS, commands } from '../../support/calendar-model/commands.ts'
import { CALLERS, start, perform } from '../../support/calendar-model/perform.ts'
import { checkEvent, checkLists } from '../../support/calendar-model/check.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

const RUNS = 50
const STEPS = 30

it('both generations, batches and imports stay one calendar, as the specification has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: STEPS, size: 'max' }), async all => {
      const both = { ...(await start()), imported: new Map<string, number>() }
      try {
        for (const [step, command] of all.entries()) {
          both.world.clock.ms = plusMs(both.world.clock.ms, 1_000)
          const id = await perform(both, command, step)
          const written = both.model.events.get(id ?? NOBODYS)
          const events = [...both.model.events.values()]
          const other = events[(step * 7) % Math.max(1, events.length)]
          if (written !== undefined) await checkEvent(both, written)
          if (other !== undefined && other !== written) await checkEvent(both, other)
          await checkLists(both, CALLERS[step % CALLERS.length] ?? 'guest')
        }
        expect(both.world.reported).toEqual([])
      } finally {
        await both.world.close()
      }
    }),
    { numRuns: RUNS },
  )
})
