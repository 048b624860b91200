import type { EpochMs } from '../../shared/kernel/brands.ts'
import type { Collection, Documents, WriteOp } from '../../shared/documents/port.ts'
import type { Position, StoredRecord } from '../../shared/event-store/port.ts'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { type OpenWork, type Queue, type Reaction } from './reaction.ts'

/** Open work as it is stored; `work` null: done, so that a late write of another process cannot open it again. */
type Kept<Work> = { readonly _id: string; readonly rev: Position; readonly work: Work | null }
type Held<Work> = { readonly rev: Position; readonly work: Work }

/** Asks for jobs; throws what the queue throws. */
export type Asking = (queue: Queue, nowMs: EpochMs) => Promise<void>

/** The open work of one reaction in this process, whatever its kind. */
export type Running = {
  /** Learns from records of streams that it wants to see; what it answers asks for what they called for. */
  readonly learn: (records: readonly StoredRecord[]) => Promise<Asking | null>
  /** Asks for everything that is to be done, but for what waits to become overdue. */
  readonly all: () => Asking
  /** Asks for what has become overdue, each once. */
  readonly overdue: (nowMs: EpochMs) => Asking | null
  /** The queue may have lost what was overdue, too. */
  readonly forgetOffers: () => void
}

export type Keeper = Pick<Reaction<JsonObject>, 'name' | 'prefixes' | 'togetherMs'> & {
  readonly open: (documents: Documents) => Promise<Running>
}

/**
 * What a dispatcher that was taken over writes late meets something newer. Where nobody else writes, nothing stays of
 * what is done.
 */
const writing =
  ({ isShared }: Pick<Documents, 'isShared'>) =>
  <Work>(kept: Kept<Work>): WriteOp<Kept<Work>> => {
    const { _id, rev, work } = kept
    if (work === null && !isShared) return { deleteOne: { filter: { _id } } }
    return { replaceOne: { filter: { _id, rev: { $lt: rev } }, replacement: kept, upsert: true } }
  }

/** Folds records into open work; answers what changed, by key, and what is asked for now. */
const folding = <Work extends JsonObject>(
  { evolve }: Pick<Reaction<Work>, 'evolve'>,
  held: Map<string, Held<Work>>,
) => {
  const open: OpenWork<Work> = { get: key => held.get(key)?.work ?? null, keys: () => held.keys() }
  return (records: readonly StoredRecord[]) => {
    const touched = new Map<string, Kept<Work>>()
    const called = new Set<string>()
    const once: Work[] = []
    for (const record of records) {
      const rev = record.position
      const effect = evolve(open, record)
      for (const [key, work] of Object.entries(effect.changes ?? {})) {
        const before = held.get(key)
        if (work === null && before === undefined) continue
        if (before !== undefined && before.rev >= rev) continue
        touched.set(key, { _id: key, rev, work })
        if (work === null) held.delete(key)
        else held.set(key, { rev, work })
      }
      for (const key of effect.calls ?? []) called.add(key)
      once.push(...(effect.once ?? []))
    }
    const works: Work[] = []
    for (const key of called) {
      const work = open.get(key)
      if (work !== null) works.push(work)
    }
    works.push(...once)
    return { touched: [...touched.values()], works }
  }
}

/** Keeps the open work of a reaction, in memory and beside it in a collection of its own. */
export const keeper = <Work extends JsonObject>(reaction: Reaction<Work>): Keeper => {
  const { name, prefixes, enqueue, isOverdue, togetherMs } = reaction
  const asking =
    (works: readonly Work[]): Asking =>
    (queue, nowMs) =>
      enqueue(queue, works, nowMs)

  const open = async (documents: Documents): Promise<Running> => {
    const stored: Collection<Kept<Work>> = await documents.collection({ name: `open-${name}`, indexes: [] })
    const held = new Map<string, Held<Work>>()
    for (const { _id, rev, work } of await stored.find({ work: { $ne: null } }))
      if (work !== null) held.set(_id, { rev, work })
    const fold = folding(reaction, held)
    const write = writing(documents)
    const offered = new Set<string>()
    return {
      learn: async records => {
        const { touched, works } = fold(records)
        if (touched.length > 0) await stored.bulkWrite(touched.map(write))
        return works.length === 0 ? null : asking(works)
      },
      all: () => asking(isOverdue === undefined ? [...held.values()].map(({ work }) => work) : []),
      overdue: nowMs => {
        for (const key of offered) if (!held.has(key)) offered.delete(key)
        const due = [...held].filter(([key, { work }]) => !offered.has(key) && isOverdue?.(work, nowMs))
        for (const [key] of due) offered.add(key)
        return due.length === 0 ? null : asking(due.map(([, { work }]) => work))
      },
      forgetOffers: () => offered.clear(),
    }
  }
  return { name, prefixes, togetherMs, open }
}
