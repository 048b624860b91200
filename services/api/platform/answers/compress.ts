import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
  type BrotliOptions,
} from 'node:zlib'
import type { Coding } from './content-coding.ts'

type Compressor = {
  readonly atOnce: (bytes: Buffer) => Buffer
  /** In another thread. */
  readonly aside: (bytes: Buffer) => Promise<Buffer>
}

// The highest levels at which an answer that is made anew does not cost as much again (`docs/performance.md`).
const GZIP = { level: 5 }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const brotliFor = ({ length }: Buffer): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
})

const [gzipAside, brotliAside, zstdAside] = [
  promisify<Buffer, typeof GZIP, Buffer>(gzip),
  promisify<Buffer, BrotliOptions, Buffer>(brotliCompress),
  promisify<Buffer, typeof ZSTD, Buffer>(zstdCompress),
]

const compressors: Readonly<Record<Coding, Compressor>> = {
  gzip: { atOnce: bytes => gzipSync(bytes, GZIP), aside: bytes => gzipAside(bytes, GZIP) },
  br: {
    atOnce: bytes => brotliCompressSync(bytes, brotliFor(bytes)),
    aside: bytes => brotliAside(bytes, brotliFor(bytes)),
  },
  zstd: { atOnce: bytes => zstdCompressSync(bytes, ZSTD), aside: bytes => zstdAside(bytes, ZSTD) },
}

/** Compressed within a millisecond, which is less than another thread takes to be asked. */
const SHORT = 65_536

/** Long bodies are compressed in another thread, so that nobody waits for them. */
export const compress = (coding: Coding, bytes: Buffer): Buffer | Promise<Buffer> => {
  const { atOnce, aside } = compressors[coding]
  return bytes.length > SHORT ? aside(bytes) : atOnce(bytes)
}
