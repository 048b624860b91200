import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { Context } from '../../handle.ts'
import { differences } from '../item/changes.ts'
import type { Changes } from '../item/state.ts'
import type { PutsBack } from './desk.ts'
import type { Planned } from './gone.ts'
import { planPutBack, type Wanted } from './plan.ts'
import { isPutBackFact, type PutBackKind, type Stays } from './words.ts'

/** Members by their names. */
export type Members = Readonly<Record<string, unknown>>

/** A thing that is no item: how its past is read, and how it is changed (spec 00 §6.4). */
export type Thing = {
  /** From the record on with which it began; null: there is none, or none any more. */
  readonly records: (id: number) => Promise<readonly StoredRecord[] | null>
  /** Whatever can be put back of it, as it was after these records; null: it was not there. */
  readonly after: (records: readonly StoredRecord[]) => Members | null
  /** What it is called, as stored; "": it has no name. */
  readonly nameAfter: (records: readonly StoredRecord[]) => string
  /** The plan without what rules do not let come back. `now`: all that it is. */
  readonly possible: (id: number, plan: Planned, now: Members, context: Context) => Promise<Planned>
  /** Done by the ordinary commands; members that they refused, and why. null: somebody has changed it meanwhile. */
  readonly change: (
    id: number,
    changes: Changes,
    now: Members,
    context: Context,
  ) => Promise<Readonly<Record<string, Stays>> | null>
}

/** A plan in which some members stay as they are. */
export const withStays = ({ changes, stays }: Planned, others: Readonly<Record<string, Stays>>): Planned => ({
  changes: Object.fromEntries(Object.entries(changes).filter(([member]) => !(member in others))),
  stays: { ...stays, ...others },
})

const planned = async (kind: PutBackKind, thing: Thing, id: number, wanted: Wanted, context: Context) => {
  const records = await thing.records(id)
  const now = records && thing.after(records)
  if (records === null || now === null) return { now: {}, plan: nothing }
  const standing = (some: readonly StoredRecord[]) => {
    const values = thing.after(some)
    return values && { values, trashed: null }
  }
  const plan = planPutBack(standing, records, wanted)
  if (!plan.ok) return { now, plan }
  // whoever has looked is not refused because of anything else
  const revision = records.findLast(({ type }) => isPutBackFact(kind, type))?.revision ?? plan.revision
  const left = await thing.possible(id, plan, now, context)
  return { now, plan: { ...plan, ...left, revision, name: thing.nameAfter(records) } }
}

const nothing = { ok: false, code: 'put_back_nothing' } as const
const moved = { ok: false, code: 'put_back_moved' } as const

/** How a thing that is no item is put back. */
export const putsBack = (kind: PutBackKind, thing: Thing): PutsBack => ({
  show: async (id, wanted, context) => (await planned(kind, thing, id, wanted, context)).plan,
  put: async (id, wanted, revision, context) => {
    const { now, plan } = await planned(kind, thing, id, wanted, context)
    if (!plan.ok) return plan
    if (revision !== null && plan.revision !== revision) return moved
    const { changes } = plan
    const refused = Object.keys(changes).length === 0 ? {} : await thing.change(id, changes, now, context)
    if (refused === null) return moved
    const after = thing.after((await thing.records(id)) ?? []) ?? {}
    return { ok: true, changes: differences(now, after), stays: { ...plan.stays, ...refused } }
  },
})
