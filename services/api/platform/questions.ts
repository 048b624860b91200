import { askedLately } from '../../../shared/asked-lately.ts'
import { stillCurrent, type Trail, type Trails } from '../../../shared/documents/trails.ts'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { QUESTION_BYTES } from '../../../shared/limits/views.ts'
import { keptByHalves, LET_GO } from '../../../shared/remembered.ts'
import { readersLike } from '../../../shared/rights.ts'
import { ignoredOf, isIgnored } from './answers/answer.ts'
import type { Caller, Moment, Site } from './call.ts'
import { isDropped, type PageAsked, splitPair } from './request/addressing.ts'
import type { Endpoint, Paged, Route } from './route.ts'

// Lists are asked for page by page: what is asked is read and understood once for all pages of it.

/** As everybody writes one. */
const PAGE = /^[1-9]\d{0,5}$/
/** Behind it more is asked. */
const ENCODED_MARK = /%3f/i
/** A name in other signs than it is known by may be any. */
const OTHER_SIGNS = /[%+[]/

/** Of what is read, names that are numbers come first. */
const mayBeNumber = (name: string): boolean => name !== '' && name <= '9~'

/** Reads an address as far as that; null: it needs a closer look. */
export const pageAskedBy = (routes: readonly Route[]): ((url: string) => PageAsked | null) => {
  const endpoints = routes.flatMap(route => route.endpoints)
  const declared = new Set(endpoints.flatMap(({ args }) => Object.keys(args)))
  return url => {
    const mark = url.indexOf('?')
    const query = mark === -1 ? '' : url.slice(mark + 1)
    if (query.includes('?') || (url.includes('%') && ENCODED_MARK.test(url))) return null
    let [question, page] = [mark === -1 ? `${url}?` : url.slice(0, mark + 1), 0]
    const sent = new Map<string, string>()
    for (const pair of query.split('&')) {
      if (pair === '') continue
      const [name, value] = splitPair(pair)
      if (isDropped(name) || mayBeNumber(name) || OTHER_SIGNS.test(name)) return null
      if (name === 'page') {
        if (page > 0 || !PAGE.test(value)) return null
        page = Number(value)
      } else {
        sent.set(name, value)
        if (declared.has(name) || !isIgnored(name)) question += `${pair}&`
      }
    }
    return { question, page: Math.max(1, page), sent }
  }
}

/** Longest text of one. */
const LENGTH = 1_000
/** What is kept of one for each kind of readers beside its text and what it follows, and for each sign of it. */
const [OVERHEAD, BYTES_A_SIGN] = [4_096, 8]

/** What answers need beside the pages. `doing`: as calls name it. `allow`: methods that the caller may use (spec 01 §6). */
type Besides = { readonly route: Route; readonly doing: string; readonly allow: string }
/** `since`: when it was understood, epoch milliseconds. */
type Kept = Paged &
  Besides & {
    readonly endpoint: Endpoint
    readonly since: EpochMs
    readonly site: Site
    readonly trail: Trail
  }
/** For each kind of readers by name. `bytes`: of all of it. */
type KeptFor = { readonly readers: ReadonlyMap<string, Kept>; readonly bytes: number }

const keptFor = (question: string, readers: ReadonlyMap<string, Kept>): KeptFor => {
  const each = OVERHEAD + BYTES_A_SIGN * question.length
  return { readers, bytes: [...readers.values()].reduce((sum, { trail }) => sum + each + trail.bytes, 0) }
}
/** What is asked, understood. `ignored`: what of the address no rule looks at (`ignoredOf`). */
type Understood = Pick<Kept, 'onPage' | 'doing' | 'allow'> & { readonly ignored: string | null }

/** An endpoint of which is kept what it prepares. `keep`: to be called with what else belongs to it. */
type Noted = {
  readonly endpoint: Endpoint
  readonly keep: (besides: Besides) => void
}

export type Questions = {
  /** Whether it is kept for anybody. */
  readonly knows: (asked: PageAsked) => boolean
  /** null: the request has to be read. */
  readonly find: (asked: PageAsked, caller: Caller, at: Moment) => Understood | null
  /** null: nothing is kept of it. */
  readonly noted: (asked: PageAsked, endpoint: Endpoint, caller: Caller, at: Moment) => Noted | null
}

/**
 * What questions of lists mean to guests, and to others who see the same as all of their kind, kept until documents that were
 * looked up for it, the settings or the day are others. What is asked once is not kept.
 */
export const keptQuestions = (trails: Trails): Questions => {
  const kept = keptByHalves<string, KeptFor>(QUESTION_BYTES, LET_GO.ttl, ({ bytes }) => bytes)
  const lately = askedLately()

  return {
    knows: ({ question }) => kept.get(question) !== undefined,
    find: (asked, caller, { ms, site }) => {
      const readers = readersLike(caller)
      const one = readers === null ? undefined : kept.get(asked.question)?.readers.get(readers.name)
      if (one?.site !== site || ms < one.since || ms >= one.until) return null
      if (stillCurrent(one, trails) === null) return null
      const ignored = ignoredOf(one.route, one.endpoint, asked.sent.keys())
      return { onPage: one.onPage, doing: one.doing, allow: one.allow, ignored }
    },
    noted: (asked, endpoint, caller, { ms, site }) => {
      const { question } = asked
      const readers = readersLike(caller)
      const isKeepable = endpoint.isPaged && endpoint.may(caller) && question.length <= LENGTH
      if (readers === null || !isKeepable) return null
      const { name } = readers
      const key = `${name} ${question}`
      if (!lately.has(key)) {
        lately.note(key)
        return null
      }
      let found: (Paged & { readonly trail: Trail }) | null = null
      return {
        endpoint: {
          ...endpoint,
          prepare: async (...given) => {
            const { made, trail } = await trails.noting(async () => endpoint.prepare(...given))
            if (made.ok && made.paged != null) found = { ...made.paged, trail }
            return made
          },
        },
        keep: besides => {
          if (found === null) return
          const one = { ...found, ...besides, endpoint, since: ms, site }
          kept.set(question, keptFor(question, new Map(kept.get(question)?.readers).set(name, one)))
        },
      }
    },
  }
}
