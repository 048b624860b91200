import { LRUCache } from 'lru-cache'
import type { Context } from '../handle.ts'
import type { FetchedImage, ImagesByAddress } from '../images/by-address.ts'

/** Failures in a row after which a host, or everybody, is not asked for a while. */
const PATIENCE = { host: 2, all: 8 } as const
const PAUSE_MS = 60_000
const HOSTS = 10_000
/** Fetches of imports at once: each may hold a whole image. */
const AT_ONCE = 4

/** The image that an item names, by id or address; null: there is none to be had. */
export type ImageOf = (
  sent: string,
  context: Context,
) => Promise<{ readonly id: number; readonly added: boolean } | null>

type Deps = {
  readonly exists: (id: number) => Promise<boolean>
  readonly byAddress: ImagesByAddress
  readonly nowMs: () => number
}

/** Says nothing about the picture, only about the way to it. */
const isHostFault = (fetched: FetchedImage): boolean =>
  !fetched.ok && ['timeout', 'unreachable', 'unknown_host'].includes(fetched.reason)

/** Who failed lately, and until when nobody asks them. */
const circuits = (nowMs: () => number) => {
  const known = new LRUCache<string, { readonly failures: number; readonly untilMs: number }>({ max: HOSTS })
  return {
    isOpen: (name: string): boolean => (known.get(name)?.untilMs ?? 0) > nowMs(),
    note: (name: string, failed: boolean, patience: number): void => {
      if (!failed) {
        known.delete(name)
        return
      }
      const failures = (known.get(name)?.failures ?? 0) + 1
      // after the pause one more failure is enough
      known.set(name, { failures, untilMs: failures >= patience ? nowMs() + PAUSE_MS : 0 })
    },
  }
}

/** Lets `limit` through at once; the others wait in order. */
const turnstile = (limit: number) => {
  let inside = 0
  const waiting: (() => void)[] = []
  return {
    enter: async (): Promise<void> => {
      if (inside < limit) inside++
      else await new Promise<void>(resolve => waiting.push(resolve))
    },
    leave: (): void => {
      const next = waiting.shift()
      if (next === undefined) inside--
      else next()
    },
  }
}

/**
 * Images of imported items (spec 05 §7 `image`). Whatever host is slow or dead costs an import a few time limits a
 * minute, not one for each item.
 */
export const importImages = ({ exists, byAddress, nowMs }: Deps): ImageOf => {
  const { isOpen, note } = circuits(nowMs)
  const { enter, leave } = turnstile(AT_ONCE)
  const ALL = ''

  const fetched = async (address: string, context: Context): Promise<FetchedImage | null> => {
    const { host } = new URL(address)
    await enter()
    try {
      if (isOpen(host) || isOpen(ALL)) return null
      const answer = await byAddress.fetch(address, context)
      note(host, isHostFault(answer), PATIENCE.host)
      note(ALL, isHostFault(answer), PATIENCE.all)
      return answer
    } finally {
      leave()
    }
  }

  return async (sent, context) => {
    if (/^[1-9]\d{0,14}$/.test(sent)) {
      const id = Number(sent)
      return (await exists(id)) ? { id, added: false } : null
    }
    if (!byAddress.allows(sent)) return null
    const answer = await fetched(sent, context)
    return answer?.ok === true ? { id: answer.id, added: answer.added } : null
  }
}
