import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { crashImport } from '../support/crash-import.ts'
import { type ServiceProcess } from '../support/service-process.ts'
import { freePort } from '../support/free-port.ts'

const folders: string[] = []
let service: ServiceProcess | null = null

afterEach(async () => {
  await service?.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const dice = () => {
  const rolls = [0.02, 0.9, 0.35, 0.6, 0.15, 0.75, 0.45, 0.25]
  let rolled = 0
  return () => rolls[rolled++ % rolls.length] ?? 0
}

const temporaryData = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'belltower-crash-'))
  folders.push(dataDir)
  return dataDir
}

it('an import whose service is killed again and again applies every item once', async () => {
  const result = await crashImport({
    dataDir: temporaryData(),
    port: await freePort(),
    items: 400,
    batchSize: 50,
    kills: 6,
    random: dice(),
  })
  service = result.service
  const { record, seen } = result
  expect(record.status).toBe('success')
  expect(record.items.map(i => i.position)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
  expect(new Set(record.items.map(i => i.outcome))).toEqual(new Set(['created']))
  expect(new Set(record.items.map(i => i.id)).size).toBe(400)
  expect([...seen.values()].filter(ids => ids.size > 1)).toEqual([])
  const listed = await fetch(
    `${service.url}/index.php?rest_route=/cal/events/v1/events&start_date=2000-01-01&end_date=2040-01-01&per_page=1`,
  )
  expect(((await listed.json()) as { total: number }).total).toBe(400)
})

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

it('05 §5 series that are moved while their service is killed again and again keep their events', async () => {
  const place = { dataDir: temporaryData(), port: await freePort(), batchSize: 25, random: dice() }
  const first = await crashImport({ ...place, items: 200, kills: 0, itemOf: occurrenceAt(10) })
  await first.service.kill()
  const ids = first.record.items.map(({ id }) => id)
  const result = await crashImport({ ...place, items: 180, kills: 3, itemOf: occurrenceAt(14) })
  service = result.service
  const { record, seen } = result
  expect(record.status).toBe('success')
  const told = record.items.map(({ outcome, reason, id }) => [outcome, reason, id])
  expect(told.slice(0, 180)).toEqual(ids.slice(0, 180).map(id => ['updated', 'moved', id]))
  const left = told.slice(180).toSorted((a, b) => Number(a[2]) - Number(b[2]))
  const gone = ids.slice(180).toSorted((a, b) => a - b)
  expect(left).toEqual(gone.map(id => ['withdrawn', null, id]))
  expect([...seen.values()].filter(known => known.size > 1)).toEqual([])
  const listed = await fetch(
    `${service.url}/index.php?rest_route=/cal/events/v1/events&start_date=2000-01-01&end_date=2040-01-01&per_page=1`,
  )
  expect(((await listed.json()) as { total: number }).total).toBe(180)
})
