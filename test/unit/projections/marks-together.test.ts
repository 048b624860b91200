import { expect, it } from 'vitest'
import { marksTogether } from '../../../projections/engine/marks-together.ts'
import type { Update } from '../../../shared/documents/port.ts'

const ofMark = (_id: string, change: Update['$set'], epoch = 1) => ({
  updateOne: { filter: { _id, epoch }, update: { $set: change ?? {}, $inc: { beat: 1 } } },
})
const asOne = (ids: readonly string[], change: Update['$set'], epoch = 1) => ({
  updateMany: { filter: { _id: { $in: ids }, epoch }, update: { $set: change ?? {}, $inc: { beat: 1 } } },
})

it('marks that change alike are one operation, others stay what they are', () => {
  const changed = ofMark('lists@1', { reached: 7, changedAt: 7 })
  const given = [
    ofMark('images@1', { reached: 7 }),
    changed,
    ofMark('venues@1', { reached: 7 }),
    ofMark('terms@1', { reached: 7 }),
  ]
  expect(marksTogether(given)).toEqual([asOne(['images@1', 'venues@1', 'terms@1'], { reached: 7 }), changed])
})

it('marks of different epochs are not changed together', () => {
  const given = [
    ofMark('images@1', {}),
    ofMark('venues@1', {}, 2),
    ofMark('lists@1', {}),
    ofMark('terms@1', {}, 2),
  ]
  expect(marksTogether(given)).toEqual([
    asOne(['images@1', 'lists@1'], {}),
    asOne(['venues@1', 'terms@1'], {}, 2),
  ])
})

it.each([
  ['changed twice', ofMark('venues@1', { reached: 9 })],
  ['taken away', { deleteOne: { filter: { _id: 'venues@1', epoch: 1 } } }],
  [
    'taken over',
    { updateOne: { filter: { _id: 'venues@1', epoch: 1, beat: 4 }, update: { $set: { epoch: 2 } } } },
  ],
])('a mark that is also %s keeps its order', (_, other) => {
  const given = [ofMark('images@1', { reached: 7 }), other, ofMark('venues@1', { reached: 7 })]
  expect(marksTogether(given)).toEqual(given)
})

it('what is no change of a mark under an epoch is left alone', () => {
  const given = ['event-listing', 'terms'].map(model => ({
    updateOne: { filter: { _id: `generations of ${model}`, serving: 1 }, update: { $set: { building: 2 } } },
  }))
  expect(marksTogether(given)).toEqual(given)
})
