import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../handle.ts'
import { itemsOf, unreadableMessage, type ParsedFeed, type RawItem } from '../item/item.ts'
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

/**
 * Imports that take no callbacks and have the items of a parsed body as their only batch (spec 05 §1 import-file),
 * handed over whole or in parts, so that a file of any size is never in memory as a whole. They are applied by queued
 * work; a body that is none closes the import as failed. Of one that is not handed over to its end, nothing is applied,
 * and it stalls.
 */
export const fileImports = (deps: OperateDeps) => {
  const open = new LRUCache<string, ReturnType<typeof payloadWriter>>({ max: AT_ONCE })

  const store = async (importId: string, items: readonly RawItem[]): Promise<void> => {
    const writer = open.get(importId)
    for (let begin = 0; writer !== undefined && begin < items.length; begin += SLICE) {
      await writer.add(items.slice(begin, begin + SLICE))
      await nextTurn()
    }
  }
  const end = async (importId: string, context: Context): Promise<void> => {
    const count = open.get(importId)?.count() ?? 0
    await deps.runs.execute({ type: 'ReceiveFile', importId, digest: DIGEST, count }, context)
    open.delete(importId)
  }
  /** What was written of a part that failed is unknown: nobody goes on from there. */
  const orForget = async (importId: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      open.delete(importId)
      throw error
    }
  }

  return {
    /** `isWhole` false: more parts follow. */
    begin: async (input: unknown, feed: ParsedFeed, context: Context, isWhole = true): Promise<Opened> => {
      const settled = await settle(deps, input)
      if (!settled.ok) return settled
      const importId = settled.sent.import_id ?? deps.newHash().slice(0, 16)
      const register = { type: 'Register', importId, hash: null, settings: settled.settings } as const
      if (!(await deps.runs.execute(register, context)).ok) return { ok: false, errors: TAKEN }
      if (!feed.ok) {
        const message = unreadableMessage(feed)
        await deps.runs.execute({ type: 'CloseUnreadable', importId, reason: feed.reason, message }, context)
        return { ok: true, importId }
      }
      open.set(importId, payloadWriter(deps.store, { importId, digest: DIGEST, firstPosition: 1 }, context))
      await orForget(importId, async () => {
        await store(importId, itemsOf(feed) as readonly RawItem[])
        if (isWhole) await end(importId, context)
      })
      return { ok: true, importId }
    },

    /** The next part; one that is there already changes nothing. false: this process knows no such file, or lacks what comes before. */
    add: async ({ importId, from, items, isLast }: FilePart, context: Context): Promise<boolean> => {
      const count = open.get(importId)?.count()
      if (count === undefined || from > count + 1) return false
      await orForget(importId, async () => {
        await store(importId, items.slice(count + 1 - from))
        if (isLast) await end(importId, context)
      })
      return true
    },
  }
}

export type FileImports = ReturnType<typeof fileImports>
