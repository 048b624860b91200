import { type ImageId, noPosition, termId, type TermId } from '../../../shared/kernel/brands.ts'
import type { Trails } from '../../../shared/documents/trails.ts'
import { type EventStore, type Position, StoreUnavailable } from '../../../shared/event-store/port.ts'
import type { WriteSupport, LatestReads } from '../../api/items/deps.ts'
import type { Watched } from '../health.ts'
import type { ShownInLog } from '../../../projections/engine/fold.ts'
import { streamOf } from '../../../shared/event-store/folding.ts'
import type { Image, ImageLookup, ImageQueries, ImageRow } from '../../../projections/images/queries.ts'
import { imageStream } from '../../../shared/facts/image.ts'
import type { Progress } from '../../../projections/engine/progress.ts'
import { slugForms } from '../../../projections/items/slugs.ts'
import { DocumentsUnavailable } from '../../../shared/documents/port.ts'
import { within } from '../../../shared/event-store/within.ts'
import { slugStream } from '../../../shared/facts/claim.ts'
import { slugOf } from '../../../shared/kernel/text/spelling.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import type { KnownIds } from '../../calendar/known-names.ts'
import type { Taxonomy } from '../../../shared/facts/term.ts'
import { holdersOf } from '../../calendar/claim-stream.ts'
import { itemStream, look, meet, type Looked } from '../../calendar/purged.ts'

// What is answered while read models are behind the log: items from their streams, and writes that wait to be
// seen.

type Single = {
  readonly _id: number
  /** Where its newest record stands. */
  readonly rev: Position
  readonly values: { readonly slug: string }
  /** false: made for an event, which the item's own stream does not tell about. */
  readonly shown?: boolean
}

type Finding<Found extends Single> = Pick<LatestReads<Found>, 'byId' | 'bySlug'>

/** A read model of single items, and how the same item comes from its stream. */
type Source<Found extends Single> = {
  readonly model: { readonly name: string; readonly queries: Finding<Found> }
  readonly noun: 'event' | 'venue' | 'organizer'
  readonly idOf: (id: number) => Found['_id']
  readonly inLog: ShownInLog<Found>
}

/** null: there is none, or the documents are out, and the log alone is asked. */
const unlessOut = async <Found>(asked: Promise<Found | null>): Promise<Found | null> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof DocumentsUnavailable) return null
    throw error
  }
}

/** Reads never wait (spec 00 §8): a log that says nothing for so long is down for who asks. */
const PROMPT_MS = 1_000

type InLog = readonly [
  store: Pick<EventStore, 'head' | 'headAtRest'>,
  progress: Pick<Progress, 'reached'>,
  readModel: string,
]

const holdsMore = async (...[store, progress, readModel]: InLog): Promise<boolean> => {
  const head = store.headAtRest?.() ?? (await within(PROMPT_MS, store.head()))
  return (head ?? noPosition) > (progress.reached(readModel) ?? noPosition)
}

