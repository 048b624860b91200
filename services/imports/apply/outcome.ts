import type { ItemOutcome } from '../../../shared/facts/import.ts'

/** An item of a cancelled import that its work did not reach. */
export const cancelledOutcome = (position: number): ItemOutcome => ({
  ...failedOutcome(position, 'import_cancelled'),
  outcome: 'skipped',
})

/** An item that could not be imported; the code is one of spec 05. */
export const failedOutcome = (
  position: number,
  reason: string,
  { uid = null, warnings = [] }: { readonly uid?: string | null; readonly warnings?: readonly string[] } = {},
): ItemOutcome => ({
  position,
  outcome: 'failed',
  reason,
  warnings: [...warnings],
  id: null,
  uid,
  touched: [],
})
