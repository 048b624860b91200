import { LRUCache } from 'lru-cache'

/**
 * For what saves work and can be had again: it is let go a quarter of an hour after it was kept, so that memory follows
 * what is done, not for how long a process has done it.
 */
export const LET_GO = { ttl: 900_000, ttlAutopurge: true } as const

/**
 * Remembers the `most` entries that were used last, each for `ttlMs` (0: for ever). Takes no room before there is
 * something to remember: a cache that is told a number of entries sets room aside for all of them at once, which is a
 * third of the start of a small service.
 */
export const lastUsed = <Key extends string, Value extends object | number>(
  most: number,
  ttlMs = 0,
): LRUCache<Key, Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl: ttlMs, ttlAutopurge: ttlMs > 0 })
