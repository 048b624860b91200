import { expect, it } from 'vitest'
import { tableHead, tableRow } from '../../scripts/soak/minute.ts'
import { soak } from '../../scripts/soak/run.ts'

const columns = (line: string): number => line.split('|').length

it('everything at once is answered for a while, and each look at it is a row of the table', async () => {
  const { rows, faults } = await soak({ looks: 3, everyMs: 2_000, seed: 1 })
  expect(faults).toEqual([])
  expect(rows).toHaveLength(3)
  for (const row of rows) expect(columns(tableRow(row))).toBe(columns(tableHead))
})
