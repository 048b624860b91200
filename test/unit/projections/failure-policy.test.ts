import { expect, it } from 'vitest'
import { onHistoryFailure, onListingFailure } from '../../../projections/engine/failure-policy.ts'
import { DocumentsUnavailable } from '../../../shared/documents/port.ts'
import { StoreUnavailable } from '../../../shared/event-store/port.ts'

const broken = new TypeError('no codec knows this')

it('a record that fails twice is parked by listings and stops the history', () => {
  expect(onListingFailure({ error: broken, attempt: 1 }).then).toBe('retry')
  expect(onListingFailure({ error: broken, attempt: 2 })).toEqual({ then: 'park', reason: String(broken) })
  expect(onHistoryFailure({ error: broken, attempt: 2 })).toEqual({ then: 'stop', reason: String(broken) })
})

it.each([new DocumentsUnavailable('down'), new StoreUnavailable('down')])(
  'nothing is left out because of an outage, however long: %s',
  error => {
    for (const attempt of [1, 20, 2_000]) {
      const verdict = onListingFailure({ error, attempt })
      expect(verdict.then === 'retry' && verdict.afterMs <= 15_000).toBe(true)
      expect(onHistoryFailure({ error, attempt })).toEqual(verdict)
    }
  },
)
