import { localTime, utcTime, userId } from '../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { merged } from '../../../services/move-in/apply/merge.ts'
import { newEventValues } from '../../../services/calendar/values.ts'

const period = {
  allDay: false,
  start: localTime('2027-05-08 10:00:00'),
  end: localTime('2027-05-08 12:00:00'),
  timezone: 'UTC',
  startUtc: utcTime('2027-05-08 10:00:00'),
  endUtc: utcTime('2027-05-08 12:00:00'),
}
const values = newEventValues({
  ...period,
  title: 'Fair',
  slug: 'fair',
  status: 'publish',
  publishedAt: utcTime('2026-01-01 00:00:00'),
  author: userId(1),
  lineage: ['old.example?id=4'],
})

describe('05 §15 what changed over there', () => {
  it('is taken over, and the rest says nothing', () => {
    const { patch, changes, stays } = merged(
      { values, changedBy: {} },
      { title: 'Fair day', cost: '5', lineage: ['old.example?id=4'] },
    )
    expect(patch).toEqual({ title: 'Fair day', cost: '5' })
    expect(changes).toEqual({ title: ['Fair', 'Fair day'], cost: ['', '5'] })
    expect(stays).toEqual([])
  })

  it('stays where a person wrote it here last', () => {
    const { patch, stays } = merged(
      { values, changedBy: { title: 'person', cost: 'import' } },
      { title: 'X', cost: '5' },
    )
    expect([patch, stays]).toEqual([{ cost: '5' }, ['title']])
  })

  it('is one thing where it is about when', () => {
    const there = { start: localTime('2027-05-09 10:00:00'), end: localTime('2027-05-09 12:00:00') }
    const { patch, stays } = merged({ values, changedBy: { end: 'person' } }, there)
    expect([patch, stays]).toEqual([{}, ['start', 'end']])
  })

  it('is no slug that only got a number, no empty one, and no date of publication that was cleared', () => {
    const numbered = { values: { ...values, slug: 'fair-3' }, changedBy: {} }
    expect(merged(numbered, { slug: 'fair', publishedAt: null }).patch).toEqual({})
    expect(merged(numbered, { slug: '' }).patch).toEqual({})
    expect(merged(numbered, { slug: 'bazaar' }).patch).toEqual({ slug: 'bazaar' })
  })

  it('takes no id away by which other sites know the event', () => {
    const there = { lineage: ['feed.example?id=9'] }
    expect(merged({ values, changedBy: {} }, there).patch).toEqual({
      lineage: ['old.example?id=4', 'feed.example?id=9'],
    })
  })
})
