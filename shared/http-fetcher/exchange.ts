import type { IncomingMessage } from 'node:http'
import { ask } from './ask.ts'
import type { FetchFailure, Target } from './target.ts'

export type Wanted = {
  readonly maxBytes: number
  /** Looks at the content type before the body is read; "" when none was sent. */
  readonly accepts: (contentType: string) => boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** `status`: of the answer, where that is the reason. */
export type NotFetched = { readonly reason: FetchFailure; readonly status?: number }

export type Exchanged =
  | {
      readonly got: 'body'
      readonly contentType: string
      readonly bytes: Buffer
      readonly etag: string | null
      readonly lastModified: string | null
    }
  | { readonly got: 'unchanged' }
  | { readonly got: 'redirect'; readonly location: string }
  | { readonly got: 'failure'; readonly why: NotFetched }

const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308]
const failure = (reason: FetchFailure, status?: number): Exchanged => ({
  got: 'failure',
  why: status === undefined ? { reason } : { reason, status },
})

/** Room for a body that does not say how large it is. */
const UNANNOUNCED = 64 * 1024

const withRoomFor = (room: Buffer<ArrayBuffer>, size: number, maxBytes: number) => {
  if (size <= room.length) return room
  const wider = Buffer.allocUnsafeSlow(Math.min(maxBytes, 2 * size))
  room.copy(wider)
  return wider
}

/** Never in memory twice when the server says how large it is: what comes is put where it stays. */
const bodyOf = async (response: IncomingMessage, maxBytes: number): Promise<Buffer | null> => {
  const announced = Number(response.headers['content-length'] ?? Math.min(UNANNOUNCED, maxBytes))
  if (announced > maxBytes) return null
  let room = Buffer.allocUnsafeSlow(announced)
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (size + chunk.length > maxBytes) return null
    room = withRoomFor(room, size + chunk.length, maxBytes)
    size += chunk.copy(room, size)
  }
  return room.subarray(0, size)
}

const read = async (response: IncomingMessage, wanted: Wanted): Promise<Exchanged> => {
  const { statusCode, headers } = response
  if (statusCode === 304) return { got: 'unchanged' }
  if (REDIRECTS.includes(statusCode) && headers.location !== undefined)
    return { got: 'redirect', location: headers.location }
  if (statusCode !== 200) return failure('bad_status', statusCode)
  const contentType = headers['content-type'] ?? ''
  const encoded = (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity'
  if (encoded || !wanted.accepts(contentType)) return failure('wrong_type')
  const bytes = await bodyOf(response, wanted.maxBytes)
  if (bytes === null) return failure('too_large')
  const { etag = null, 'last-modified': lastModified = null } = headers
  return { got: 'body', contentType, bytes, etag, lastModified }
}

/** One request to one checked address, without following anything. */
export const exchange = async (target: Target, address: string, wanted: Wanted): Promise<Exchanged> => {
  const { headers, signal } = wanted
  const question = { method: 'GET', headers, signal } as const
  const got = await ask(target, address, question, response => read(response, wanted))
  return typeof got === 'string' ? failure(got) : got
}
