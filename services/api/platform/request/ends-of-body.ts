import type { IncomingMessage } from 'node:http'
import { BODY_SILENCE_MS, FORM_ENDS_BYTES, LARGE_FORM_BYTES } from '../../../../shared/limits.ts'

/** Keeps the first and the last bytes of what it is given, a piece at a time. */
const endsKeeper = () => {
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let size = 0
  return {
    size: () => size,
    add: (chunk: Buffer): void => {
      size += chunk.length
      const room = FORM_ENDS_BYTES - head.length
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)])
      const rest = chunk.subarray(Math.max(0, room))
      if (rest.length > 0) tail = Buffer.concat([tail, rest]).subarray(-FORM_ENDS_BYTES)
    },
    both: (): Buffer => Buffer.concat([head, tail]),
  }
}

/**
 * Receives the rest of a body that is too large, and keeps `FORM_ENDS_BYTES` of each end: of a form with one large file,
 * these are a form with a small one. `came`: what was received of it already. null: it is larger than `LARGE_FORM_BYTES`,
 * or does not end; nothing more is read of it then.
 */
export const receiveEnds = (request: IncomingMessage, came: readonly Buffer[]): Promise<Buffer | null> =>
  new Promise(resolve => {
    const kept = endsKeeper()
    for (const chunk of came) kept.add(chunk)
    const end = (ends: Buffer | null) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      resolve(ends)
    }
    const onData = (chunk: Buffer) => {
      timer.refresh()
      kept.add(chunk)
      if (kept.size() > LARGE_FORM_BYTES) end(null)
    }
    const onEnd = () => end(kept.both())
    const onGone = () => end(null)
    const timer = setTimeout(onGone, BODY_SILENCE_MS)
    request.on('data', onData).once('end', onEnd).once('close', onGone).once('error', onGone)
  })
