import type { Marked } from '../../../../shared/kernel/json.ts'

/** Parts of a body, as they come. `gone` aborts when the client has hung up. */
export type Pieces = (gone: AbortSignal) => AsyncIterable<string>

/** What a handler gives back: status, JSON text, and the headers that are its own (totals, Link, Location). */
export type Answer = {
  readonly status: number
  /** JSON unless `type` says otherwise. */
  readonly text: string
  /** Stands for the text, which is ASCII then: see `Marked`. */
  readonly mark?: string
  /** Instead of a text, on routes outside of the REST interface: sent piece by piece, at the pace of the client. */
  readonly pieces?: Pieces
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Content type when it is not JSON. */
  readonly type?: string
  /**
   * Epoch milliseconds at which the same question of a guest may have another answer without any write
   * (Infinity: never); absent: every question is answered anew.
   */
  readonly until?: number
  /** Credential and nonce errors must not be stored by anyone (spec 01 §6). */
  readonly noStore?: boolean
}

const NO_HEADERS: Answer['headers'] = []

export const json = (status: number, body: unknown, headers = NO_HEADERS): Answer => ({
  status,
  text: JSON.stringify(body),
  headers,
})

/** For bodies composed from stored JSON texts. */
export const jsonText = (status: number, text: string, headers = NO_HEADERS): Answer => ({
  status,
  text,
  headers,
})

/** For long bodies composed from stored JSON texts that have marks. */
export const markedJson = (status: number, { text, mark }: Marked, headers = NO_HEADERS): Answer => ({
  status,
  text,
  mark,
  headers,
})

/** The same answer in other words. */
export const reworded = (answer: Answer, text: string): Answer => {
  const { mark, ...rest } = answer
  return mark === undefined ? { ...answer, text } : { ...rest, text }
}
