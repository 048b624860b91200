import { expect, it } from 'vitest'
import { logPosition } from '../../../shared/kernel/brands.ts'
import { framesOf, headerIn, takeIn } from '../../../services/wiring/snapshots/contents.ts'
import type { DocumentsState, HeldCollection } from '../../../shared/documents/port.ts'

const ABOUT = {
  madeWith: 'this release',
  log: { position: logPosition(7), fingerprint: 'as it is' },
  marks: {},
}

const held = (name: string, ...parts: readonly unknown[]): HeldCollection => ({
  spec: { name, indexes: [] },
  parts: parts.map(part => () => part),
})

it('parts of any size come back in their order, each in its collection, though frames share a piece of memory', async () => {
  // the second is larger than a frame is as a rule
  const [first, large, last] = ['first of all', 'x'.repeat(36_000_000), 'last of all']
  const frames: Buffer[] = []
  const events = held('events', first, large)
  for await (const frame of framesOf(ABOUT, [events, held('venues', last)], async () => undefined))
    frames.push(frame)
  expect(frames.length).toBe(3)
  const header = headerIn(frames)
  if (header === null) throw new Error('there is no header')
  expect(header).toMatchObject({ ...ABOUT, parts: 3 })
  const taken: (readonly [string, unknown])[] = []
  const state: DocumentsState = {
    held: () => [],
    taking: spec => part => void taken.push([spec.name, part]),
    changes: () => 0,
  }
  await takeIn(state, header, frames)
  const isAsGiven = taken.map(([name, part]) => [name, [first, large, last].indexOf(String(part))])
  expect(isAsGiven).toEqual([
    ['events', 0],
    ['events', 1],
    ['venues', 2],
  ])
})
