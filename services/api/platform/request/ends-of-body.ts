import type { IncomingMessage } from 'node:http'
import { BODY_SILENCE_MS, FORM_ENDS_BYTES, LARGE_FORM_BYTES } from '../../../../shared/limits/requests.ts'

/**
 * Keeps the first and the last bytes of what it is given, a piece at a time. Each byte is copied once, however small the
 * pieces are: behind the head, the last bytes go round in a ring.
 */
const endsKeeper = () => {
  const head = Buffer.alloc(FORM_ENDS_BYTES)
  let tail: Buffer | null = null
  let size = 0
  return {
    size: () => size,
    add: (chunk: Buffer): void => {
      const copied = size < FORM_ENDS_BYTES ? chunk.copy(head, size) : 0
      size += copied
      const rest = chunk.subarray(copied)
      if (rest.length === 0) return
      tail ??= Buffer.alloc(FORM_ENDS_BYTES)
      const last = rest.subarray(-FORM_ENDS_BYTES)
      const at = (size - FORM_ENDS_BYTES + rest.length - last.length) % FORM_ENDS_BYTES
      // what does not fit behind `at` goes on at the beginning
      last.copy(tail, 0, last.copy(tail, at))
      size += rest.length
    },
    both: (): Buffer => {
      const behind = size - FORM_ENDS_BYTES
      if (tail === null) return head.subarray(0, size)
      if (behind <= FORM_ENDS_BYTES) return Buffer.concat([head, tail.subarray(0, behind)])
      const at = behind % FORM_ENDS_BYTES
      return Buffer.concat([head, tail.subarray(at), tail.subarray(0, at)])
    },
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
