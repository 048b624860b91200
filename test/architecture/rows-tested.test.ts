import { join } from 'node:path'
import { expect, it } from 'vitest'
import { untold } from '../../scripts/spec-coverage/told.ts'
import { titlesBelow } from '../../scripts/spec-coverage/titles.ts'
import { toldRows } from './told-rows.ts'

const sections = Object.entries(toldRows)
const rows = sections.flatMap(([section, labels]) => labels.map(label => ({ section, label })))

it('the overview, the platform, the first generation and the dates have no row without a test of its name', async () => {
  const titles = await titlesBelow(join(import.meta.dirname, '..'))
  expect(untold(rows, titles)).toEqual([])
})

it('the list of rows is long, and says when one is told by nobody', () => {
  expect(new Set(sections.map(([section]) => section.slice(0, 2)))).toEqual(new Set(['00', '01', '02', '04']))
  expect(rows.length).toBeGreaterThan(330)
  expect(untold(rows, []).length).toBe(rows.length)
})
