import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { BODY_BYTES, GUEST_BODY_BYTES } from '../../../shared/limits/requests.ts'
import { late } from '../../../shared/late.ts'
import type { Held } from '../../accounts/sessions.ts'
import { nest, parsePairs, queryOf, textLength, withoutKey } from '../platform/request/addressing.ts'
import { type Caller, type Moment, momentAt, type Site } from '../platform/call.ts'
import type { CodedBodies } from '../platform/answers/send.ts'
import type { KeptMemory } from '../platform/answers/kept-memory.ts'
import { sendFile } from '../platform/answers/send-file.ts'
import {
  type Answering,
  atOrBelow,
  type FoundPage,
  type Handler,
  pageFinder,
} from '../platform/request/find-page.ts'
import { type BodyOf, refusedBody, senderOf, type SentBody, takeBody } from '../platform/request/intake.ts'
import type { SessionDesk } from './session-desk.ts'
import { failedWith, type Report } from '../platform/route.ts'
import type { Assets } from './assets.ts'
import { keptPages, type KeptPages } from './sending/kept-pages.ts'
import { isFromElsewhere } from './form-token.ts'
import type { Page, Shown, Visit } from './page.ts'
import { failure, notFound, outage, sentByOthers, tooLarge, unreadable } from './refusals.ts'
import { type IndexesOf, pageSender, type SendPage, sendRedirect } from './sending/send-page.ts'

export type ShowPage = {
  (visit: Visit, params: Readonly<Record<string, string>>): Promise<Shown>
  /** Who may, when the page is for some users; absent: for everybody. */
  readonly may?: (caller: Caller) => boolean
}

/** `path`: as the router knows it, without a slash at its end; "" is the home page, `/*` at the end all below it. */
export type PageRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly show: ShowPage
  /** A field of its form holds a file: whoever the page is for may send as much as credentials allow. */
  readonly file?: {
    readonly field: string
    /** The page that says that there was too much. */
    readonly tooLarge: (held: Held, much: TooMuch) => Promise<Page>
    /** The same for a guest, who may have been signed in; absent: what is said of any form. */
    readonly signedOut?: (much: TooMuch) => Promise<Page>
  }
}

/** A form whose file is too large. */
export type TooMuch = {
  /** `form`: what else came of it; empty where that is not known. */
  readonly visit: Visit
  readonly params: Readonly<Record<string, string>>
  /** How much there may be. */
  readonly said: string
  readonly isFormKnown: boolean
}

/** Pages that are loaded together, when one of them is first asked for. */
export type PageGroup = {
  /** First parts of their addresses, which no other group has: `/manage`; "" is the home page. */
  readonly firsts: readonly string[]
  /** The same whenever it is asked. */
  readonly routes: () => Promise<readonly PageRoute[]>
}

export type PagesDeps = {
  readonly groups: readonly PageGroup[]
  /** Read when they are first asked for. */
  readonly assets: () => Promise<Assets>
  readonly desk: Pick<SessionDesk, 'sittingAt' | 'nonceFor'>
  readonly site: () => Site
  readonly nowMs: () => EpochMs
  /** Awaited before anything is read. */
  readonly refresh: (() => Promise<void>) | null
  readonly report: Report
  readonly newCorrelation: () => string
}

export type ServedPages = {
  /** What answers for whole groups, which are loaded when they are first asked for. */
  readonly routes: readonly Answering[]
  /** The home page, whose address the REST interface shares. */
  readonly home: Handler
  /** For browsers that ask for something that is not there. */
  readonly notFound: Handler
}

/** null: no path has this spelling. */
const pathOf = (url: string): string | null => {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '').replace(/\/$/, '')
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}

/** What pages share with everything else that is served. */
type Around = {
  readonly bodyOf: BodyOf
  readonly bodies: CodedBodies
  readonly kept: KeptMemory
  readonly indexesOf: IndexesOf
}

