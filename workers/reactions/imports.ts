import { z } from 'zod'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import { endsWaiting } from '../../shared/facts/import.ts'
import { untilMs } from '../due.ts'
import type { Queue } from './reaction.ts'
import { importImages } from '../../services/imports/apply/images.ts'
import { itemsAhead } from '../../services/imports/apply/items-ahead.ts'
import { allAskedFor, newIdentities } from '../../services/imports/apply/new-identities.ts'
import { calendarApplier } from '../import-batch/apply-chunk.ts'
import { importWork } from '../import-batch/handler.ts'
import { stallCheck } from '../schedule/stall-check.ts'
import { working } from './worker.ts'
import { msOfIso, plusMs } from '../../shared/kernel/time/calculate.ts'

/** An import that is not over yet. */
type OpenImport = {
  readonly importId: string
  readonly pending: boolean
  /** False for imports of files and feeds: nobody calls back, so they stall only before they have their items. */
  readonly takesCallbacks: boolean
  /** Index of the latest batch, -1 before the first. */
  readonly batch: number
  readonly received: number
  readonly recorded: number
  readonly stallMinutes: number
  /** By an operator. */
  readonly paused: boolean
  /** When the last accepted callback (or the registration, or the end of a pause) was recorded, epoch milliseconds. */
  readonly heardMs: EpochMs
}

/** Facts after which somebody has something to do; the others only change how much is left. */
const CALLS = new Set([
  'ImportRegistered',
  'ImportBatchReceived',
  'ImportStateReported',
  'ImportResumed',
  'ImportClosed',
])

// Narrow on purpose: the whole log passes here at a start, and this is all that is asked.
const Registered = z.object({ importId: z.string(), hash: z.string().nullable(), stallMinutes: z.number() })
const BatchReceived = z.object({ batch: z.number(), count: z.number() })
const Closed = z.object({ reason: z.string().nullable() })
const OutcomesRecorded = z.object({ outcomes: z.array(z.unknown()) })

const unlessOver = (work: OpenImport): OpenImport | null =>
  work.pending || work.recorded < work.received ? work : null

const opened = ({ data, meta }: StoredRecord): OpenImport => {
  const { importId, hash, stallMinutes } = Registered.parse(data)
  return {
    importId,
    pending: true,
    takesCallbacks: hash !== null,
    batch: -1,
    received: 0,
    recorded: 0,
    stallMinutes,
    paused: false,
    heardMs: msOfIso(meta.at),
  }
}

const after = (work: OpenImport, { type, data, meta }: StoredRecord): OpenImport | null => {
  const heardMs = msOfIso(meta.at)
  switch (type) {
    case 'ImportBatchReceived': {
      const { batch, count } = BatchReceived.parse(data)
      return { ...work, batch, received: work.received + count, heardMs }
    }
    case 'ImportStateReported':
      return { ...work, heardMs }
    case 'ImportOutcomesRecorded': {
      const { outcomes } = OutcomesRecorded.parse(data)
      return unlessOver({ ...work, recorded: work.recorded + outcomes.length })
    }
    case 'ImportPaused':
      return { ...work, paused: true }
    case 'ImportResumed':
      return { ...work, paused: false, heardMs }
    case 'ImportClosed': {
      const { reason } = Closed.parse(data)
      // items of an import that is gone are not left alone: they are told what became of them
      return unlessOver({ ...work, pending: false, paused: work.paused && !endsWaiting(reason) })
    }
    default:
      return work
  }
}

const enqueueOne = async (queue: Queue, work: OpenImport, nowMs: EpochMs): Promise<void> => {
  const { importId, batch } = work
  if (work.paused) return
  if (work.recorded < work.received) await queue.enqueue('import.work', { importId, batch })
  if (!work.pending || (!work.takesCallbacks && work.batch >= 0)) return
  const delayMs = untilMs(plusMs(work.heardMs, work.stallMinutes * 60_000), nowMs)
  await queue.enqueue('import.stall-check', { importId }, { delayMs })
}

/** Items of imports are applied, and imports that have gone silent are closed (spec 05 §1, §10). */
export const workOfImports = working<OpenImport>(
  {
    name: 'imports',
    prefixes: ['import-'],
    evolve: (open, record) => {
      const { stream, type } = record
      const before = open.get(stream)
      const work =
        type === 'ImportRegistered' ? opened(record) : before === null ? null : after(before, record)
      if (work === null && before === null) return {}
      return { changes: { [stream]: work }, calls: CALLS.has(type) ? [stream] : [] }
    },
    enqueue: async (queue, works, nowMs) => {
      for (const work of works) await enqueueOne(queue, work, nowMs)
    },
  },
  context => {
    const { config, store, writing, images, site, stopping, nowMs, warn } = context
    const items = itemsAhead(context)
    const imageOf = importImages({ ...images, nowMs })
    const identities =
      config.EVENTSTORE_URL === undefined ? allAskedFor(store) : newIdentities(store, stopping, warn)
    const applyChunk = calendarApplier(writing, imageOf, site, nowMs, items, identities)
    return {
      // not loaded late: it follows which identities are taken from the start on, and the first items wait for nothing
      'import.work': importWork({ ...context, items, applyChunk }),
      'import.stall-check': stallCheck(context),
    }
  },
)
