/** Pieces that are kept as they came, whatever their size: most bodies have no more. */
const AS_THEY_CAME = 16
/** Smaller pieces behind those are put together. */
const SMALL = 4_096
const BLOCK = 16_384

/**
 * Bytes that come piece by piece. A piece of one byte costs a hundred in memory, so small ones are put together: what is
 * held follows the bytes that came, not the pieces in which somebody chose to send them.
 */
export const gatheredBytes = () => {
  const pieces: Buffer[] = []
  let block: Buffer | null = null
  let used = 0
  const close = () => {
    if (block !== null && used > 0) pieces.push(Buffer.from(block.subarray(0, used)))
    used = 0
  }
  return {
    add: (piece: Uint8Array): void => {
      if (pieces.length < AS_THEY_CAME || piece.length >= SMALL) {
        close()
        pieces.push(Buffer.from(piece.buffer, piece.byteOffset, piece.length))
        return
      }
      if (used + piece.length > BLOCK) close()
      block ??= Buffer.allocUnsafeSlow(BLOCK)
      block.set(piece, used)
      used += piece.length
    },
    /** What came, in its order and in few pieces. */
    pieces: (): readonly Buffer[] => {
      close()
      return pieces
    },
  }
}
