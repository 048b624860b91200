import type { Position, IsoTime } from '../../shared/kernel/brands.ts'
import {
  endsWaiting,
  isItemType,
  type ImportFact,
  type ImportPayloadFact,
  type ItemOutcome,
} from '../../shared/facts/import.ts'
import { FOUND_LENGTH } from '../../shared/limits/imports.ts'
import { paced, paceFrom } from './pace.ts'
import type { ImportChunkDoc, ImportDoc, ImportItem, ItemChoice } from './collections.ts'
import { itemsOf } from './packed.ts'
import { noTally, tallied } from './tally.ts'

const TITLE_LENGTH = 200

type Recorded = { readonly at: IsoTime; readonly position: Position }

const registered = (fact: Extract<ImportFact, { type: 'ImportRegistered' }>, when: Recorded): ImportDoc => ({
  _id: fact.importId,
  rev: when.position,
  origin: fact.origin,
  source: fact.source,
  postStatus: fact.postStatus,
  author: fact.author,
  category: fact.category,
  updateAuthority: fact.updateAuthority,
  interval: fact.interval,
  status: 'pending',
  paused: false,
  reason: null,
  hash: fact.hash,
  percentage: 0,
  total: 0,
  batches: 0,
  received: 0,
  processed: 0,
  ...noTally,
  touched: {},
  pace: [],
  registeredAt: when.at,
  registered: when.position,
  firstBatchAt: null,
  lastOutcomeAt: null,
  closedAt: null,
  log: [],
})

/**
 * The header after one more fact; a fact it has seen changes nothing. What items touched is counted by
 * `activityLists`.
 */
export const evolve = (doc: ImportDoc | null, fact: ImportFact, when: Recorded): ImportDoc | null => {
  if (doc !== null && when.position <= doc.rev) return doc
  if (fact.type === 'ImportRegistered') return registered(fact, when)
  if (doc === null) return null
  const seen = { ...doc, rev: when.position }
  switch (fact.type) {
    case 'ImportBatchReceived':
      return {
        ...seen,
        hash: fact.nextHash,
        percentage: Math.max(doc.percentage, fact.percentage),
        total: fact.total,
        batches: doc.batches + 1,
        received: doc.received + fact.count,
        firstBatchAt: doc.firstBatchAt ?? when.at,
        pace: doc.processed < doc.received ? doc.pace : paceFrom(doc, when),
      }
    case 'ImportBatchRefused': {
      const entry = { at: when.at, messageSlug: fact.reason, message: fact.message }
      return { ...seen, log: [...doc.log, entry] }
    }
    case 'ImportStateReported': {
      const entry = { at: when.at, messageSlug: fact.messageSlug, message: fact.message }
      return {
        ...seen,
        percentage: Math.max(doc.percentage, fact.percentage),
        log: fact.status === 'failed' ? [...doc.log, entry] : doc.log,
      }
    }
    case 'ImportOutcomesRecorded':
      return {
        ...seen,
        processed: doc.processed + fact.outcomes.length,
        ...tallied(doc, fact.outcomes),
        lastOutcomeAt: when.at,
        pace: paced(doc, fact.outcomes.length, when),
      }
    case 'ImportOccurrencesWithdrawn':
      return { ...seen, ...tallied(doc, fact.outcomes) }
    case 'ImportPaused':
      return { ...seen, paused: true }
    case 'ImportResumed':
      return { ...seen, paused: false, pace: paceFrom(doc, when) }
    case 'ImportReattributed':
      return { ...seen, author: fact.changes.author[1] }
    case 'ImportClosed':
      return { ...seen, ...closed(doc, fact, when) }
  }
}

type Closed = Extract<ImportFact, { readonly type: 'ImportClosed' }>

