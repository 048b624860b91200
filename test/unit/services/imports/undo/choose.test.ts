import { userId, logPosition } from '../../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { calendarOn } from '../../../../../services/calendar/calendar.ts'
import { writingOn } from '../../../../../services/calendar/writing.ts'
import { beginChoice, keptChoices, planChoice } from '../../../../../services/imports/undo/choose.ts'
import { undosOn } from '../../../../../services/imports/undo/undos.ts'
import { importRuns } from '../../../../../services/imports/run/runs.ts'
import { fair, personAt } from '../../../../support/calendar.ts'
import { memoryLog } from '../../../../support/memory-log.ts'

const ANA = userId(7)
const ids = [1, 2, 3, 4, 5]

/** Five events that Ana retitled, and a history that counts how often it chooses. */
const world = async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const { event } = calendarOn(writing)
  for (const id of ids) {
    await event.create({ values: fair() }, personAt())
    await event.change(id, { title: 'FAIR' }, { ...personAt(), actor: ANA })
  }
  let chosen = 0
  let newest = logPosition(10)
  const deps = {
    undo: {
      ...{ writing, runs: importRuns(store), undos: undosOn(store), there: async () => true },
      schedules: { listSchedules: async () => [], showSchedule: async () => null },
    },
    history: {
      about: async ({ actor }: { readonly actor?: number }) => {
        chosen += 1
        const items = actor === ANA ? [{ kind: 'event', ids } as const] : []
        return { ok: true, entries: ids.length, newest, items } as const
      },
      newest: async () => newest,
      passed: async () => ({ term: 2 }),
    },
    kept: keptChoices(),
    newHash: () => 'ab'.repeat(16),
    settled: async () => undefined,
  }
  const page = async (from: number, actor = ANA) => {
    const plan = await planChoice(
      deps,
      { narrowed: { actor }, edited: false, hidden: [] },
      { from, limit: 2 },
    )
    return plan.ok ? plan.items.map(({ id }) => id) : plan.code
  }
  return { deps, page, chosen: () => chosen, later: () => (newest = logPosition(newest + 1)) }
}

it('00 §6.8 the pages of a dry run choose once, until a newer entry is chosen', async () => {
  const { deps, page, chosen, later } = await world()
  expect([await page(1), await page(3), await page(5)]).toEqual([[1, 2], [3, 4], [5]])
  expect(chosen()).toBe(1)
  // another choice is another one
  await page(1, userId(8))
  expect(chosen()).toBe(2)
  later()
  expect(await page(3)).toEqual([3, 4])
  expect(chosen()).toBe(3)
  const context = { ...personAt(), actor: userId(3) }
  const asked = { narrowed: { actor: ANA }, edited: false, hidden: [] }
  expect(await beginChoice(deps, asked, { newest: logPosition(10), why: '' }, context)).toMatchObject({
    code: 'put_back_moved',
  })
  expect(await beginChoice(deps, asked, { newest: logPosition(11), why: '' }, context)).toMatchObject({
    undo: { total: 5 },
  })
  expect(chosen()).toBe(3)
})