const unlessDown = async (said: Promise<boolean>): Promise<boolean> => {
  try {
    return await said
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}

/** Whether the log holds more than the read model has seen. A log that is down has no later state to offer. */
export const isBehindLog = (...inLog: InLog): Promise<boolean> => unlessDown(holdsMore(...inLog))

/** Whether the read model has surely seen all of the log. Of one that is down nobody knows. */
export const hasAllOfLog = (...inLog: InLog): Promise<boolean> =>
  unlessDown(holdsMore(...inLog).then(isMore => !isMore))

/**
 * Single items in their latest state: while the read model is behind the log, they are answered from their
 * streams, so never with a false 404 (spec 00 §8). A slug counts when the item's own stream says so.
 */
export const latest = <Found extends Single>(
  store: EventStore,
  progress: Pick<Progress, 'reached' | 'refresh'>,
  { model: { name, queries }, noun, idOf, inLog }: Source<Found>,
): LatestReads<Found> => {
  const isBehind = () => isBehindLog(store, progress, name)
  // where nobody else feeds the read model it is in this process, and asking it costs less than folding a stream
  const known = async (id: Found['_id']) => (progress.refresh === null ? queries.byId(id) : null)
  const shownOf = async (id: Found['_id'], { stream, purged }: Looked) => {
    // a stream may have begun anew after its purge; nothing of it is anybody's to see
    if (purged !== null) return null
    const shown = await known(id)
    if (shown !== null && shown.rev === stream.last) return shown
    const found = await inLog(stream)
    const waits = found?.shown === false && (await queries.byId(id)) === null
    return waits ? null : found
  }
  const lookedAt = async <Said extends Looked>(id: Found['_id'], met: Said) => ({
    item: await shownOf(id, met),
    met,
  })
  const fromStream = async (id: Found['_id']) => shownOf(id, await look(store, noun, id))
  const byId = async (id: Found['_id']) => ((await isBehind()) ? fromStream(id) : queries.byId(id))
  const bySlugOfStream = async (text: string) => {
    const known = await unlessOut(queries.bySlug(text))
    const { holders } = await holdersOf(store, slugStream(noun, slugOf(text)))
    const ids = [
      ...holders.toReversed().map(({ owner }) => idOf(owner)),
      ...(known === null ? [] : [known._id]),
    ]
    for (const id of new Set(ids)) {
      const found = await fromStream(id)
      if (found !== null && slugForms(text).includes(found.values.slug)) return found
    }
    return null
  }
  return {
    idOf,
    byId,
    look: async id => lookedAt(id, await look(store, noun, id)),
    meet: async id => lookedAt(id, await meet(store, noun, id)),
    peek: async id => {
      const records = await store.read(itemStream(noun, id))
      return lookedAt(id, { records, stream: streamOf(records), purged: null })
    },
    since: (number, written) => {
      const id = idOf(number)
      if (written === null) return byId(id)
      return (progress.reached(name) ?? noPosition) >= written ? queries.byId(id) : fromStream(id)
    },
    bySlug: async text => ((await isBehind()) ? bySlugOfStream(text) : queries.bySlug(text)),
  }
}

type TermsFound = {
  readonly bySlug: (taxonomy: Taxonomy, slug: string) => Promise<{ readonly _id: TermId } | null>
  readonly byName: (taxonomy: Taxonomy, name: string) => Promise<readonly { readonly _id: TermId }[]>
}

/**
 * By slug, else by name; null: none that is shown. What was found is `known` until it may be another one, if the read model
 * surely had all of the log before it was asked.
 */
export const termNamed =
  (
    { bySlug, byName }: TermsFound,
    known: () => KnownIds,
    hasAll: () => Promise<boolean>,
  ): EventReads['termNamed'] =>
  async (taxonomy, text) => {
    const [ids, key] = [known(), `${taxonomy}/${text}`]
    const id = ids.get(key)
    if (id !== undefined) return termId(id)
    const isCurrent = await hasAll()
    const term = (await bySlug(taxonomy, text)) ?? (await byName(taxonomy, text))[0]
    if (term === undefined) return null
    if (isCurrent) ids.set(key, term._id)
    return term._id
  }

/** A log that is down has no image that the read model does not have. */
const fromLog = async (
  { fromRecords }: ImageQueries,
  store: EventStore,
  id: ImageId,
): Promise<ImageRow | null> => {
  try {
    return fromRecords(await store.read(imageStream(id)))
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
/** Images by id; those that the read model does not have yet come from their streams (spec 00 §8). */
export const latestImages =
  (queries: ImageQueries, store: EventStore): ImageLookup =>
  async ids => {
    const found = await queries.byIds(ids)
    const missing = ids.filter(id => !found.has(id))
    if (missing.length === 0) return found
    const images = new Map<ImageId, Image>(found)
    for (const row of await Promise.all(missing.map(id => fromLog(queries, store, id))))
      if (row !== null) images.set(row._id, row)
    return images
  }

type Visible = Pick<Watched, 'board' | 'names' | 'nowMs'> & {
  /** A write waits this long (spec 00 §8). */
  readonly maxLagMs: number
}

/** Waits for the read models that still go; what is owed when they are late is noted. */
export const visibilityOf =
  ({ board, names, nowMs, maxLagMs }: Visible): WriteSupport['waitUntilVisible'] =>
  async written => {
    // one that has stopped is not waited for: the readiness tells
    const going = names.filter(name => board.stopped(name) === null)
    const seen = await board.waitUntilVisible(going, written, maxLagMs)
    if (seen === 'visible') return null
    if (written !== null) await board.owe(written)
    // one that never caught up cannot tell, and is at least as late as it was waited for
    const lags = going.map(name => board.lagMs(name, nowMs()) ?? 0)
    return { lagSeconds: Math.max(1, Math.ceil(Math.max(maxLagMs, ...lags) / 1_000)) }
  }

/** The log; of what is made of its records, no document tells when it is to be made anew. */
export const logInTrails = (store: EventStore, { include }: Trails): EventStore => ({
  ...store,
  read: (...asked) => {
    include(null)
    return store.read(...asked)
  },
})
