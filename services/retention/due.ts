import { siteCodec, SITE_STREAM } from '../../shared/facts/site.ts'
import type { VersionsDeps } from '../calendar/item/forget-versions.ts'
import { recordOf, type Context } from '../handle.ts'
import { keptNow } from './kept.ts'
import { limitOf, type Overdue } from './overdue.ts'
import { duePayloads } from './payloads.ts'
import { dueSignIns, patienceOf } from './sign-ins.ts'
import { dueVersions } from './versions.ts'

/** The log, how items are written to it, and how their dates are told. */
export type RetentionDeps = VersionsDeps

/**
 * What is kept longer than the site says, by kind (spec 00 §6.9). Kinds that are kept for ever are left out. `isPatient`: what
 * costs much to forget may wait until there is more of it.
 */
export const dueAt = async (
  deps: RetentionDeps,
  nowMs: number,
  signal: AbortSignal,
  isPatient = false,
): Promise<readonly Overdue[]> => {
  const { store } = deps.writing
  const { payloads, signIns, versions } = await keptNow(store)
  const due = [await duePayloads(store, limitOf(nowMs, payloads), signal)]
  if (signIns !== null)
    due.push(await dueSignIns(store, limitOf(nowMs, signIns), isPatient ? patienceOf(signIns) : 0, signal))
  if (versions !== null) due.push(await dueVersions(deps, limitOf(nowMs, versions), signal))
  return due
}

/**
 * Forgets what is due, and answers what that was. How much goes is recorded first, without a word of what it was; whoever
 * stops in the middle leaves some, which the next one finds. Nothing is recorded of a kind of which nothing is due.
 */
export const forgetDue = async (
  deps: RetentionDeps,
  context: Context,
  signal: AbortSignal,
  isPatient = false,
): Promise<readonly Overdue[]> => {
  const due = await dueAt(deps, Date.parse(context.at), signal, isPatient)
  for (const { what, count, before, forget } of due) {
    if (count === 0) continue
    const fact = { type: 'OverdueForgotten', what, count, before } as const
    await deps.writing.store.append(SITE_STREAM, [recordOf(siteCodec, fact, context)], 'any')
    await forget(context, signal)
  }
  return due
}
