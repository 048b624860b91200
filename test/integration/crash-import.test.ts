import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { crashImport } from '../support/crash-import.ts'
import { freePort, type ServiceProcess } from '../support/service-process.ts'

const folders: string[] = []
let service: ServiceProcess | null = null

afterEach(async () => {
  await service?.kill()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

it(
  'an import whose service is killed again and again applies every item once',
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'belltower-crash-'))
    folders.push(dataDir)
    const dice = [0.02, 0.9, 0.35, 0.6, 0.15, 0.75, 0.45, 0.25]
    let rolled = 0
    const result = await crashImport({
      dataDir,
      port: await freePort(),
      items: 400,
      batchSize: 50,
      kills: 8,
      random: () => dice[rolled++ % dice.length] ?? 0,
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
  },
)
