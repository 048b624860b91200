import { AsyncLocalStorage } from 'node:async_hooks'
import type { Conjunction } from '../../filter.ts'
import type { Doc, Key, Looking } from '../../port.ts'
import type { Trail, Trails } from '../../trails.ts'
import { journal, type Concern, type Journal } from './journal.ts'
import type { Kept, Query } from '../kept.ts'
import { compilePredicate } from '../predicate.ts'
import { mayBeOneOf, mayPass, membersIn } from './spans.ts'

/** What was asked of one collection. */
type Part = {
  /** How many changes there had been at the first question, or when it was last looked. */
  since: number
  readonly ids: Set<Key>
  /** By their texts: a page and the number of all ask the same. */
  readonly tests: Map<string, Conjunction>
  concern: Concern | null
}

/** A trail while it is being noted. `isLost`: something belongs to it that cannot be followed. */
type Noting = {
  readonly parts: Map<Journal, Part>
  /** Each once, however often it is included. */
  readonly inner: Set<Trail>
  isOpen: boolean
  isLost: boolean
}

/** What one engine has to tell, and who listens at the moment. */
export type TrailsInMemory = Trails & {
  /** The collection, whose questions and changes are noted. `aside`: see `CollectionSpec`. */
  readonly followed: (kept: Kept, aside: readonly string[]) => Kept
}

const BYTES_A_TEST = 400
const BYTES_AN_ID = 48

const concernOf = ({ ids, tests }: Part): Concern => {
  const all = [...tests.values()]
  const predicates = all.map(compilePredicate)
  return {
    mayBeIn: spans => mayBeOneOf(ids, spans) || all.some(one => mayPass(one, spans)),
    isAbout: document => ids.has(document._id) || predicates.some(holds => holds(document)),
  }
}

/** Whether nothing has changed; what has been looked at is not looked at again. */
const isSame = (journal: Journal, part: Part): boolean => {
  const count = journal.count()
  if (count === part.since) return true
  if (journal.mayConcern(part.since, (part.concern ??= concernOf(part)))) return false
  part.since = count
  return true
}

const sizeOf = ({ parts, inner }: Noting): number => {
  let bytes = [...inner].reduce((sum, trail) => sum + trail.bytes, 0)
  for (const { ids, tests } of parts.values()) {
    bytes += ids.size * BYTES_AN_ID
    for (const [text, test] of tests)
      bytes += 2 * text.length + test.reduce((sum, one) => sum + weightOf(one), 0)
  }
  return bytes
}

const weightOf = (test: Conjunction[number]): number => {
  if (test.kind === 'any') return test.branches.flat().reduce((sum, one) => sum + weightOf(one), 0)
  return BYTES_A_TEST + (test.kind === 'in' ? test.values.length * BYTES_AN_ID : 0)
}

const areCurrent = (trails: ReadonlySet<Trail>): boolean => {
  for (const trail of trails) if (!trail.isCurrent()) return false
  return true
}

/**
 * What happened in all collections: how many changes there have been, most of the time none since a trail was last looked at,
 * and how often everything ended.
 */
type Happened = { changes: number; ends: number }

const trailOf = (noting: Noting, happened: Happened, ends: number): Trail => {
  let isOver = noting.isLost
  let seen = -1
  const areSame = (): boolean => {
    const { changes: now } = happened
    if (now === seen) return true
    if (happened.ends !== ends) return false
    for (const [journal, part] of noting.parts) if (!isSame(journal, part)) return false
    seen = now
    return true
  }
  return {
    isCurrent: () => {
      isOver ||= !areSame() || !areCurrent(noting.inner)
      if (isOver) {
        noting.parts.clear()
        noting.inner.clear()
      }
      return !isOver
    },
    bytes: sizeOf(noting),
  }
}

/** Which changes touch nothing but members that are kept aside. */
const isOnlyOf =
  (aside: ReadonlySet<string>) =>
  (before: Doc | null, after: Doc): boolean => {
    if (before === null) return false
    const [was, is]: readonly [Members, Members] = [before, after]
    const isSame = (name: string) => aside.has(name) || was[name] === is[name]
    return Object.keys(was).every(isSame) && Object.keys(is).every(isSame)
  }
