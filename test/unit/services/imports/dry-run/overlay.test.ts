import { expect, it } from 'vitest'
import {
  streamName,
  type StreamName,
  streamRevision,
  type Revision,
} from '../../../../../shared/kernel/brands.ts'
import { DryRunTooLarge, overlayOn } from '../../../../../services/imports/dry-run/overlay.ts'
import { RevisionConflict } from '../../../../../shared/event-store/port.ts'
import { countedLog } from '../../../../support/counted-log.ts'
import { memoryLog } from '../../../../support/memory-log.ts'
import { note } from '../../../../support/note.ts'

const [THERE, NEW, ONE] = [streamName('note-there'), streamName('note-new'), streamName('note-one')]

const world = async () => {
  const below = memoryLog()
  await below.append(THERE, [note('a'), note('b')], 'absent')
  const { store, taken } = countedLog(below)
  return { below, overlay: overlayOn(store, 1_000_000), taken }
}

const textsOf = (records: readonly { readonly data: object }[]) =>
  records.map(({ data }) => (data as { readonly text?: string }).text).join('')

it('05 §13 what was looked at is not asked of the log again when it is written to, or is not there', async () => {
  const { overlay, taken } = await world()
  expect(await overlay.read(NEW)).toEqual([])
  expect(await overlay.read(NEW)).toEqual([])
  expect((await overlay.append(NEW, [note('x')], 'absent')).revision).toBe(0)
  expect(textsOf(await overlay.read(NEW))).toBe('x')
  expect(taken()).toEqual(['read note-new'])
  expect(textsOf(await overlay.read(THERE))).toBe('ab')
  expect((await overlay.append(THERE, [note('c')], streamRevision(1))).revision).toBe(2)
  expect(taken()).toEqual(['read note-there'])
  expect(textsOf(await overlay.read(THERE))).toBe('abc')
})

it('05 §13 a stream that was read to its end with a limit is kept whole, and read on from wherever somebody asks', async () => {
  const { overlay, taken } = await world()
  expect(textsOf(await overlay.read(THERE, { limit: 3 }))).toBe('ab')
  expect(taken()).toEqual(['read note-there'])
  expect(textsOf(await overlay.read(THERE, { from: streamRevision(1) }))).toBe('b')
  expect(textsOf(await overlay.read(THERE, { limit: 1 }))).toBe('a')
  await overlay.append(THERE, [note('c'), note('d')], streamRevision(1))
  expect(textsOf(await overlay.read(THERE, { from: streamRevision(1), limit: 2 }))).toBe('bc')
  expect(textsOf(await overlay.read(THERE, { from: streamRevision(3) }))).toBe('d')
  expect(taken()).toEqual([])
})

it('05 §13 what was not looked at, or in part, is asked for before it is written to', async () => {
  const { overlay, taken } = await world()
  await expect(overlay.append(THERE, [note('x')], 'absent')).rejects.toBeInstanceOf(RevisionConflict)
  expect(taken()).toEqual(['read note-there'])
  const other = await world()
  expect(textsOf(await other.overlay.read(THERE, { limit: 1 }))).toBe('a')
  expect(await other.overlay.read(THERE, { from: streamRevision(2) })).toEqual([])
  expect((await other.overlay.append(THERE, [note('c')], streamRevision(1))).revision).toBe(2)
  expect(other.taken()).toHaveLength(3)
})

it('05 §13 what others write to a stream after it was looked at does not stand between what is written here', async () => {
  const { below, overlay } = await world()
  expect(textsOf(await overlay.read(THERE))).toBe('ab')
  await below.append(THERE, [note('of others')], 'any')
  await overlay.append(THERE, [note('c')], streamRevision(1))
  expect(textsOf(await overlay.read(THERE))).toBe('abc')
})

it('05 §13 several appends are all there or none, and records lie there as they were appended', async () => {
  const { overlay } = await world()
  const append = (stream: StreamName, text: string, expected: 'absent' | Revision) => ({
    ...{ stream, records: [note(text)], expected },
  })
  await expect(
    overlay.appendAll([append(ONE, 'x', 'absent')], append(THERE, 'y', streamRevision(0))),
  ).rejects.toMatchObject({ stream: 'note-there' })
  expect(await overlay.read(ONE)).toEqual([])
  expect(overlay.isMade(ONE)).toBe(false)
  const last = append(THERE, 'y', streamRevision(1))
  const { revision } = await overlay.appendAll([append(ONE, 'x', 'absent')], last)
  expect([revision, overlay.isMade(ONE), overlay.isMade(THERE)]).toEqual([2, true, false])
  expect(overlay.addedTo(THERE)).toMatchObject([{ ...last.records[0], revision: 2 }])
  expect(textsOf([...overlay.added('note-')])).toBe('xy')
})

it('05 §13 holds as much as it was told, whatever the form of it', async () => {
  const { store } = countedLog(memoryLog())
  const most = JSON.stringify(note('').data).length + 1_000
  const overlay = overlayOn(store, most)
  await overlay.append(streamName('note-a'), [note('x'.repeat(900))], 'absent')
  await expect(
    overlay.append(streamName('note-b'), [note('x'.repeat(900))], 'absent'),
  ).rejects.toBeInstanceOf(DryRunTooLarge)
  const nested = { ...note(''), data: { list: [{ name: ['x'.repeat(1_000)] }] } }
  await expect(
    overlayOn(store, most).append(streamName('note-c'), [nested], 'absent'),
  ).rejects.toBeInstanceOf(DryRunTooLarge)
})
