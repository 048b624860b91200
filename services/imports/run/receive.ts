import type { EventStore } from '../../../shared/event-store/port.ts'
import type { Context } from '../../handle.ts'
import type { RawItem } from '../item/item.ts'
import { activityTexts } from './activity.ts'
import type { RunRefusal } from './commands.ts'
import { judge, overfullMessage } from './decide.ts'
import { expirePayload, storePayload } from './payload.ts'
import type { ImportRuns } from './runs.ts'
import type { RunState } from './state.ts'

export type ReceiveDeps = {
  readonly store: EventStore
  readonly runs: ImportRuns
  /** 32 hex, random. */
  readonly newHash: () => string
  /** Items that one import takes altogether. */
  readonly mostItems: number
}

export type BatchCallback = {
  readonly importId: string
  readonly batchHash: string
  readonly percentage: number
  readonly status: {
    readonly data: { readonly total: number; readonly done: number }
    readonly batch: { readonly total: number; readonly done: number }
  }
  /** null: the callback carried no `events`. */
  readonly events: readonly RawItem[] | null
  /** `digestOf` all parameters. */
  readonly digest: string
}

export type StateCallback = {
  readonly importId: string
  readonly batchHash: string
  readonly percentage: number
  readonly status: 'success' | 'failed' | 'pending'
  readonly message: string
  readonly messageSlug: string
  readonly digest: string
}

/** What is answered to a batch. */
export type BatchReply = {
  /** JSON of spec 05 §3, six types with four lists of ids each: texts to be joined. */
  readonly activity: readonly string[]
  readonly interval: number
  readonly next_batch_hash?: string
}

/** Body of spec 05 §3. */
export const batchReplyText = ({ activity, interval, next_batch_hash: hash }: BatchReply): string => {
  const next = hash === undefined ? '' : `,"next_batch_hash":${JSON.stringify(hash)}`
  return ['{"status":"success","activity":', ...activity, `,"interval":${interval}${next}}`].join('')
}

/** Which arguments a callback fails on. */
export type RefusedArguments = readonly ('import_id' | 'batch_hash')[]
type Received<Reply> =
  { readonly ok: true; readonly reply: Reply } | { readonly ok: false; readonly on: RefusedArguments }

/** `tooMany`: why its items were not taken, for people. */
type ReceivedItems = Received<BatchReply> | { readonly ok: false; readonly tooMany: string }

/** The arguments that fail for this import as it stands, none when it would accept or replay (spec 05 §2). */
export const refusedArguments = (state: RunState, hash: string, digest: string): RefusedArguments => {
  const verdict = judge(state, hash, digest)
  return verdict.kind === 'refuse' ? argumentsOf(verdict.code) : []
}

const argumentsOf = (code: RunRefusal['code']): RefusedArguments =>
  code === 'hash_refused' ? ['batch_hash'] : ['import_id', 'batch_hash']

/** The recorded first answer, rebuilt from the state; a refusal for callbacks that were never accepted. */
const answered = (state: RunState, hash: string, digest: string): Received<BatchReply> => {
  const verdict = judge(state, hash, digest)
  if (verdict.kind === 'refuse') return { ok: false, on: argumentsOf(verdict.code) }
  if (verdict.kind === 'accept' || verdict.first.batch === null) return { ok: false, on: ['batch_hash'] }
  const { nextHash, outcomesKnown } = verdict.first.batch
  const reply: BatchReply = {
    activity: activityTexts(verdict.run, outcomesKnown),
    interval: verdict.run.interval,
    ...(nextHash === null ? {} : { next_batch_hash: nextHash }),
  }
  return { ok: true, reply }
}

/**
 * Accepts a batch: the fact that accepts it becomes durable with its items, and never without them. A crash may leave
 * items that nobody knows of; the same callback again finds them and goes on. Works on an import that may change
 * meanwhile.
 */
export const receiveBatch = async (
  { store, runs, newHash, mostItems }: ReceiveDeps,
  callback: BatchCallback,
  context: Context,
): Promise<ReceivedItems> => {
  const { importId, batchHash: hash, digest, status } = callback
  const items = callback.events ?? []
  const state = await runs.load(importId)
  const verdict = judge(state, hash, digest)
  if (verdict.kind !== 'accept') return answered(state, hash, digest)
  const tooMany = overfullMessage(verdict.run, items.length, mostItems)
  if (tooMany !== null) {
    await runs.execute({ type: 'RefuseItems', importId, items: items.length, most: mostItems }, context)
    return { ok: false, tooMany }
  }
  const batch = { importId, digest, firstPosition: verdict.run.received + 1 }
  const payload = await storePayload(store, batch, items, context)
  const handled = await runs.execute(
    {
      type: 'ReceiveBatch',
      importId,
      hash,
      digest,
      count: items.length,
      percentage: callback.percentage,
      total: status.data.total,
      carriedEvents: callback.events !== null,
      last: status.batch.done + 1 >= status.batch.total,
      nextHash: newHash(),
    },
    context,
    payload,
  )
  if (handled.ok) return answered(handled.state, hash, digest)
  // another callback took the hash meanwhile: these items belong to nothing
  if (items.length > 0) await expirePayload(store, importId, digest)
  return { ok: false, on: argumentsOf(handled.refusal.code) }
}

/** Spec 05 §4: the reply is the same for all three states. */
export const reportState = async (
  { runs }: Pick<ReceiveDeps, 'runs'>,
  callback: StateCallback,
  context: Context,
): Promise<Received<{ readonly status: 'success' }>> => {
  const { batchHash: hash, ...rest } = callback
  const handled = await runs.execute({ type: 'ReportState', hash, ...rest }, context)
  return handled.ok
    ? { ok: true, reply: { status: 'success' } }
    : { ok: false, on: argumentsOf(handled.refusal.code) }
}
