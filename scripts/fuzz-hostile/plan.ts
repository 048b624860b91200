import { randomFrom } from '../fuzz-bodies/random.ts'
import type { Input, Kind } from './input.ts'
import { callback } from './kinds/callback.ts'
import { content } from './kinds/content.ts'
import { cutsOf } from './kinds/cut.ts'
import { feed } from './kinds/feed.ts'
import { form } from './kinds/form.ts'
import { lie } from './kinds/lie.ts'
import { oddPath } from './kinds/path.ts'
import { repeatedBody } from './kinds/repeat.ts'
import { repeatedHead } from './kinds/repeat-head.ts'
import { slow } from './kinds/slow.ts'
import type { Site } from './service.ts'
import { pickFrom } from './targets.ts'

/** How often each is drawn. */
const KINDS: readonly (readonly [weight: number, kind: Kind, name: string])[] = [
  [40, lie, 'lie'],
  [6, slow, 'slow'],
  [60, repeatedBody, 'body'],
  [50, repeatedHead, 'head'],
  [40, oddPath, 'path'],
  [3, content, 'content'],
  [1, feed, 'feed'],
  [1, callback, 'callback'],
  [3, form, 'form'],
]
/** Prime, so that its multiples come to every cut before they come to one again. */
const STRIDE = 7_919

export const kindNames: readonly string[] = KINDS.map(([, , name]) => name)

/**
 * The inputs of a seed by their number: the same for the same seed, whatever was tried before. `only`: of the kind of
 * that name, null: of every kind.
 */
export const inputsOf = (
  seed: number,
  site: Site,
  only: string | null = null,
): ((number: number) => Input) => {
  const drawn = KINDS.filter(([, , name]) => only === null || name === only)
  // one of a list that holds each as often as it weighs
  const weighed = drawn.flatMap(([weight, kind]) =>
    Array.from({ length: only === null ? weight : 1 }, () => kind),
  )
  const cuts = only === null ? cutsOf(site) : []
  const made = new Map(KINDS.map(([, kind]) => [kind, kind(site)]))
  return number => {
    const cut =
      number % 3 === 0 && cuts.length > 0 ? cuts[((number / 3 + seed) * STRIDE) % cuts.length] : undefined
    if (cut !== undefined) return cut
    const random = randomFrom(Math.imul(seed, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35))
    const kind = pickFrom(weighed, random)
    return (made.get(kind) ?? kind(site))(random)
  }
}
