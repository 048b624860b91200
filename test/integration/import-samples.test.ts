import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importContext } from '../../services/imports/context.ts'
import { parseIcs } from '../../services/imports/ics/parse.ts'
import { importFeed } from '../../services/imports/operate.ts'
import { eventIds, importWorld, NOW } from '../support/import-world.ts'
import { memoryLog } from '../support/memory-log.ts'

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'samples')
const samples = readdirSync(folder).filter(name => name.endsWith('.ics'))

const importing = async (w: ReturnType<typeof importWorld>, importId: string, name: string) => {
  const feed = parseIcs(readFileSync(join(folder, name)), {
    nowUtc: '2027-05-01 20:00:00',
    siteZone: 'America/New_York',
  })
  const deps = {
    store: w.store,
    runs: w.runs,
    newHash: () => 'f'.repeat(32),
    baseUrl: 'https://school.example',
    defaultAuthor: 2,
    mayEditEvents: async () => true,
    categoryExists: async () => true,
  }
  await importFeed(
    deps,
    { import_id: importId, origin: 'ics', source: name },
    feed,
    importContext(importId, NOW),
  )
  while ((await w.run(importId)).recorded < (await w.run(importId)).received) await w.process(importId)
  return w.outcomes(importId)
}

describe('05-20 feeds as they are found, imported twice', () => {
  it('finds the samples', () => {
    expect(samples.length).toBeGreaterThan(30)
  })
  it.each(samples)(
    '%s',
    async name => {
      const w = importWorld(memoryLog())
      const first = await importing(w, 'run1', name)
      const created = first.filter(o => o.outcome === 'created')
      const settled = ['created', 'duplicate', 'skipped', 'failed']
      expect(first.filter(o => !settled.includes(o.outcome))).toEqual([])
      expect(first.filter(o => o.reason === 'internal_error')).toEqual([])
      expect(await eventIds(w.store)).toHaveLength(created.length)
      const second = await importing(w, 'run2', name)
      expect(second.filter(o => o.outcome === 'created' || o.outcome === 'updated')).toEqual([])
      expect(second.filter(o => o.outcome === 'unchanged').map(o => o.id)).toEqual(created.map(o => o.id))
      expect(w.problems).toEqual([])
    },
    60_000,
  )
})