const closed = (doc: ImportDoc, fact: Closed, { at }: Recorded): Partial<ImportDoc> => {
  const entry = { at, messageSlug: fact.reason ?? '', message: fact.message }
  const reported = fact.reason === 'reported'
  return {
    status: fact.status,
    paused: doc.paused && !endsWaiting(fact.reason),
    reason: fact.reason,
    hash: null,
    closedAt: doc.closedAt ?? at,
    log: fact.status === 'failed' && !reported ? [...doc.log, entry] : doc.log,
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, TITLE_LENGTH) : null

const waiting = (line: number | null, uid: string | null, title: string): ImportItem => ({
  ...{ line, uid, title, outcome: null, reason: null, warnings: [], id: null, type: null },
})

/** Codes that a reader of a file may have something found of. */
const MOST_FOUND = 20

const foundIn = (found: unknown): Pick<ImportItem, 'found'> => {
  if (typeof found !== 'object' || found === null) return {}
  const texts = Object.entries(found)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    .slice(0, MOST_FOUND)
    .map(([code, text]) => [code, text.slice(0, FOUND_LENGTH)] as const)
  return texts.length === 0 ? {} : { found: Object.fromEntries(texts) }
}

const isOf: { readonly [Choice in 'waiting' | 'warned']: (item: ImportItem) => boolean } = {
  waiting: ({ outcome }) => outcome === null,
  warned: ({ warnings }) => warnings.length > 0,
}

/** Whether an item is one of those that were chosen. */
export const isChosen = (choice: ItemChoice, item: ImportItem): boolean =>
  choice === 'waiting' || choice === 'warned' ? isOf[choice](item) : item.outcome === choice

const choicesIn = (items: readonly ImportItem[]): readonly ItemChoice[] => [
  ...new Set(
    items.flatMap((item): ItemChoice[] => [
      item.outcome ?? 'waiting',
      ...(isOf.warned(item) ? ['warned' as const] : []),
    ]),
  ),
]

/** What an operator sees of items before anything happened to them. */
export const receivedChunk = (
  fact: ImportPayloadFact,
  digest: string,
  position: Position,
): ImportChunkDoc => ({
  _id: `${fact.importId}/${digest}/${fact.firstPosition}`,
  rev: position,
  importId: fact.importId,
  digest,
  first: fact.firstPosition,
  last: fact.firstPosition + fact.items.length - 1,
  accepted: false,
  ids: [],
  has: fact.items.length === 0 ? [] : ['waiting'],
  items: fact.items.map(({ uid, title, line, found }) => ({
    ...waiting(typeof line === 'number' ? line : null, textOf(uid), textOf(title) ?? ''),
    ...foundIn(found),
  })),
})

/** The item after its outcome; of what was purged there is no text. */
const withOutcome = (item: ImportItem, told: ItemOutcome, purged: ReadonlySet<number>): ImportItem => {
  const { outcome, reason, warnings, id, uid, touched } = told
  const isPurged = id !== null && purged.has(id)
  const [type = null] = touched.flatMap(([of, , one]) => (one === id && isItemType(of) ? [of] : []))
  return {
    line: item.line,
    uid: uid ?? item.uid,
    title: isPurged ? '' : item.title,
    ...{ outcome, reason, warnings, id, type },
    ...(isPurged || item.found === undefined ? {} : { found: item.found }),
  }
}

/** The chunk with those of the outcomes that are its items'. */
export const withOutcomes = (
  chunk: ImportChunkDoc,
  outcomes: readonly ItemOutcome[],
  purged: ReadonlySet<number>,
): ImportChunkDoc => {
  const items = [...itemsOf(chunk)]
  const ids = new Set(chunk.ids)
  for (const told of outcomes) {
    const item = items[told.position - chunk.first]
    if (item === undefined) continue
    if (told.id !== null && !purged.has(told.id)) ids.add(told.id)
    items[told.position - chunk.first] = withOutcome(item, told, purged)
  }
  return { ...chunk, ids: [...ids], has: choicesIn(items), items }
}

/** Neighbours of what is told together. */
const runsOf = (outcomes: readonly ItemOutcome[]): readonly (readonly ItemOutcome[])[] => {
  const runs: ItemOutcome[][] = []
  for (const outcome of outcomes) {
    const last = runs.at(-1)
    if (last?.at(-1)?.position === outcome.position - 1) last.push(outcome)
    else runs.push([outcome])
  }
  return runs
}

/** What is still known of items that came as records which are gone: what became of them. */
export const toldChunks = (
  importId: string,
  outcomes: readonly ItemOutcome[],
  chunks: readonly ImportChunkDoc[],
  position: Position,
): readonly ImportChunkDoc[] => {
  const isCovered = (outcome: ItemOutcome) =>
    chunks.some(({ first, last }) => first <= outcome.position && outcome.position <= last)
  return runsOf(outcomes.filter(outcome => !isCovered(outcome))).map(run => {
    const first = run[0]?.position ?? 0
    const items = run.map(() => waiting(null, null, ''))
    const digest = ''
    const place = { importId, digest, first, last: first + run.length - 1 }
    const told = { _id: `${importId}/${digest}/${first}`, rev: position, ...place, ids: [], has: [], items }
    return withOutcomes({ ...told, accepted: true }, run, new Set())
  })
}

const withoutTexts = (item: ImportItem): ImportItem => ({ ...item, title: '', found: {} })

/** The chunk without a word of what its items made or met under this id. */
export const withoutTitles = (chunk: ImportChunkDoc, id: number): ImportChunkDoc => ({
  ...chunk,
  ids: chunk.ids.filter(one => one !== id),
  items: itemsOf(chunk).map(item => (item.id === id ? withoutTexts(item) : item)),
})
