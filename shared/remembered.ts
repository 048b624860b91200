import { LRUCache } from 'lru-cache'

// What is kept to save work, by what it is made of and when it is let go:
// - of an object that nobody changes, for as long as somebody holds that: `madeOnce`; those asked for lately alone: `madeLately`
// - of nothing, at the first call: `madeAtFirst`; something opened, of which many may ask at once: `openedOnce`
// - of a key: the last ones used, few: `lastUsed`; very many, or asked for very often: `keptByHalves`; of few small keys:
//   `memoized` in `kernel`
// - an answer of a key: for as long as it is under way: `underWay` (`under-way.ts`); for as long as all are kept: `askedOnce`
// - all of it until a setting is another: `begunAnew`
// What takes room of `CACHE_MB` stands on a shelf of `services/api/platform/answers/kept-memory.ts`. Whether what is kept is
// still right is not asked here: that is told by a trail (`documents/trails.ts`).

/** Room for what is made of things, which several may share. */
export type Room = {
  /** Takes up as much of it. */
  readonly take: (size: number) => void
  /** `letGo` is called whenever it is full, and then begins anew. */
  readonly whenFull: (letGo: () => void) => void
}

export const roomFor = (most: number): Room => {
  const all: (() => void)[] = []
  let taken = 0
  return {
    take: size => {
      taken += size
      if (taken <= most) return
      taken = size
      for (const letGo of all) letGo()
    },
    whenFull: letGo => void all.push(letGo),
  }
}

/** `room`: by `sizeOf`. `fits`: whether what was made is as it would be made by what else is given; absent: it is. */
type Lately<Made, Besides> = {
  readonly sizeOf: (made: Made) => number
  readonly room: Room
  readonly fits?: (made: Made, besides: Besides) => boolean
}

/**
 * What is made of something that nobody changes, such as a document, kept only of what was asked for lately: what there is
 * room for in all, and before it is let go, as much again. What nobody else holds any more is let go with what was made of
 * it. Where nothing (undefined) is made, that is found out each time.
 */
export const madeLately = <Given extends object, Made, Besides = void>(
  make: (given: Given, besides: Besides) => Made,
  { sizeOf, room, fits = () => true }: Lately<Made, Besides>,
): ((given: Given, besides: Besides) => Made) => {
  type Known = WeakMap<Given, Made>
  let [lately, before]: [Known, Known] = [new WeakMap(), new WeakMap()]
  room.whenFull(() => {
    ;[lately, before] = [new WeakMap(), lately]
  })
  return (given, besides) => {
    const known = lately.get(given)
    if (known !== undefined && fits(known, besides)) return known
    const earlier = before.get(given)
    const made = earlier !== undefined && fits(earlier, besides) ? earlier : make(given, besides)
    room.take(sizeOf(made))
    lately.set(given, made)
    return made
  }
}

/** The same, once for as long as somebody holds what it is made of. */
export const madeOnce = <Given extends object, Made>(
  make: (given: Given) => Made,
): ((given: Given) => Made) => madeLately<Given, Made>(make, { sizeOf: () => 0, room: roomFor(Infinity) })

/** What `begin` makes to keep things in, anew whenever `mark` is another: nothing stays that was made before it changed. */
export const begunAnew = <Kept>(mark: () => string, begin: () => Kept): (() => Kept) => {
  const begun = () => ({ mark: mark(), kept: begin() })
  let known = begun()
  return () => {
    if (known.mark !== mark()) known = begun()
    return known.kept
  }
}

/**
 * Answers that are asked for once for each key, for as long as they are kept together. One that failed fails all who wait
 * for it, and nobody after them.
 */
export const askedOnce = <Answer, Key = string>() => {
  const answers = new Map<Key, Promise<Answer>>()
  return {
    get: (key: Key, ask: () => Promise<Answer>): Promise<Answer> => {
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = ask()
      answers.set(key, answer)
      answer.catch(() => {
        if (answers.get(key) === answer) answers.delete(key)
      })
      return answer
    },
    forget: (key: Key): void => {
      answers.delete(key)
    },
  }
}

