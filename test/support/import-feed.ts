import { utcTime } from '../../shared/kernel/brands.ts'
import { expect } from 'vitest'
import { parseIcs } from '../../services/imports/ics/parse.ts'
import type { EmbeddedService } from './embedded-service.ts'

type Shown = { readonly status: string; readonly items: readonly { readonly outcome: string }[] }

/** Imports an iCalendar text the way `import-file` does, at 2027-05-01 20:00 UTC; what became of its items. */
export const importFeed = async (
  { operate }: EmbeddedService,
  text: string,
  source = 'https://school.example/events/ical/',
): Promise<readonly string[]> => {
  const feed = parseIcs(Buffer.from(text), {
    nowUtc: utcTime('2027-05-01 20:00:00'),
    siteZone: 'America/New_York',
  })
  const { body, status } = await operate('import-file', { source, origin: 'ics', feed })
  expect([status, body]).toEqual([200, expect.anything()])
  const { import_id: id } = body as { import_id: string }
  const shown = async () => (await operate('show-import', { import_id: id })).body as Shown
  await expect.poll(async () => (await shown()).status).toBe('success')
  return (await shown()).items.map(({ outcome }) => outcome)
}
