import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Position } from '../../shared/event-store/port.ts'
import type { ItemKind } from '../../shared/facts/common.ts'
import { kinds, type Kind } from './evolve.ts'
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

/** Entries of other kinds that are asked for, by kind: of the newest `most` of them. `hidden`: kinds that are not told of. */
export const passed =
  (asked: Asked) =>
  async (narrowed: Omit<NarrowedAll, 'text'>, hidden: readonly Kind[], most: number): Promise<Passed> => {
    const counts: { [Name in Kind]?: number } = {}
    let left = narrowed.kind === undefined ? most : 0
    for (let before: Position | null | undefined; before !== null && left > 0;) {
      const part = await byEntries(asked, {
        ...{ ...narrowed, without: [...ITEMS, ...hidden], limit: left },
        ...(before === undefined ? {} : { before }),
      })
      for (const { kind } of part.entries) counts[kind] = (counts[kind] ?? 0) + 1
      left -= part.entries.length
      before = part.older
      await nextTurn()
    }
    return counts
  }

/** Position of the newest entry about an item that is asked for; null: there is none. */
export const newest =
  (asked: Asked) =>
  async (narrowed: Omit<NarrowedAll, 'text'>): Promise<Position | null> => {
    for (let before: Position | null | undefined; before !== null;) {
      const part = await byEntries(asked, {
        ...{ ...narrowed, without: OTHERS, limit: 1 },
        ...(before === undefined ? {} : { before }),
      })
      const [entry] = part.entries
      if (entry !== undefined) return entry._id
      before = part.older
      await nextTurn()
    }
    return null
  }

const byId = (one: number, other: number): number => one - other

/** Items that entries are about. Texts are not looked at. */
export const about =
  (asked: Asked) =>
  async (narrowed: Omit<NarrowedAll, 'text'>, most: AboutLimits): Promise<About> => {
    const found = new Map<ItemKind, Set<number>>(ITEMS.map(kind => [kind, new Set()]))
    let [entries, items] = [0, 0]
    let newest: Position | null = null
    for (let before: Position | null | undefined; before !== null;) {
      const part = await byEntries(asked, {
        ...{ ...narrowed, without: OTHERS, limit: AT_ONCE },
        ...(before === undefined ? {} : { before }),
      })
      newest ??= part.entries[0]?._id ?? null
      entries += part.entries.length
      for (const entry of part.entries) {
        const { kind, id } = aboutOf(entry)
        const ids = ITEMS.some(item => item === kind) ? found.get(kind as ItemKind) : undefined
        if (ids === undefined || ids.has(Number(id))) continue
        ids.add(Number(id))
        items += 1
      }
      if (entries > most.entries) return { ok: false, over: 'entries' }
      if (items > most.items) return { ok: false, over: 'items' }
      before = part.older
      await nextTurn()
    }
    const sorted = [...found].map(([kind, ids]) => ({ kind, ids: [...ids].sort(byId) }))
    return { ok: true, entries, newest, items: sorted.filter(({ ids }) => ids.length > 0) }
  }
