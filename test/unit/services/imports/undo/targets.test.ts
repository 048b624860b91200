import { expect, it } from 'vitest'
import { targetsOf } from '../../../../../services/imports/undo/targets.ts'
import { fairItem } from '../../../../support/import-world.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { undoWorld } from '../../../../support/undo-world.ts'

it('05 §12 what an undo takes back is made out once for each import, however often somebody asks', async () => {
  const world = undoWorld(memoryLog())
  const targets = async (importId: string) => targetsOf((await world.run(importId)).touches)
  await world.whole('run1', [fairItem({ venue: { venue: 'Main Hall' } })])
  await world.whole('run2', [fairItem({ uid: 'b2@feed.example', title: 'Concert' })])
  const first = await targets('run1')
  expect(first.map(({ kind }) => kind)).toEqual(['event', 'venue'])
  expect((await targets('run2')).map(({ kind }) => kind)).toEqual(['event'])
  await world.undo('run1')
  expect(await targets('run1')).toBe(first)
})
