import { underWay } from '../../../../shared/under-way.ts'
import { compress } from './compress.ts'
import { codingFor, type Coding } from './content-coding.ts'
import type { KeptMemory } from './kept-memory.ts'
import { ownBytes } from './own-bytes.ts'
import type { Wire } from './wire.ts'

/** Shorter bodies fit into one packet as they are. */
const SHORT = 1_024

/** The coding in which a body of so many bytes goes out; null: as it is. */
export const codingOf = (accepted: string | undefined, length: number): Coding | null =>
  length > SHORT ? codingFor(accepted) : null

/** The same for every coding: it says that answers say the same, not that they are the same bytes. */
export const codedTag = (etag: string): string => `W/${etag}`

/** `body`: or what makes it. `etag`: null for what is sent to one reader alone. */
type Plain = Pick<Wire, 'encoding' | 'etag'> & { readonly body: Wire['body'] | (() => Buffer) }

export type CodedBodies = {
  /** At once when it is kept or short. */
  readonly coded: (plain: Plain, coding: Coding) => Buffer | Promise<Buffer>
  /** The body as it is, of what is made only where it is sent. */
  readonly asItIs: (etag: string, make: () => Buffer) => Buffer
}

const bytesOf = ({ body, encoding }: Plain): Buffer => {
  if (typeof body === 'function') return body()
  return typeof body === 'string' ? Buffer.from(body, encoding) : body
}

/**
 * Bodies as they go out to clients that accept a coding. What has a tag is compressed once for all who ask, and again
 * only when nothing else was asked for so long ago: the tag stands for the bytes, wherever they come from.
 */
export const codedBodies = (memory: KeptMemory): CodedBodies => {
  const kept = memory.shelf<Buffer>(({ length }) => length)
  const compressing = underWay<Buffer>()
  const keep = (key: string, coded: Buffer): Buffer => {
    const bytes = ownBytes(coded)
    kept.set(key, bytes)
    return bytes
  }
  return {
    asItIs: (etag, make) => {
      const key = `identity ${etag}`
      return kept.get(key) ?? keep(key, make())
    },
    coded: (plain, coding) => {
      if (plain.etag === null) return compress(coding, bytesOf(plain))
      const key = `${coding} ${plain.etag}`
      const known = kept.get(key)
      if (known !== undefined) return known
      const made = compress(coding, bytesOf(plain))
      return Buffer.isBuffer(made) ? keep(key, made) : compressing(key, async () => keep(key, await made))
    },
  }
}
