import { expect, it } from 'vitest'
import { overlayOn } from '../../../../../services/imports/dry-run/overlay.ts'
import { RevisionConflict } from '../../../../../shared/event-store/port.ts'
import { countedLog } from '../../../../support/counted-log.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { note } from '../../../../support/note.ts'

const world = async () => {
  const below = memoryLog()
  await below.append('note-there', [note('a'), note('b')], 'absent')
  const { store, taken } = countedLog(below)
  return { below, overlay: overlayOn(store, 1_000_000), taken }
}

const textsOf = (records: readonly { readonly data: object }[]) =>
  records.map(({ data }) => (data as { readonly text?: string }).text).join('')

it('05 §13 what was looked at is not asked of the log again when it is written to, or is not there', async () => {
  const { overlay, taken } = await world()
  expect(await overlay.read('note-new')).toEqual([])
  expect(await overlay.read('note-new')).toEqual([])
  expect((await overlay.append('note-new', [note('x')], 'absent')).revision).toBe(0)
  expect(textsOf(await overlay.read('note-new'))).toBe('x')
  expect(taken()).toEqual(['read note-new'])
  expect(textsOf(await overlay.read('note-there'))).toBe('ab')
  expect((await overlay.append('note-there', [note('c')], 1)).revision).toBe(2)
  expect(taken()).toEqual(['read note-there'])
  expect(textsOf(await overlay.read('note-there'))).toBe('abc')
})

it('05 §13 what was not looked at, or in part, is asked for before it is written to', async () => {
  const { overlay, taken } = await world()
  await expect(overlay.append('note-there', [note('x')], 'absent')).rejects.toBeInstanceOf(RevisionConflict)
  expect(taken()).toEqual(['read note-there'])
  const other = await world()
  expect(textsOf(await other.overlay.read('note-there', { limit: 1 }))).toBe('a')
  expect(await other.overlay.read('note-there', { from: 2 })).toEqual([])
  expect((await other.overlay.append('note-there', [note('c')], 1)).revision).toBe(2)
  expect(other.taken()).toHaveLength(3)
})

it('05 §13 what others write to a stream after it was looked at does not stand between what is written here', async () => {
  const { below, overlay } = await world()
  expect(textsOf(await overlay.read('note-there'))).toBe('ab')
  await below.append('note-there', [note('of others')], 'any')
  await overlay.append('note-there', [note('c')], 1)
  expect(textsOf(await overlay.read('note-there'))).toBe('abc')
})
