import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '../../shared/event-store/port.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { kinds, type HistoryEntry, type Kind } from './evolve.ts'
import { byEntries } from './lately.ts'
import type { NarrowedAll } from './narrowed.ts'
import { aboutOf, type Asked } from './telling.ts'

/** What may be looked at, and found, at most. */
export type AboutLimits = { readonly entries: number; readonly items: number }

/** Entries by kind. */
export type Passed = { readonly [Name in Kind]?: number }

export type About =
  | {
      readonly ok: true
      /** Entries that are asked for. */
      readonly entries: number
      /** Position of the newest of them; null: there is none. */
      readonly newest: Position | null
      /** What they are about, by id: events first, then organizers and venues. */
      readonly items: readonly { readonly kind: ItemKind; readonly ids: readonly number[] }[]
    }
  /** There are more than that. */
  | { readonly ok: false; readonly over: keyof AboutLimits }

const ITEMS: readonly ItemKind[] = ['event', 'organizer', 'venue']
const OTHERS: readonly Kind[] = kinds.filter(kind => !ITEMS.some(item => item === kind))
/** Entries that are looked at before others have their turn. */
const AT_ONCE = 1_000

/** What is asked for; texts in facts are not looked at. */
type Wide = Omit<NarrowedAll, 'text'>

/** All entries that are asked for, newest first, so many at a time; others have their turn in between. */
const parts = async function* (
  asked: Asked,
  narrowed: Wide,
  limit: number,
): AsyncGenerator<readonly HistoryEntry[]> {
  for (let before: Position | null | undefined; before !== null;) {
    const part = await byEntries(asked, { ...narrowed, limit, ...(before === undefined ? {} : { before }) })
    yield part.entries
    before = part.older
    await nextTurn()
  }
}

/** Entries of other kinds that are asked for, by kind: of the newest `most` of them. `hidden`: kinds that are not told of. */
export const passed =
  (asked: Asked) =>
  async (narrowed: Wide, hidden: readonly Kind[], most: number): Promise<Passed> => {
    const counts: { [Name in Kind]?: number } = {}
    if (narrowed.kind !== undefined) return counts
    let left = most
    for await (const entries of parts(asked, { ...narrowed, without: [...ITEMS, ...hidden] }, most)) {
      for (const { kind } of entries.slice(0, left)) counts[kind] = (counts[kind] ?? 0) + 1
      left -= entries.length
      if (left <= 0) break
    }
    return counts
  }

/** Position of the newest entry about an item that is asked for; null: there is none. */
export const newest =
  (asked: Asked) =>
  async (narrowed: Wide): Promise<Position | null> => {
    for await (const [entry] of parts(asked, { ...narrowed, without: OTHERS }, 1))
      if (entry !== undefined) return entry._id
    return null
  }

const byId = (one: number, other: number): number => one - other

/** Items that entries are about. Texts are not looked at. */
export const about =
  (asked: Asked) =>
  async (narrowed: Wide, most: AboutLimits): Promise<About> => {
    const found = new Map<ItemKind, Set<number>>(ITEMS.map(kind => [kind, new Set()]))
    let [entries, items] = [0, 0]
    let newest: Position | null = null
    for await (const some of parts(asked, { ...narrowed, without: OTHERS }, AT_ONCE)) {
      newest ??= some[0]?._id ?? null
      entries += some.length
      for (const entry of some) {
        const { kind, id } = aboutOf(entry)
        const ids = ITEMS.some(item => item === kind) ? found.get(kind as ItemKind) : undefined
        if (ids === undefined || ids.has(Number(id))) continue
        ids.add(Number(id))
        items += 1
      }
      if (entries > most.entries) return { ok: false, over: 'entries' }
      if (items > most.items) return { ok: false, over: 'items' }
    }
    const sorted = [...found].map(([kind, ids]) => ({ kind, ids: [...ids].sort(byId) }))
    return { ok: true, entries, newest, items: sorted.filter(({ ids }) => ids.length > 0) }
  }
