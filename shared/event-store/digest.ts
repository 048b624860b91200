import { hash } from 'node:crypto'
import { withoutPlaces } from './places-named.ts'
import type { StoredRecord } from './port.ts'

/** Bytes of a digest. */
export const DIGEST_BYTES = 32

/**
 * SHA-256 over everything that a record says: of which stream, at which revision, under which id, what, who and when;
 * not where in the log it stands, nor where others stood that it names, which another log may number otherwise. Members stand in the order in which they were
 * written, as every adapter keeps it. Ids are random, so nobody can guess from a digest what was said.
 */
export const recordDigest = (record: StoredRecord): Buffer => {
  const { stream, revision, id, type, data, meta } = withoutPlaces(record)
  return hash('sha256', JSON.stringify([stream, revision, id, type, data, meta]), 'buffer')
}

/** Digests one behind the other, as base64. */
const joinDigests = (digests: readonly Buffer[]): string => Buffer.concat(digests).toString('base64')

/** Of one fact: 200 kilobytes, far below what one append takes. */
export const MOST_DIGESTS = 5_000

/** Digests of records, joined, in pieces that a fact takes; the newest ones first. */
export const digestsOf = (records: readonly StoredRecord[]): readonly string[] => {
  const pieces: string[] = []
  for (let end = records.length; end > 0; end -= MOST_DIGESTS)
    pieces.push(joinDigests(records.slice(Math.max(end - MOST_DIGESTS, 0), end).map(recordDigest)))
  return pieces
}

/** What `joinDigests` joined. */
export const splitDigests = (joined: string): readonly Buffer[] => {
  const bytes = Buffer.from(joined, 'base64')
  return Array.from({ length: Math.floor(bytes.length / DIGEST_BYTES) }, (_, n) =>
    bytes.subarray(n * DIGEST_BYTES, (n + 1) * DIGEST_BYTES),
  )
}
