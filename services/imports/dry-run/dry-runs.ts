import { LRUCache } from 'lru-cache'
import type { ImportQueries, ImportRecord } from '../../../projections/import-status/queries.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { importPayloadCodec, PAYLOAD } from '../../../shared/facts/import.ts'
import { gate } from '../../../shared/gate.ts'
import { DRY_RUN_BYTES, DRY_RUNS } from '../../../shared/limits/imports.ts'
import type { Context } from '../../handle.ts'
import type { FileImports, FilePart } from '../feed/file-import.ts'
import { fileImports } from '../feed/file-import.ts'
import type { ParsedFeed, RawItem, TooManyItems } from '../item/item.ts'
import type { OperateDeps, Refused } from '../run/operate.ts'
import { importRuns, type ImportRuns } from '../run/runs.ts'
import type { Changes } from './changes.ts'
import { itemsOf } from './items.ts'
import { isSameInput, markOf, PLAN_MARK } from './mark.ts'
import { namesIn } from './names.ts'
import { isPlanned } from './planned.ts'
import { DryRunTooLarge, overlayOn, type Overlay } from './overlay.ts'

/** Everything that works on an overlay as on the log. */
export type DryWork = {
  /** Works the import off to its end. */
  readonly workOff: (importId: string) => Promise<void>
  /** The address of a picture that would be fetched; null: the id is of another one. */
  readonly pictureOf: (id: number) => string | null
}

export type DryRunDeps = {
  readonly operate: OperateDeps
  /** The real ones: what is applied goes there. */
  readonly files: Pick<FileImports, 'begin' | 'add'>
  readonly workOn: (overlay: Overlay, runs: ImportRuns) => DryWork
  /** The record of imports as these facts tell of them. */
  readonly recordOf: (
    records: Iterable<StoredRecord>,
  ) => Promise<Pick<ImportQueries, 'showImport' | 'itemsFrom'>>
  readonly changesOf: (record: StoredRecord) => Changes
}

/** What an import would do. */
export type DryRun = {
  readonly ok: true
  readonly mark: string
  readonly record: ImportRecord
  /** As JSON, one each. */
  readonly items: readonly string[]
}

/** To look at, or to be applied if it is what the mark says. */
export type Wish = { readonly plan: string | null }

type Unapplied = 'other-input' | 'other-plan'

type Done =
  | DryRun
  /** Applied as planned: an import like any other. */
  | { readonly ok: true; readonly importId: string }
  | { readonly ok: false; readonly refused: Unapplied | 'too-large' }

/** `done` null: parts are still to come. */
export type Begun = { readonly ok: true; readonly id: string; readonly done: Done | null } | Refused

type Trial = {
  readonly id: string
  readonly input: object
  readonly wish: Wish
  readonly overlay: Overlay
  readonly runs: ImportRuns
  readonly files: FileImports
  readonly context: Context
}

/** Records of an import with everything it would do, worked off over the log. */
const tried = async (deps: DryRunDeps, { id, overlay, runs }: Trial): Promise<DryRun> => {
  const { workOff, pictureOf } = deps.workOn(overlay, runs)
  await workOff(id)
  const queries = await deps.recordOf(overlay.added('import'))
  const [run, record] = await Promise.all([runs.load(id), queries.showImport(id, { newest: 0 })])
  if (run.status === 'unknown' || record === null) throw new Error(`dry run ${id} left no record`)
  const found = { importId: id, overlay, items: queries, changesOf: deps.changesOf }
  const items: string[] = []
  const names = namesIn(overlay, pictureOf)
  const mark = await markOf(overlay, run, itemsOf({ ...found, names }), some => {
    for (const item of some) items.push(JSON.stringify(item))
  })
  return { ok: true, mark, record, items }
}