/** What `make` makes at the first call, at each call. */
export const madeAtFirst = <Made>(make: () => Made): (() => Made) => {
  let known: { readonly made: Made } | null = null
  return () => (known ??= { made: make() }).made
}

export type Opening<Value> = {
  /** Opens when first asked; a failed opening is tried again by the next who asks. */
  readonly now: () => Promise<Value>
  /** The same without waiting for what has been opened. */
  readonly atOnce: () => Value | Promise<Value>
  /** What was opened or is being opened, without opening anything; null: nothing. */
  readonly soFar: () => Promise<Value> | null
}

/** All who ask share one opening. */
export const openedOnce = <Value>(open: () => Promise<Value>): Opening<Value> => {
  let opened: Promise<Value> | null = null
  let there: { readonly value: Value } | null = null
  const now = () => {
    if (opened !== null) return opened
    const opening = open()
    opened = opening
    opening.then(
      value => {
        there = { value }
      },
      () => {
        opened = null
      },
    )
    return opening
  }
  return { now, atOnce: () => there?.value ?? now(), soFar: () => opened }
}

/**
 * For what saves work and can be had again: it is let go a quarter of an hour after it was kept, so that memory follows
 * what is done, not for how long a process has done it. Each look asks the clock: a time that is remembered takes a timer each
 * millisecond.
 */
export const LET_GO = { ttl: 900_000, ttlAutopurge: true, ttlResolution: 0 } as const

/**
 * Remembers the `most` entries that were used last, each for `ttlMs` (0: for ever). Takes no room before there is
 * something to remember: a cache that is told a number of entries sets room aside for all of them at once, which is a
 * third of the start of a small service.
 */
export const lastUsed = <Key extends string, Value extends object | number>(
  most: number,
  ttlMs = 0,
): LRUCache<Key, Value> =>
  new LRUCache({ ...LET_GO, maxSize: most, sizeCalculation: () => 1, ttl: ttlMs, ttlAutopurge: ttlMs > 0 })

type KeptByHalves<Key, Value> = {
  readonly get: (key: Key) => Value | undefined
  readonly set: (key: Key, value: Value) => void
}

/**
 * Remembers things of `most` in all, by `sizeOf`, each for `ttlMs`: for what is asked for very often, or is very many of which
 * few are asked for again, since there is no timer and no order of use for each. They are let go by halves: the earliest when
 * half as much has come after them, or half the time has passed, all others when it is as much again; what is asked for
 * meanwhile stays. What is larger than a half is not remembered.
 */
export const keptByHalves = <Key extends string, Value extends object | number>(
  most: number,
  ttlMs: number,
  sizeOf: (value: Value) => number = () => 1,
): KeptByHalves<Key, Value> => {
  let [lately, before, size] = [new Map<Key, Value>(), new Map<Key, Value>(), 0]
  let timer: NodeJS.Timeout | undefined
  const letGo = (): void => {
    clearTimeout(timer)
    ;[lately, before, size] = [new Map<Key, Value>(), lately, 0]
    timer = before.size === 0 ? undefined : setTimeout(letGo, ttlMs / 2).unref()
  }
  const add = (key: Key, value: Value): void => {
    const added = sizeOf(value)
    if (size + added > most / 2) letGo()
    size += added
    lately.set(key, value)
    timer ??= setTimeout(letGo, ttlMs / 2).unref()
  }
  return {
    get: key => {
      const known = lately.get(key)
      if (known !== undefined) return known
      const earlier = before.get(key)
      if (earlier !== undefined) {
        before.delete(key)
        add(key, earlier)
      }
      return earlier
    },
    set: (key, value) => {
      const known = lately.get(key)
      if (known !== undefined) size -= sizeOf(known)
      lately.delete(key)
      before.delete(key)
      if (sizeOf(value) <= most / 2) add(key, value)
    },
  }
}
