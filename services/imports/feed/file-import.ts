import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../handle.ts'
import {
  itemsOf,
  tooMany,
  unreadableMessage,
  type ParsedFeed,
  type RawItem,
  type TooManyItems,
} from '../item/item.ts'
import { settle, TAKEN, type OperateDeps, type Refused } from '../run/operate.ts'
import { payloadWriter } from '../run/payload.ts'

/** Files that are handed over at the same time. */
const AT_ONCE = 64
/** Items that become durable together; then everything else has its turn. */
const SLICE = 500
/** An import of a file has one batch, which nobody sends a second time. */
const DIGEST = 'file'

/** Some items of a file, in the order of the file; `from`: position of the first (1 = first of the file). */
export type FilePart = {
  readonly importId: string
  readonly from: number
  readonly items: readonly RawItem[]
  readonly isLast: boolean
}

type Opened = { readonly ok: true; readonly importId: string } | Refused

type File = ReturnType<typeof payloadWriter> & { readonly total: number }

/** Files that are being handed over, and their items on the way into the log. */
const openFiles = (deps: OperateDeps) => {
  const open = new LRUCache<string, File>({ max: AT_ONCE })
  const store = async (file: File, items: readonly RawItem[]): Promise<void> => {
    for (let begin = 0; begin < items.length; begin += SLICE) {
      await file.add(items.slice(begin, begin + SLICE))
      await nextTurn()
    }
  }
  return {
    get: (importId: string) => open.get(importId),
    begin: (importId: string, total: number, context: Context): File => {
      const writer = payloadWriter(deps.store, { importId, digest: DIGEST, firstPosition: 1 }, context)
      const file = { ...writer, total }
      open.set(importId, file)
      return file
    },
    /** Stores more of a file. What was written of a part that failed is unknown: nobody goes on from there. */
    hand: async (
      importId: string,
      file: File,
      { items, isLast }: Pick<FilePart, 'items' | 'isLast'>,
      context: Context,
    ): Promise<void> => {
      try {
        await store(file, items)
        if (!isLast) return
        const received = { type: 'ReceiveFile', importId, digest: DIGEST, count: file.count() } as const
        await deps.runs.execute(received, context)
        open.delete(importId)
      } catch (error) {
        open.delete(importId)
        throw error
      }
    },
  }
}

/**
 * Imports that take no callbacks and have the items of a parsed body as their only batch (spec 05 §1 import-file),
 * handed over whole or in parts, so that a file of any size is never in memory as a whole. They are applied by queued
 * work; a body that is none closes the import as failed. Of one that is not handed over to its end, nothing is applied,
 * and it stalls.
 */
export const fileImports = (deps: OperateDeps) => {
  const { runs, mostFileItems: most, newHash } = deps
  const files = openFiles(deps)

  return {
    /** `given`: the file, or its first part; `total`: items of the whole file, so many parts follow (null: none do). */
    begin: async (
      input: unknown,
      given: ParsedFeed | TooManyItems,
      context: Context,
      total: number | null = null,
    ): Promise<Opened> => {
      const items = given.ok ? (itemsOf(given) as readonly RawItem[]) : []
      const announced = Math.max(total ?? 0, items.length)
      const feed = given.ok && announced > most ? tooMany(announced, most, false) : given
      const settled = await settle(deps, input)
      if (!settled.ok) return settled
      const importId = settled.sent.import_id ?? newHash().slice(0, 16)
      const register = { type: 'Register', importId, hash: null, settings: settled.settings } as const
      if (!(await runs.execute(register, context)).ok) return { ok: false, errors: TAKEN }
      if (!feed.ok) {
        const message = unreadableMessage(feed)
        await runs.execute({ type: 'CloseUnreadable', importId, reason: feed.reason, message }, context)
        return { ok: true, importId }
      }
      const file = files.begin(importId, announced, context)
      await files.hand(importId, file, { items, isLast: announced === items.length }, context)
      return { ok: true, importId }
    },

    /**
     * The next part; one that is there already changes nothing. false: this process knows no such file, lacks what
     * comes before, or was told of fewer items.
     */
    add: async ({ importId, from, items, isLast }: FilePart, context: Context): Promise<boolean> => {
      const file = files.get(importId)
      if (file === undefined) return false
      const count = file.count()
      if (from > count + 1 || from - 1 + items.length > file.total) return false
      await files.hand(importId, file, { items: items.slice(count + 1 - from), isLast }, context)
      return true
    },
  }
}

export type FileImports = ReturnType<typeof fileImports>
