import { expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { countingNames } from '../../../services/calendar/known-names.ts'
import { importContext } from '../../../services/imports/apply/context.ts'
import { itemsAhead } from '../../../services/imports/apply/items-ahead.ts'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import type { RawItem } from '../../../services/imports/item/item.ts'
import { cleanNow } from '../../../shared/cleaning/texts.ts'
import { userId } from '../../../shared/kernel/brands.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'
import { calendarApplier, type ImportSite } from '../../../workers/import-batch/apply-chunk.ts'
import { cleanHere } from '../../support/clean-here.ts'
import { HOST, importWorld, NOW } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const rows = (text: string): readonly RawItem[] => {
  const feed = parseCsv(Buffer.from(text), { dateOrder: 'MDY' })
  if (!feed.ok) throw new Error(feed.reason)
  return JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]
}

const LESSONS = rows(
  'Name,Start Date,Venue Name\nFair,2027-05-08,Hall\nFeast,2027-05-09,Hall\nFete,2027-05-10,Hall\n',
)
const person = { ...importContext('x', NOW), actor: userId(3), source: 'cal', correlation: 'r' } as const

/** An import of lessons in one hall, each a chunk of its own; before its items are planned `meanwhile` is done. */
const world = async () => {
  const w = importWorld(countingNames(memoryLog()))
  await w.receive('one', await w.register('one', {}), LESSONS)
  const clock = { ms: NOW }
  const site: ImportSite = { zone: 'UTC', host: HOST, dateOrder: 'MDY' }
  let meanwhile = async (): Promise<unknown> => undefined
  const chunks = calendarApplier(
    w.writing,
    async () => null,
    async () => {
      await meanwhile()
      return site
    },
    () => clock.ms,
    itemsAhead({ store: w.store, clean: cleanHere }),
  )
  const pass = (ms: number) => {
    clock.ms = plusMs(clock.ms, ms)
  }
  /** The only hall of the n-th lesson. */
  const hallOf = async (n: number, during: () => Promise<unknown> = async () => undefined) => {
    meanwhile = during
    pass(1_000)
    const { apply } = await chunks('one', await w.run('one'), 0)
    const { id } = await apply(n, LESSONS[n - 1] ?? {}, cleanNow)
    return (await w.values(id)).venues[0] ?? null
  }
  const trash = (hall: number | null) => calendarOn(w.writing).venue.trash(hall ?? 0, 'deleted', person)
  return { hallOf, trash, pass }
}

it('a hall is linked again by later items, and one that went to the trash while they were read is not', async () => {
  const { hallOf, trash, pass } = await world()
  const hall = await hallOf(1)
  expect(await hallOf(2)).toBe(hall)
  const last = await hallOf(3, async () => {
    await trash(hall)
    pass(2_000)
  })
  expect(last).not.toBe(hall)
})
