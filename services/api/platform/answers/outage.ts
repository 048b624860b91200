import { DocumentsUnavailable } from '../../../../shared/documents/port.ts'
import { WritesHeld } from '../../../../shared/event-store/holding.ts'
import { RevisionConflict, StoreUnavailable } from '../../../../shared/event-store/port.ts'
import type { Answer } from './answer.ts'
import { refused } from './errors.ts'

const RETRY_SECONDS = '5'

/** What a caller is told about a failure; `unexpected`: an operator should look at it. */
export const outageAnswer = (error: unknown): { readonly answer: Answer; readonly unexpected: boolean } => {
  if (error instanceof RevisionConflict) return { answer: refused('rest_conflict'), unexpected: false }
  if (error instanceof StoreUnavailable || error instanceof DocumentsUnavailable) {
    const answer = refused('rest_service_unavailable')
    const unexpected = !(error instanceof WritesHeld)
    return { answer: { ...answer, headers: [['Retry-After', RETRY_SECONDS]] }, unexpected }
  }
  return { answer: refused('internal_server_error'), unexpected: true }
}
