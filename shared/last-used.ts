import { LRUCache } from 'lru-cache'

/**
 * Remembers the `most` entries that were used last, each for `ttlMs` (0: for ever). Takes no room before there is something to remember: a cache that is
 * told a number of entries sets room aside for all of them at once, which is a third of the start of a small service.
 */
export const lastUsed = <Key extends string, Value extends object | number>(
  most: number,
  ttlMs = 0,
): LRUCache<Key, Value> => new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl: ttlMs })
