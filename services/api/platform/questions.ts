import { askedLately } from '../../../shared/asked-lately.ts'
import { stillCurrent, type Trail, type Trails } from '../../../shared/documents/trails.ts'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { lastUsed } from '../../../shared/remembered.ts'
import { readersLike } from '../../../shared/rights.ts'
import { isIgnored } from './answers/answer.ts'
import type { Caller, Moment, Site } from './call.ts'
import type { Endpoint, Paged, Route } from './route.ts'

// Lists are asked for page by page: what is asked is read and understood once for all pages of it.

/** A page of what an address asks. `question`: the address without the page, and without values that no rule looks at. */
export type PageAsked = { readonly question: string; readonly page: number }

/** As everybody writes one. */
const PAGE = /^[1-9]\d{0,5}$/
/** A name in other signs than it is known by may be any; behind an encoded `?` more is asked. */
const NEEDS_A_CLOSER_LOOK = /\?.*\?|%3f|[?&][^=&]*[%+[]/i

/** Reads an address as far as that; null: it needs a closer look. */
export const pageAskedBy = (routes: readonly Route[]): ((url: string) => PageAsked | null) => {
  const endpoints = routes.flatMap(route => route.endpoints)
  const declared = Object.fromEntries(endpoints.flatMap(({ args }) => Object.entries(args)))
  return url => {
    if (NEEDS_A_CLOSER_LOOK.test(url)) return null
    let from = url.indexOf('?') + 1
    if (from === 0) return { question: url, page: 1 }
    let question = url.slice(0, from)
    let page = 0
    while (from < url.length) {
      const next = url.indexOf('&', from)
      const end = next === -1 ? url.length : next
      const equals = url.indexOf('=', from)
      const name = url.slice(from, equals === -1 || equals > end ? end : equals)
      if (name === 'page') {
        const value = url.slice(from + name.length + 1, end)
        if (page > 0 || !PAGE.test(value)) return null
        page = Number(value)
      } else question += isIgnored(declared, name) ? `${name}&` : `${url.slice(from, end)}&`
      from = end + 1
    }
    return { question, page: Math.max(1, page) }
  }
}

/** Most questions that are kept. */
const QUESTIONS = 256
/** Longest text of one, which also bounds what is kept with it. */
const LENGTH = 1_000

/** What is asked, understood. `allow` and `ignored`: what answers say besides (spec 01 §6). `route`: as calls name it. */
type Understood = Paged & { readonly allow: string; readonly ignored: string | null; readonly route: string }
/** `since`: when it was understood, epoch milliseconds. */
type Kept = Understood & { readonly since: EpochMs; readonly site: Site; readonly trail: Trail }

/** An endpoint of which is kept what it prepares. `keep`: to be called with what else belongs to it. */
type Noted = {
  readonly endpoint: Endpoint
  readonly keep: (besides: Omit<Understood, keyof Paged>) => void
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
export const keptQuestions = (trails: Trails | undefined): Questions => {
  const kept = lastUsed<string, Map<string, Kept>>(QUESTIONS)
  const lately = askedLately()

  return {
    knows: ({ question }) => kept.has(question),
    find: ({ question }, caller, { ms, site }) => {
      const readers = readersLike(caller)
      const one = readers === null ? undefined : kept.get(question)?.get(readers.name)
      if (trails === undefined || one?.site !== site || ms < one.since || ms >= one.until) return null
      return stillCurrent(one, trails)
    },
    noted: ({ question }, endpoint, caller, { ms, site }) => {
      const readers = readersLike(caller)
      const isKeepable = endpoint.isPaged && endpoint.may(caller) && question.length <= LENGTH
      if (trails === undefined || readers === null || !isKeepable) return null
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
          const known = kept.get(question) ?? new Map<string, Kept>()
          kept.set(question, known.set(name, { ...found, ...besides, since: ms, site }))
        },
      }
    },
  }
}