/** The items of the overlay become those of an import. */
const applied = async (deps: DryRunDeps, { input, overlay, context }: Trial): Promise<Done> => {
  const chunks = [...overlay.added(PAYLOAD)].map(({ type, data }) => importPayloadCodec.decode(type, data))
  const total = chunks.reduce((sum, { items }) => sum + items.length, 0)
  const partOf = (items: readonly RawItem[]) => ({ ok: true, items: items, warnings: [] }) as ParsedFeed
  const [first, ...rest] = chunks
  const begun = await deps.files.begin(input, partOf(first?.items ?? []), context, total)
  if (!begun.ok) throw new Error('what was planned cannot be begun')
  const { importId } = begun
  for (const { firstPosition: from, items } of rest)
    await deps.files.add({ importId, from, items, isLast: from - 1 + items.length === total }, context)
  return { ok: true, importId }
}

const finished = async (deps: DryRunDeps, trial: Trial): Promise<Done> => {
  const run = await tried(deps, trial)
  const { plan } = trial.wish
  if (plan === null) return run
  if (plan === run.mark) return applied(deps, trial)
  return { ok: false, refused: isSameInput(plan, run.mark) ? 'other-plan' : 'other-input' }
}

const PLAN_PROBLEM = { plan: 'plan is the mark of a dry run: 64 digits and letters from a to f.' }

/**
 * Imports of files that are worked off over the log, not in it (spec 05 §13): the same reading, planning and applying,
 * and nothing of it is there afterwards. Files are handed over whole or in parts, as for `fileImports`; what is held of
 * them is bounded, and forgotten with the answer.
 */
export const dryRuns = (deps: DryRunDeps) => {
  const open = new LRUCache<string, Trial>({ max: DRY_RUNS })
  const inTurn = gate(1)

  const finish = (trial: Trial): Promise<Done> => {
    open.delete(trial.id)
    return inTurn(() => finished(deps, trial))
  }
  /** What is too large is forgotten. */
  const within = async <Value>(id: string | null, work: () => Promise<Value>) => {
    try {
      return await work()
    } catch (error) {
      if (id !== null) open.delete(id)
      if (error instanceof DryRunTooLarge) return { ok: false, refused: 'too-large' } as const
      throw error
    }
  }

  return {
    begin: async (
      input: object,
      wish: Wish,
      given: ParsedFeed | TooManyItems,
      context: Context,
      total: number | null = null,
    ): Promise<Begun> => {
      if (wish.plan !== null && !PLAN_MARK.test(wish.plan)) return { ok: false, errors: PLAN_PROBLEM }
      const overlay = overlayOn(deps.operate.store, DRY_RUN_BYTES, stream => !isPlanned(stream))
      const runs = importRuns(overlay)
      const files = fileImports({ ...deps.operate, store: overlay, runs })
      const begun = await within(null, () => files.begin(input, given, context, total))
      if ('refused' in begun) return { ok: true, id: '', done: begun }
      if (!begun.ok) return begun
      const trial = { id: begun.importId, input, wish, overlay, runs, files, context }
      const isWhole = !given.ok || Math.max(total ?? 0, given.items.length) === given.items.length
      if (isWhole) return { ok: true, id: trial.id, done: await within(trial.id, () => finish(trial)) }
      open.set(trial.id, trial)
      return { ok: true, id: trial.id, done: null }
    },

    /** Whether the parts of this import are for here. */
    has: (importId: string): boolean => open.has(importId),

    /** `taken` false: as for `fileImports`. */
    add: async (
      part: FilePart,
      context: Context,
    ): Promise<{ readonly taken: boolean; readonly done: Done | null }> => {
      const trial = open.get(part.importId)
      if (trial === undefined) return { taken: false, done: null }
      const added = await within(trial.id, async () => {
        if (!(await trial.files.add(part, context))) return false
        return part.isLast ? finish(trial) : null
      })
      return added === false ? { taken: false, done: null } : { taken: true, done: added }
    },
  }
}

export type DryRuns = ReturnType<typeof dryRuns>
