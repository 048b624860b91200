import { type EpochMs, epochMs } from '../../shared/kernel/brands.ts'
import { PURGES, purgesCodec } from '../../shared/facts/purge.ts'
import type { JobHandler, JobQueue } from '../../shared/jobs/port.ts'
import { removeForGood, removePurged, straySlugs } from '../../services/calendar/item/purge.ts'
import type { Writing } from '../../services/calendar/writing.ts'
import { recordOf, serviceContext, type Context } from '../../services/handle.ts'
import { payloadForgetter } from '../../services/imports/run/forget.ts'
import { delayOf } from '../due.ts'
import { lateWrites } from './late-writes.ts'
import { openPurges, type OpenPurge } from './open-purges.ts'

export type FinishPurgeDeps = {
  readonly writing: Writing
  readonly queue: Pick<JobQueue, 'enqueue'>
  readonly nowMs: () => EpochMs
}

/** Age of a purge at which whoever was asked for it has done it, or never will: doing it twice does no harm. */
export const CUT_OFF_MS = 2_000
/**
 * Ages at which it is looked for what somebody left who did not know of it. Requests and jobs end much sooner than at
 * the last one.
 */
const LATE_MS = 30_000
const LAST_MS = 10 * 60_000
/** The end of an import is told; this is for who missed it. */
const WAIT_MS = 10 * 60_000
/** Each look is at all purges that are open: those that come one after the other are not looked at each for itself. */
const PAUSE_MS = 1_000
/** All slugs of a kind are read for the last look: purges that become old one after the other share it. */
const SLUGS_EVERY_MS = 5 * 60_000
/** Far below what one append takes. */
const OVER_AT_ONCE = 1_000

type Noun = OpenPurge['noun']
const NOUNS: readonly Noun[] = ['event', 'venue', 'organizer']

/** Does `work` for each of them, whatever becomes of the others; throws what went wrong first. */
const each = async (
  purges: Iterable<OpenPurge>,
  signal: AbortSignal,
  work: (purge: OpenPurge) => Promise<void>,
) => {
  const failures: unknown[] = []
  for (const purge of purges) {
    signal.throwIfAborted()
    await work(purge).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

type Finishing = {
  readonly writing: Writing
  readonly nowMs: () => EpochMs
  readonly lateOf: ReturnType<typeof lateWrites>
  /** When all slugs were last read. */
  slugsReadMs: EpochMs
}

/**
 * Job `purge.finish`: removes what is left of all that was purged: where whoever was asked for it stopped in the
 * middle, what somebody wrote without knowing of it, and the payloads of imports that carried it (spec 00 §8 history).
 * Soon, and again later; when nothing can be left that is recorded. What the log has to be asked is asked once for all
 * of them. Doing it again, or at the same time elsewhere, does no harm.
 */
export const finishPurge = ({ writing, queue, nowMs }: FinishPurgeDeps): JobHandler<'purge.finish'> => {
  const purges = openPurges(writing.store)
  const forget = payloadForgetter(writing.store)
  const finishing: Finishing = {
    ...{ writing, nowMs, lateOf: lateWrites(writing.store) },
    slugsReadMs: epochMs(-Infinity),
  }
  return async (_, { signal }) => {
    const open = await purges.catchUp(signal)
    if (open.length === 0) return
    await finishCutOff(finishing, open, signal)
    const waiting = await forget(open, signal)
    await lookForLate(finishing, open, signal)
    signal.throwIfAborted()
    await end(
      finishing,
      open.filter(purge => purge.removed && purge.lookedMs >= LAST_MS && !waiting.has(purge.id)),
      signal,
    )
    const left = await purges.catchUp(signal)
    if (left.length === 0) return
    const dueIn = left.reduce(
      (least, purge) => Math.min(least, dueMs(finishing, purge, waiting.has(purge.id))),
      Infinity,
    )
    await queue.enqueue('purge.finish', {}, { delayMs: delayOf(Math.max(dueIn, PAUSE_MS)) })
  }
}

const contextOf = ({ nowMs }: Finishing, causation: string | null): Context =>
  serviceContext('purge.finish', nowMs(), causation)

const ageOf = ({ nowMs }: Finishing, { atMs }: OpenPurge): number => nowMs() - atMs

const finishCutOff = (finishing: Finishing, open: readonly OpenPurge[], signal: AbortSignal) =>
  each(
    open.filter(purge => !purge.removed && ageOf(finishing, purge) >= CUT_OFF_MS),
    signal,
    async purge => {
      const { noun, id, revision, cause } = purge
      await removeForGood(finishing.writing, noun, id, revision, contextOf(finishing, cause))
      purge.removed = true
    },
  )

const lookForLate = async (finishing: Finishing, open: readonly OpenPurge[], signal: AbortSignal) => {
  const { writing, lateOf } = finishing
  const isDue = (purge: OpenPurge) =>
    [LATE_MS, LAST_MS].some(age => ageOf(finishing, purge) >= age && purge.lookedMs < age)
  const removed = open.filter(purge => purge.removed)
  if (!removed.some(isDue)) return
  const ages = removed.map(purge => [purge, ageOf(finishing, purge)] as const)
  const late = await lateOf(removed, signal)
  await each([...late], signal, async purge => {
    await removePurged(writing, purge.noun, purge.id, contextOf(finishing, purge.cause))
    late.delete(purge)
  })
  for (const [purge, age] of ages) purge.lookedMs = age
}

/** Records that nothing can be left any more of these. */
const end = async (finishing: Finishing, old: readonly OpenPurge[], signal: AbortSignal) => {
  const { writing, nowMs } = finishing
  if (old.length === 0 || nowMs() - finishing.slugsReadMs < SLUGS_EVERY_MS) return
  await eraseStrays(finishing, old, signal)
  finishing.slugsReadMs = nowMs()
  for (let from = 0; from < old.length; from += OVER_AT_ONCE) {
    signal.throwIfAborted()
    const items = old.slice(from, from + OVER_AT_ONCE).map(({ noun, id }) => ({ kind: noun, itemId: id }))
    const record = recordOf(purgesCodec, { type: 'PurgesOver', items }, contextOf(finishing, null))
    await writing.store.append(PURGES, [record], 'any')
  }
}

const eraseStrays = async (finishing: Finishing, old: readonly OpenPurge[], signal: AbortSignal) => {
  const { store, claims } = finishing.writing
  for (const noun of NOUNS) {
    const ids = new Map(old.filter(purge => purge.noun === noun).map(purge => [purge.id, purge]))
    if (ids.size === 0) continue
    const strays = await straySlugs(store, noun, new Set(ids.keys()), signal)
    for (const [id, slugs] of strays)
      for (const slug of slugs) {
        signal.throwIfAborted()
        await claims.erase(noun, slug, id, contextOf(finishing, ids.get(id)?.cause ?? null))
      }
  }
}

const dueMs = (finishing: Finishing, purge: OpenPurge, waits: boolean): number => {
  const age = ageOf(finishing, purge)
  const ages = [...(purge.removed ? [] : [CUT_OFF_MS]), LATE_MS, LAST_MS]
  const next = ages.find(one => one > age)
  if (next !== undefined) return next - age
  return waits ? WAIT_MS : Math.max(finishing.slugsReadMs + SLUGS_EVERY_MS - finishing.nowMs(), 0)
}
