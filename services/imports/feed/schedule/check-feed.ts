import { hash } from 'node:crypto'
import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import type { EventStore } from '../../../../shared/event-store/port.ts'
import type { HttpFetcher } from '../../../../shared/http-fetcher.ts'
import { nowUtc, msOfIso } from '../../../../shared/kernel/time/calculate.ts'
import type { Context } from '../../../handle.ts'
import { importContext } from '../../apply/context.ts'
import { feedKindOf, readFeed, type FeedSite } from '../feed-body.ts'
import { fetchFeed, fetchFailureMessage, type FeedBody } from '../fetch-feed.ts'
import { unreadableMessage } from '../../item/item.ts'
import { expirePayload, payloadWriter } from '../../run/payload.ts'
import type { ImportRuns } from '../../run/runs.ts'
import { at } from '../../run/state-lists.ts'
import type { FetchFound } from './decide.ts'
import type { Schedules } from './schedules.ts'
import type { KnownFeed, Schedule } from './state.ts'

export type CheckDeps = {
  readonly store: EventStore
  readonly runs: ImportRuns
  readonly schedules: Schedules
  readonly fetcher: HttpFetcher
  /** As it is now, whoever set it. */
  readonly site: () => FeedSite | Promise<FeedSite>
  readonly nowMs: () => EpochMs
  /** Items that one check may bring. */
  readonly mostFileItems: number
}

const REREAD_MS = 30 * 86_400_000

type Due = { readonly scheduleId: string; readonly schedule: Schedule; readonly signal: AbortSignal }

/** Derived: whoever does the same check again goes on with the same import. */
const importIdOf = ({ scheduleId, schedule }: Due) => `${scheduleId}_${schedule.checks + 1}`

const opening = ({ runs, nowMs }: CheckDeps, due: Due) => {
  const importId = importIdOf(due)
  const context = importContext(importId, nowMs())
  const { settings } = due.schedule
  return {
    importId,
    context,
    // refused for one that is open already: by this very check, before it was interrupted
    open: async () => {
      await runs.execute({ type: 'Register', importId, hash: null, settings }, context)
    },
    close: async (reason: string, message: string) => {
      await runs.execute({ type: 'CloseUnreadable', importId, reason, message }, context)
    },
  }
}

/** `found`: what was there instead, for the sentence of the reason (spec 05 §11). */
type Failed = { readonly reason: string; readonly message: string; readonly found?: string | undefined }

/** An import that tells why; while the reason stays the same, the one that told it first. */
const failed = async (deps: CheckDeps, due: Due, { reason, message, found }: Failed): Promise<FetchFound> => {
  const { trouble } = due.schedule
  if (trouble?.reason === reason) return { kind: 'failed', trouble, found }
  const { importId, open, close } = opening(deps, due)
  await open()
  await close(reason, message)
  return { kind: 'failed', trouble: { reason, importId }, found }
}

/**
 * What the feed was, while that tells what it holds: series without end are imported for two years to come (spec 05
 * §8.5), so that a feed nobody touches brings more after a while.
 */
const knownOf = ({ schedule: { known, knownSince } }: Due, nowMs: EpochMs): KnownFeed | null =>
  knownSince !== null && nowMs - msOfIso(knownSince) < REREAD_MS ? known : null

/** Of the body that an import has taken its items from; null: of none. */
const takenDigest = async (runs: ImportRuns, importId: string): Promise<string | null> => {
  const run = await runs.load(importId)
  return run.status === 'unknown' ? null : (at(run.batches, 0)?.digest ?? null)
}

const imported = async (deps: CheckDeps, due: Due, body: FeedBody): Promise<FetchFound> => {
  const { bytes, contentType, url, etag, lastModified } = body
  const known = knownOf(due, deps.nowMs())
  const digest = hash('sha256', bytes)
  if (digest === known?.digest) return { kind: 'unchanged' }
  const { importId, context, open } = opening(deps, due)
  const writer = payloadWriter(deps.store, { importId, digest, firstPosition: 1 }, context)
  const site = { ...(await deps.site()), nowUtc: nowUtc(deps.nowMs()) }
  const feed = { body: bytes, kind: feedKindOf(url, contentType), site, most: deps.mostFileItems }
  const end = await readFeed(feed, async items => {
    due.signal.throwIfAborted()
    if (writer.count() === 0) await open()
    await writer.add(items)
  })
  if (!end.ok) {
    const found = 'found' in end ? end.found : undefined
    return failed(deps, due, { reason: end.reason, message: unreadableMessage(end), found })
  }
  if (writer.count() === 0) await open()
  const given = { type: 'ReceiveFile', importId, digest, count: writer.count() } as const
  await deps.runs.execute(given, context)
  const taken = await takenDigest(deps.runs, importId)
  if (taken === digest)
    return { kind: 'imported', importId, known: { etag, lastModified, digest }, isOld: false }
  // the same check, interrupted, had given it what the feed was then: what it is now is for the next one
  await expirePayload(deps.store, importId, digest)
  const old = { etag: null, lastModified: null, digest: taken ?? '' }
  return { kind: 'imported', importId, known: old, isOld: true }
}

const look = async (deps: CheckDeps, due: Due): Promise<FetchFound> => {
  const { url } = due.schedule
  const known = knownOf(due, deps.nowMs())
  const fetched = await fetchFeed(deps.fetcher, url, { known, signal: due.signal })
  // stopped, not failed
  due.signal.throwIfAborted()
  if (!fetched.ok) {
    const found = fetched.status === undefined ? undefined : String(fetched.status)
    return failed(deps, due, { reason: fetched.reason, message: fetchFailureMessage(fetched), found })
  }
  return fetched.changed ? imported(deps, due, fetched) : { kind: 'unchanged' }
}

/**
 * Looks at the feed of a schedule: what is new is given to an import of its own, a feed that cannot be read changes
 * nothing. Doing it again, or at the same time elsewhere, does it once. Throws when called off.
 */
export const checkFeed = async (deps: CheckDeps, due: Due): Promise<void> => {
  const { scheduleId, schedule } = due
  const { checks: check, url } = schedule
  const found = await look(deps, due)
  const context: Context = { ...importContext(scheduleId, deps.nowMs()), source: 'worker' }
  const { at } = context
  await deps.schedules.execute({ type: 'RecordCheck', scheduleId, check, url, found, at }, context)
}
