import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import type { UsersInMemory } from '../../../accounts/users-in-memory.ts'
import { filterAt, hiddenFrom } from '../../admin/history.ts'
import { typedFilter } from '../../admin/history-filter.ts'
import { mayAdminister } from '../../admin/rights.ts'
import { problemsOf } from '../../admin/problems.ts'
import { ATOM_TYPE } from '../../feeds/atom-document.ts'
import { type Answer, etagOf } from '../../platform/answers/answer.ts'
import { challengeForReader, type Credentials, identify, isBasic } from '../../platform/identity.ts'
import { forbidden } from '../../platform/answers/errors.ts'
import { sendFile } from '../../platform/answers/send-file.ts'
import { type Caller, type Moment, momentAt, type Site } from '../../platform/call.ts'
import { nest, parsePairs, queryOf } from '../../platform/request/addressing.ts'
import { senderOf } from '../../platform/request/intake.ts'
import { wantsPage } from '../../platform/request/wants-page.ts'
import { invalid } from '../../platform/route.ts'
import { textOf } from '../page.ts'
import { signInAddress } from '../return-address.ts'
import type { SessionDesk } from '../session-desk.ts'
import { historyFeed } from './atom.ts'
import { HISTORY_PAGE, linesOf, type LinesDeps } from './lines.ts'

export type HistoryFeedDeps = LinesDeps & {
  readonly directory: Pick<UsersInMemory, 'byLogin'>
  readonly desk: Pick<SessionDesk, 'sittingAt'>
}

export type Around = {
  readonly credentials: Credentials
  readonly site: () => Site
  readonly nowMs: () => EpochMs
  /** Awaited before anything is read. */
  readonly refresh: (() => Promise<void>) | null
  readonly sendAnswer: (answer: Answer, request: FastifyRequest, reply: FastifyReply) => void
}

/** Another reader at the same address is told something else. */
const PRIVATE = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, Cookie' } as const

/** Who asks, by an application password or by a session; else the answer that says why nobody is believed. */
const callerOf = async (
  { desk }: HistoryFeedDeps,
  { credentials }: Pick<Around, 'credentials'>,
  request: FastifyRequest,
  at: Moment,
): Promise<{ readonly caller: Caller } | { readonly answer: Answer }> => {
  const { headers } = request
  if (isBasic(headers, at.site)) {
    const known = await identify(credentials, at, { headers, address: senderOf(request) })
    return known.ok ? { caller: known.caller } : { answer: known.answer }
  }
  const held = await desk.sittingAt(headers.cookie ?? null, at)
  return { caller: held?.user ?? null }
}

/** Tells readers of feeds, which ask once more with a password then. */
const challenging = (answer: Answer, { headers }: FastifyRequest, { site }: Moment): Answer => {
  const challenge = challengeForReader(headers, site.applicationPasswords)
  return answer.status !== 401 || challenge === null
    ? answer
    : { ...answer, headers: [...answer.headers, ['WWW-Authenticate', challenge]] }
}

/** What is asked for; else why it is not told. */
const feedFor = async (
  deps: HistoryFeedDeps,
  caller: Caller,
  request: FastifyRequest,
  at: Moment,
): Promise<Buffer | Answer> => {
  if (!mayAdminister(caller)) return forbidden(caller)
  const query = nest(parsePairs(queryOf(request.raw.url ?? '')))
  const typed = typedFilter(name => textOf(query, name))
  const { narrowed, problems } = filterAt(deps, typed, at)
  if (Object.keys(problems).length > 0) return invalid(problemsOf(problems))
  const asked = { ...narrowed, without: hiddenFrom(caller), limit: HISTORY_PAGE }
  const { entries } = await deps.history.recent(asked)
  return Buffer.from(historyFeed(await linesOf(deps, entries), typed, at.site))
}

/**
 * Answers readers of feeds with what happened lately, with the rights of the page (spec 00 §6.6). Never compressed: the
 * query stands in it beside what only some may know (ADR 21).
 */
export const feedOfHistory =
  (deps: HistoryFeedDeps, around: Around) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    await around.refresh?.()
    const at = momentAt(around)
    const asking = await callerOf(deps, around, request, at)
    const found = 'answer' in asking ? asking.answer : await feedFor(deps, asking.caller, request, at)
    if (Buffer.isBuffer(found)) {
      const file = { bytes: found, etag: etagOf(found), type: `${ATOM_TYPE}; charset=UTF-8` }
      await sendFile(request, reply, file, PRIVATE, null)
    } else if ('caller' in asking && asking.caller === null && wantsPage(request)) {
      const here = `${at.site.baseUrl}${request.raw.url ?? ''}`
      await reply.header('Cache-Control', 'no-store').redirect(signInAddress(at.site, here))
    } else around.sendAnswer(challenging(found, request, at), request, reply)
  }