type Members = { readonly [name: string]: unknown }

type PartOf = (journal: Journal) => Part | null

/** Notes questions in all of the journals; those that look at nothing aside in the first. */
const askingIn = (all: readonly [Journal, ...Journal[]], partOf: PartOf) => {
  const [main] = all
  const askOf = (asked: Journal, tests: Conjunction) => {
    const part = partOf(asked)
    if (part === null) return
    part.tests.set(JSON.stringify(tests), tests)
    asked.watch(membersIn(tests))
  }
  return {
    ask: (tests: Conjunction, looking?: Looking) => {
      if (looking === 'not-aside') askOf(main, tests)
      else for (const one of all) askOf(one, tests)
    },
    askFor: (id: Key, looking?: Looking) => {
      if (looking === 'not-aside') partOf(main)?.ids.add(id)
      else for (const one of all) partOf(one)?.ids.add(id)
    },
  }
}

/**
 * A collection whose questions are noted by whoever listens. Its changes stand in a journal, and in another one those
 * of nothing but members that are kept aside.
 */
const followedBy = (kept: Kept, members: readonly string[], partOf: PartOf, wrote: () => void): Kept => {
  const [main, besides] = [journal(), members.length === 0 ? null : journal()]
  const all: readonly [Journal, ...Journal[]] = besides === null ? [main] : [main, besides]
  const isAside = isOnlyOf(new Set(members))
  const { ask, askFor } = askingIn(all, partOf)
  return {
    ...kept,
    get: (id, looking) => {
      askFor(id, looking)
      return kept.get(id)
    },
    find: (query, looking) => {
      const found = kept.find(query)
      // any so many will do, in no order: these do as long as they are the same
      if (isAny(query, found.length)) for (const { _id } of found) askFor(_id, looking)
      else ask(query.tests, looking)
      return found
    },
    count: tests => {
      ask(tests)
      return kept.count(tests)
    },
    page: query => {
      ask(query.tests)
      return kept.page(query)
    },
    eachValue: (tests, ...asked) => {
      ask(tests)
      kept.eachValue(tests, ...asked)
    },
    put: document => {
      const before = kept.put(document)
      wrote()
      const changed = besides !== null && isAside(before, document) ? besides : main
      changed.note(before, document)
      return before
    },
    remove: id => {
      const before = kept.get(id)
      kept.remove(id)
      wrote()
      main.note(before, null)
    },
    clear: () => {
      kept.clear()
      wrote()
      for (const one of all) one.reset()
    },
  }
}

export const trailsInMemory = (): TrailsInMemory => {
  const listening = new AsyncLocalStorage<Noting>()
  const happened: Happened = { changes: 0, ends: 0 }
  const wrote = () => {
    happened.changes++
  }

  const partOf = (journal: Journal): Part | null => {
    const noting = listening.getStore()
    if (noting?.isOpen !== true) return null
    const known = noting.parts.get(journal)
    if (known !== undefined) return known
    journal.watch(['_id'])
    const part: Part = { since: journal.count(), ids: new Set(), tests: new Map(), concern: null }
    noting.parts.set(journal, part)
    return part
  }
  const include = (trail: Trail | null) => {
    const noting = listening.getStore()
    if (noting?.isOpen !== true) return
    if (trail === null) noting.isLost = true
    else noting.inner.add(trail)
  }

  return {
    include,
    endAll: () => {
      happened.changes++
      happened.ends++
    },
    noting: async make => {
      const { ends } = happened
      const noting: Noting = { parts: new Map(), inner: new Set(), isOpen: true, isLost: false }
      const made = await listening.run(noting, make).finally(() => {
        noting.isOpen = false
      })
      const trail = trailOf(noting, happened, ends)
      include(trail)
      return { made, trail }
    },
    followed: (kept, aside) => followedBy(kept, aside, partOf, wrote),
  }
}

const isAny = ({ sort, limit }: Query, found: number): boolean => sort.length === 0 && found === limit