/** The same visit with the form that was posted; else the page that refuses it. Only forms are posted to pages. */
const withForm = async (
  { show, file }: PageRoute,
  sent: SentBody | null,
  visit: Visit,
  params: TooMuch['params'],
): Promise<Visit | Page> => {
  const { held } = visit
  const taker = held !== null && show.may?.(held.user) === true ? (file ?? null) : null
  // of a guest, too: who is signed in no more is told that the file is not kept
  const wanted = held === null ? file : taker
  const read = await takeBody(sent, taker === null ? GUEST_BODY_BYTES : BODY_BYTES, wanted?.field)
  if (read.ok)
    // a form may be larger for its file alone: what is typed is worked on at once
    return taker !== null && textLength(read.form) > GUEST_BODY_BYTES
      ? tooLarge
      : { ...visit, form: read.form, file: read.file ?? null }
  if (read.code !== 'rest_request_too_large') return unreadable(refusedBody(read))
  const { message: said = '', form, isLong } = read
  // nor are too many fields those of a file
  if (isLong !== true) return tooLarge
  const much = { visit: { ...visit, form: form ?? {} }, params, said, isFormKnown: form !== undefined }
  if (held !== null && taker !== null) return taker.tooLarge(held, much)
  return held === null && file?.signedOut !== undefined ? file.signedOut(much) : tooLarge
}

/** What a request asks pages for; else the page that refuses it. */
const visitOf = async (
  { route, params }: FoundPage<PageRoute>,
  request: FastifyRequest,
  at: Moment,
  held: Held | null,
  body: () => SentBody | null,
): Promise<Visit | Page> => {
  const isPost = request.method === 'POST'
  if (isPost && isFromElsewhere(request.headers, at.site)) return sentByOthers
  const url = request.raw.url ?? ''
  const path = pathOf(url)
  if (path === null) return notFound
  const visit: Visit = {
    ...{ method: isPost ? 'POST' : 'GET', at, held, cookie: request.headers.cookie ?? null, path },
    query: nest(parsePairs(queryOf(url))),
    search: queryOf(url),
    ...{ form: {}, file: null },
    address: senderOf(request),
  }
  return isPost ? withForm(route, body(), visit, params) : visit
}

const nowhere: PageRoute = { method: 'GET', path: '', show: async () => null }

/** The home page, which the router does not find. */
const homeIn = async (groups: readonly PageGroup[]): Promise<PageRoute> => {
  const routes = (await groups.find(({ firsts }) => firsts.includes(''))?.routes()) ?? []
  return routes.find(({ path }) => path === '') ?? nowhere
}

/** null: no page is at such an address. */
type FindPage = (request: FastifyRequest) => Promise<FoundPage<PageRoute> | null>

/** Shows one page to whoever asks, whatever goes wrong; one that is kept is not looked for. */
const pageServer =
  (deps: PagesDeps, send: SendPage, { bodyOf, bodies }: Around, ready: KeptPages) =>
  async (find: FindPage, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const at = momentAt(deps)
    try {
      await deps.refresh?.()
      const held = await deps.desk.sittingAt(request.headers.cookie ?? null, at)
      const kept = held === null && request.method !== 'POST' ? ready.find(request.raw.url ?? '', at) : null
      if (kept !== null) {
        await sendFile(request, reply, kept.file, kept.headers, bodies)
        return
      }
      const found = await find(request)
      if (found === null) {
        reply.callNotFound()
        return
      }
      const visit = await visitOf(found, request, at, held, () => bodyOf(request, reply))
      const shown = 'main' in visit ? visit : await found.route.show(visit, found.params)
      if (shown !== null && 'redirect' in shown) sendRedirect(reply, shown.redirect, shown.headers)
      else await send(request, reply, shown ?? notFound, held, at)
    } catch (error) {
      const correlation = deps.newCorrelation()
      const doing = `${request.method} ${withoutKey(request.url)}`
      const { status } = failedWith(deps.report, doing, correlation)(error)
      await send(request, reply, status === 503 ? outage : failure(correlation), null, at)
    }
  }

/** Serves every page; each is reached with and without a slash at its end. */
export const servedPages = (deps: PagesDeps, around: Around): ServedPages => {
  const ready = keptPages(around.kept)
  const serve = pageServer(deps, pageSender(deps, around, ready), around, ready)
  const home = async () => ({ route: await homeIn(deps.groups), params: {} })
  return {
    routes: deps.groups.flatMap(({ firsts, routes }) => {
      const finder = late(async () => pageFinder(await routes()))
      const find: FindPage = async ({ method, raw: { url = '' } }) => (await finder())(method, url)
      const answer: Handler = (request, reply) => serve(find, request, reply)
      // the home page is not found by its address
      const addresses = firsts.filter(first => first !== '').flatMap(atOrBelow)
      return addresses.map(address => ({ ...address, answer }))
    }),
    home: (request, reply) => serve(home, request, reply),
    notFound: (request, reply) => serve(async () => ({ route: nowhere, params: {} }), request, reply),
  }
}
