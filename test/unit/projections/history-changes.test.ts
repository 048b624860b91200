import { describe, expect, it } from 'vitest'
import { changesOf } from '../../../projections/history/changes.ts'
import type { Table } from '../../support/told-facts/common.ts'
import { directoryRows } from '../../support/told-facts/directories.ts'
import { eventRows } from '../../support/told-facts/events.ts'
import { scheduleRows } from '../../support/told-facts/schedules.ts'
import { subscriptionRows } from '../../support/told-facts/subscriptions.ts'
import { siteRows } from '../../support/told-facts/site.ts'

// every fact has its row
const rows: Table = { ...siteRows, ...scheduleRows, ...subscriptionRows, ...eventRows, ...directoryRows }

describe('what the history says of a fact', () => {
  it.each(Object.values(rows).map(([fact, told]) => ({ fact, told })))('$fact.type', ({ fact, told }) => {
    expect(changesOf(fact)).toEqual(told)
  })
})
