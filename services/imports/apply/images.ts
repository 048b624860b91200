import { setTimeout as sleep } from 'node:timers/promises'
import { type EpochMs, type ImageId, imageId } from '../../../shared/kernel/brands.ts'
import type { Context } from '../../handle.ts'
import type { FetchedImage, ImagesByAddress } from '../../images/by-address.ts'
import { lastUsed } from '../../../shared/remembered.ts'

/** Failures in a row after which a host, or everybody, is not asked for a while. */
const PATIENCE = { host: 2, all: 8 } as const
const PAUSE_MS = 60_000
const HOSTS = 10_000
/** Fetches of imports at once: each may hold a whole image. */
const AT_ONCE = 4
/** Fetches that take longer, and do not keep others from beginning. */
const LATE_AT_ONCE = 8
/** How long an import waits for an image before it lets others work. */
const PATIENT_MS = 250
/** How long, and how many of, images that came late wait to be asked for again. */
const KEPT_MS = 300_000
const KEPT = 10_000

/** The image is being fetched. Whoever asks again later is told what came of it. */
export class ImageUnderWay extends Error {
  override readonly name = 'ImageUnderWay'
}

type Found = { readonly id: ImageId; readonly added: boolean }

/** The image that an item names, by id or address; null: there is none to be had. Throws `ImageUnderWay`. */
export type ImageOf = (sent: string, context: Context) => Promise<Found | null>

/** Images by id, and those of allowed addresses as `byAddress` finds them (spec 05 §7). */
export const imagesNamed =
  (
    exists: (id: ImageId) => Promise<boolean>,
    allows: (address: string) => boolean,
    byAddress: ImageOf,
  ): ImageOf =>
  async (sent, context) => {
    if (!/^[1-9]\d{0,14}$/.test(sent)) return allows(sent) ? byAddress(sent, context) : null
    const id = imageId(Number(sent))
    return (await exists(id)) ? { id, added: false } : null
  }

type Deps = {
  readonly exists: (id: ImageId) => Promise<boolean>
  readonly byAddress: ImagesByAddress
  readonly nowMs: () => EpochMs
}

/** Says nothing about the picture, only about the way to it. */
const isHostFault = (fetched: FetchedImage): boolean =>
  !fetched.ok && ['timeout', 'unreachable', 'unknown_host'].includes(fetched.reason)

/** Who failed lately, and until when nobody asks them. */
const circuits = (nowMs: () => EpochMs) => {
  const known = lastUsed<string, { readonly failures: number; readonly untilMs: number }>(HOSTS)
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

/** Lets work through a turnstile that those who take long leave while they go on. */
const lanes = () => {
  const { enter, leave } = turnstile(AT_ONCE)
  let late = 0
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    await enter()
    const place = { isLate: false }
    const timer = setTimeout(() => {
      if (late >= LATE_AT_ONCE) return
      place.isLate = true
      late++
      leave()
    }, PATIENT_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      if (place.isLate) late--
      else leave()
    }
  }
}

/**
 * Waits a short while for each value: one that takes longer goes on without anybody, and is told to whoever asks for
 * the same key again. What was there in time is not kept.
 */
const patiently = <Value extends object | null>() => {
  const late = lastUsed<string, Promise<Value>>(KEPT, KEPT_MS)
  const underWay = Symbol('under way')
  return async (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const asking = late.get(key) ?? ask()
    const waiting = new AbortController()
    const first = await Promise.race([
      asking,
      sleep(PATIENT_MS, underWay, { signal: waiting.signal }).catch(() => underWay),
    ]).finally(() => {
      waiting.abort()
    })
    if (first !== underWay) return await asking
    // after a fault it is asked for anew
    asking.catch(() => late.delete(key))
    late.set(key, asking)
    throw new ImageUnderWay(`not there yet: ${key}`)
  }
}

/**
 * Images of imported items (spec 05 §7 `image`). Whatever host is slow or dead costs an import a few time limits a
 * minute, not one for each item, and nobody works or fetches less because an import waits for it.
 */
export const importImages = ({ exists, byAddress, nowMs }: Deps): ImageOf => {
  const { isOpen, note } = circuits(nowMs)
  const inLane = lanes()
  const wait = patiently<Found | null>()
  const ALL = ''

  const fetched = (address: string, context: Context): Promise<Found | null> => {
    const { host } = new URL(address)
    return inLane(async () => {
      if (isOpen(host) || isOpen(ALL)) return null
      const answer = await byAddress.fetch(address, context)
      note(host, isHostFault(answer), PATIENCE.host)
      note(ALL, isHostFault(answer), PATIENCE.all)
      return answer.ok ? { id: answer.id, added: answer.added } : null
    })
  }

  // another import asks anew: the image may have changed
  return imagesNamed(exists, byAddress.allows, (address, context) =>
    wait(`${context.correlation} ${address}`, () => fetched(address, context)),
  )
}
