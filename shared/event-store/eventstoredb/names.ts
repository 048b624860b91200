import { metastreamOf } from '@eventstore/db-client'
import { isSystemStream } from './record.ts'
import type { Names } from './read-message.ts'

/** Streams that start with one of the prefixes; without any, all that are not the server's own. */
export const recordStreams = (prefixes: readonly string[]): Names =>
  prefixes.length === 0 ? { regex: '^[^$]' } : { prefixes }

/** Where it is written which of their records can be read. */
export const metadataStreams = (prefixes: readonly string[]): Names =>
  prefixes.length === 0 ? { regex: '^\\$\\$[^$]' } : { prefixes: prefixes.map(metastreamOf) }

export const isWanted = (stream: string, prefixes: readonly string[]): boolean =>
  !isSystemStream(stream) && (prefixes.length === 0 || prefixes.some(prefix => stream.startsWith(prefix)))
