import { DocumentsUnavailable } from './port.ts'

/** So long a server is still waited for when the process stops. */
const LAST_MS = 1_000

export type Heard = <Answer>(answer: Promise<Answer>) => Promise<Answer>

/**
 * Passes answers on, however long they take. Once `stopping` has aborted each is waited for one more second: what has not
 * come by then has failed with DocumentsUnavailable, whatever becomes of it.
 */
export const impatientFrom = (stopping: AbortSignal): Heard => {
  const waiting = new Set<() => void>()
  const soon = (giveUp: () => void) => void setTimeout(giveUp, LAST_MS).unref()
  stopping.addEventListener('abort', () => {
    for (const giveUp of waiting) soon(giveUp)
  })
  return <Answer>(answer: Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      const giveUp = () =>
        reject(new DocumentsUnavailable('the process stops and waits no longer for MongoDB'))
      const heard = () => waiting.delete(giveUp)
      waiting.add(giveUp)
      if (stopping.aborted) soon(giveUp)
      answer.then(resolve, reject).finally(heard)
    })
}
