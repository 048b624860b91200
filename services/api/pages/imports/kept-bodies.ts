import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import { KEPT_FILES, KEPT_FILES_BYTES, KEPT_FILES_MS } from '../../../../shared/limits/imports.ts'
import type { Brought } from '../../admin/brought.ts'

/** A body that somebody brought, until it is applied. `name`: of its source, unless one is said. */
export type KeptBody = Brought & { readonly name: string; readonly url: string | null }

export type KeptBodies = {
  /** The name under which it is found again, by the same session alone, while there is room and time (spec 05 §13). */
  readonly keep: (session: string, body: KeptBody) => Promise<string>
  readonly find: (session: string, digest: string) => KeptBody | null
  readonly forget: (session: string, digest: string) => void
}

/** Bytes between which everything else has its turn. */
const SLICE = 4 * 1024 * 1024

const digestOf = async (bytes: Uint8Array): Promise<string> => {
  const sum = createHash('sha256')
  for (let at = 0; at < bytes.length; at += SLICE) {
    sum.update(bytes.subarray(at, at + SLICE))
    await nextTurn()
  }
  return sum.digest('hex')
}

const keyOf = (session: string, digest: string): string => `${session} ${digest}`

/** In memory and nowhere else: what is pushed out, or too old, or in another process, has to be brought again. */
export const keptBodies = (nowMs: () => EpochMs): KeptBodies => {
  const kept = new LRUCache<string, KeptBody>({
    ...{
      max: KEPT_FILES,
      maxSize: KEPT_FILES_BYTES,
      ttl: KEPT_FILES_MS,
      ttlResolution: 0,
      ttlAutopurge: true,
    },
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    perf: { now: nowMs },
  })
  return {
    keep: async (session, body) => {
      const digest = await digestOf(body.bytes)
      kept.set(keyOf(session, digest), body)
      return digest
    },
    find: (session, digest) => kept.get(keyOf(session, digest)) ?? null,
    forget: (session, digest) => {
      kept.delete(keyOf(session, digest))
    },
  }
}
