import { expect, test } from 'vitest'
import { planPutBack, type StandingAfter } from '../../../services/calendar/put-back/plan.ts'
import { eventId } from '../../../shared/kernel/brands.ts'
import { eventValues, recorder } from '../../support/recorded.ts'

const [APRIL, MAY] = ['2027-04-01 08:00:00', '2027-05-01 08:00:00']
const draft = { status: 'draft', publishedAt: null }
const published = { status: 'publish', publishedAt: APRIL }

const done = { ok: true, revision: 2, trash: null }

/** What it would come to to take back the second of these entries. */
const plan = (
  members: readonly string[] | null,
  ...stood: readonly Readonly<Record<string, string | null>>[]
) => {
  const record = recorder()
  const records = stood.map(() =>
    record({ type: 'EventCreated', eventId: eventId(41), by: 'person', values: eventValues() }),
  )
  const standing: StandingAfter = of => {
    const values = stood[of.length - 1]
    return values === undefined ? null : { values, trashed: null }
  }
  const [, second] = records
  return second && planPutBack(standing, records, { moment: second, only: 'entry', members })
}

test.each([
  [null, { status: ['publish', 'draft'] }, { publishedAt: 'set_since' }],
  [['status'], { status: ['publish', 'draft'] }, { publishedAt: 'set_since' }],
  [['publishedAt'], { publishedAt: [MAY, null] }, {}],
  [['status', 'publishedAt'], { status: ['publish', 'draft'], publishedAt: [MAY, null] }, {}],
])(
  '00 §6.4 a date of publication that was set since stays unless it is named: %j',
  (members, changes, stays) => {
    const dated = { ...published, publishedAt: MAY }
    expect(plan(members, draft, published, dated)).toEqual({ ...done, changes, stays })
  },
)

test.each([
  [null, {}, { status: 'set_since', publishedAt: 'set_since' }],
  [['status'], { status: ['private', 'draft'], publishedAt: [APRIL, null] }, {}],
])('00 §6.4 else it goes, and stays, with the status: %j', (members, changes, stays) => {
  const hidden = { ...published, status: 'private' }
  expect(plan(members, draft, published, hidden)).toEqual({ ...done, changes, stays })
})
