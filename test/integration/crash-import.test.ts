import { expect, it, onTestFinished } from 'vitest'
import { crashImport, type CrashPlan } from '../support/crash-import.ts'
import { freePort } from '../support/free-port.ts'
import { type ServiceProcess } from '../support/service-process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const dice = () => {
  const rolls = [0.02, 0.9, 0.35, 0.6, 0.15, 0.75, 0.45, 0.25]
  let rolled = 0
  return () => rolls[rolled++ % rolls.length] ?? 0
}

/** How many events lists have. */
const listed = async ({ url }: ServiceProcess): Promise<number> => {
  const answer = await fetch(
    `${url}/index.php?rest_route=/cal/events/v1/events&start_date=2000-01-01&end_date=2040-01-01&per_page=1`,
  )
  return ((await answer.json()) as { total: number }).total
}

const SERIES = 5

/** Weekly series at an hour, their occurrences one after the other, so that each is spread over all batches. */
const occurrenceAt = (hour: number) => (n: number) => {
  const day = new Date(Date.UTC(2027, 0, 4 + 7 * Math.floor(n / SERIES))).toISOString().slice(0, 10)
  return {
    uid: `crash-series-${n % SERIES}@example.org`,
    title: `Club ${n % SERIES}`,
    occurrence: `${day}T${hour}:00:00Z`,
    start_date: `${day} ${hour}:00:00`,
    end_date: `${day} ${hour}:30:00`,
    timezone: 'UTC',
    sequence: hour,
  }
}

/** Imports one after the other into one calendar; a start costs more than what it is killed in. */
const crashImports = async () => {
  const place = { dataDir: temporaryFolder(), port: await freePort() }
  let running: ServiceProcess | undefined
  onTestFinished(() => running?.kill())
  return async (plan: Omit<CrashPlan, 'dataDir' | 'port' | 'running' | 'random'>) => {
    const result = await crashImport({ ...place, ...plan, running, random: dice() })
    running = result.service
    return result
  }
}

it('05 §5 an import whose service is killed again and again applies every item once, and series that are moved keep their events', async () => {
  const crash = await crashImports()
  const single = await crash({ items: 400, batchSize: 50, kills: 6 })
  expect(single.record.status).toBe('success')
  expect(single.record.items.map(i => i.position)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
  expect(new Set(single.record.items.map(i => i.outcome))).toEqual(new Set(['created']))
  expect(new Set(single.record.items.map(i => i.id)).size).toBe(400)
  expect([...single.seen.values()].filter(ids => ids.size > 1)).toEqual([])
  expect(await listed(single.service)).toBe(400)

  const first = await crash({ items: 200, batchSize: 25, kills: 0, itemOf: occurrenceAt(10) })
  const ids = first.record.items.map(({ id }) => id)
  const { record, seen, service } = await crash({
    items: 180,
    batchSize: 25,
    kills: 3,
    itemOf: occurrenceAt(14),
  })
  expect(record.status).toBe('success')
  const told = record.items.map(({ outcome, reason, id }) => [outcome, reason, id])
  expect(told.slice(0, 180)).toEqual(ids.slice(0, 180).map(id => ['updated', 'moved', id]))
  const left = told.slice(180).toSorted((a, b) => Number(a[2]) - Number(b[2]))
  const gone = ids.slice(180).toSorted((a, b) => a - b)
  expect(left).toEqual(gone.map(id => ['withdrawn', null, id]))
  expect([...seen.values()].filter(known => known.size > 1)).toEqual([])
  expect(await listed(service)).toBe(400 + 180)
})
