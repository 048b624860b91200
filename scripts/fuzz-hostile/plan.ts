import { randomFrom } from '../fuzz-bodies/random.ts'
import type { Input, Kind } from './input.ts'
import { callback } from './kinds/callback.ts'
import { content } from './kinds/content.ts'
import { cutsOf } from './kinds/cut.ts'
import { feed } from './kinds/feed.ts'
import { lie } from './kinds/lie.ts'
import { oddPath } from './kinds/path.ts'
import { repeatedBody } from './kinds/repeat.ts'
import { repeatedHead } from './kinds/repeat-head.ts'
import { slow } from './kinds/slow.ts'
import type { Site } from './service.ts'
import { pickFrom } from './targets.ts'

/** How often each is drawn. */
const KINDS: readonly (readonly [weight: number, kind: Kind])[] = [
  [40, lie],
  [6, slow],
  [60, repeatedBody],
  [50, repeatedHead],
  [40, oddPath],
  [3, content],
  [1, feed],
  [1, callback],
]
/** Prime, so that its multiples come to every cut before they come to one again. */
const STRIDE = 7_919

/** One of a list that holds each as often as it weighs. */
const WEIGHED = KINDS.flatMap(([weight, kind]) => Array.from({ length: weight }, () => kind))

/** The inputs of a seed by their number: the same for the same seed, whatever was tried before. */
export const inputsOf = (seed: number, site: Site): ((number: number) => Input) => {
  const cuts = cutsOf(site)
  const made = new Map(KINDS.map(([, kind]) => [kind, kind(site)]))
  return number => {
    const cut = number % 3 === 0 ? cuts[((number / 3 + seed) * STRIDE) % cuts.length] : undefined
    if (cut !== undefined) return cut
    const random = randomFrom(Math.imul(seed, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35))
    const kind = pickFrom(WEIGHED, random)
    return (made.get(kind) ?? kind(site))(random)
  }
}
