/** What a client proposes to write. */
export type Proposed = {
  readonly id: string
  readonly type: string
  readonly contentType: 'application/json' | 'application/octet-stream'
  readonly data: Uint8Array
  readonly metadata: Uint8Array
}

/** One event as the log holds it. */
export type Recorded = Proposed & {
  readonly stream: string
  /** Place in its stream; `DELETED_REVISION` for the event that ends a stream for ever. */
  readonly revision: bigint
  /** Place in the whole log: rising, with gaps, like the byte offsets of the real server. */
  readonly position: number
  /** Milliseconds since 1970. */
  readonly created: number
}

export type Expected = 'any' | 'no_stream' | 'stream_exists' | bigint

export const DELETED_REVISION = 9223372036854775807n

/** The number the wire knows an expectation by in error trailers. */
export const expectedNumber = (expected: Expected): bigint => {
  if (expected === 'any') return -2n
  if (expected === 'no_stream') return -1n
  return expected === 'stream_exists' ? -4n : expected
}

export const metastreamOf = (stream: string): string => `$$${stream}`

/** The stream whose metadata this stream holds; null: it is no metastream. */
export const describedBy = (stream: string): string | null =>
  stream.startsWith('$$') && stream.length > 2 ? stream.slice(2) : null
