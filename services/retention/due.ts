import type { EpochMs } from '../../shared/kernel/brands.ts'
import { siteCodec, SITE_STREAM } from '../../shared/facts/site.ts'
import type { AnewDeps } from '../calendar/item/begin-anew.ts'
import { recordOf, type Context } from '../handle.ts'
import { keptNow } from './kept.ts'
import { limitOf, together, type Overdue } from './overdue.ts'
import { duePayloads } from './payloads.ts'
import { dueSignIns, patienceOf } from './sign-ins.ts'
import { dueVersions } from './versions.ts'
import { msOfIso } from '../../shared/kernel/time/calculate.ts'

/** The log, how items are written to it, and how their dates are told. */
export type RetentionDeps = AnewDeps

/** Finds what is due of one kind. */
type Look = (signal: AbortSignal) => Promise<Overdue>

/** A look for each kind that is kept for a time. `isPatient`: as `forgetDue` has it. */
const looksAt = async (deps: RetentionDeps, nowMs: EpochMs, isPatient: boolean): Promise<readonly Look[]> => {
  const { store } = deps.writing
  const { payloads, signIns, versions } = await keptNow(store)
  const looks: Look[] = [signal => duePayloads(store, limitOf(nowMs, payloads), signal)]
  if (signIns !== null) {
    const patienceMs = isPatient ? patienceOf(signIns) : 0
    looks.push(signal => dueSignIns(store, limitOf(nowMs, signIns), patienceMs, signal))
  }
  if (versions !== null) looks.push(signal => dueVersions(deps, limitOf(nowMs, versions), signal))
  return looks
}

/** What is kept longer than the site says, by kind (spec 00 §6.9). Kinds that are kept for ever are left out. */
export const dueAt = async (
  deps: RetentionDeps,
  nowMs: EpochMs,
  signal: AbortSignal,
): Promise<readonly Overdue[]> => {
  const due: Overdue[] = []
  for (const look of await looksAt(deps, nowMs, false)) due.push(await look(signal))
  return due
}

/** How much goes is recorded first, without a word of what it was. */
const forgetOf = async (
  { writing: { store } }: RetentionDeps,
  { what, count, before, forget }: Overdue,
  context: Context,
  signal: AbortSignal,
): Promise<void> => {
  if (count === 0) return
  const fact = { type: 'OverdueForgotten', what, count, before } as const
  await store.append(SITE_STREAM, [recordOf(siteCodec, fact, context)], 'any')
  await forget(context, signal)
}

/**
 * Forgets what is due, and answers what that was. Whoever stops in the middle leaves some, which the next one finds. Nothing
 * is recorded of a kind of which nothing is due. Each kind is tried, whatever becomes of the others; what failed is thrown at
 * the end. `isPatient`: what costs much to forget may wait until there is more of it.
 */
export const forgetDue = async (
  deps: RetentionDeps,
  context: Context,
  signal: AbortSignal,
  isPatient = false,
): Promise<readonly Overdue[]> => {
  const due: Overdue[] = []
  await together(await looksAt(deps, msOfIso(context.at), isPatient), 1, signal, async look => {
    const found = await look(signal)
    due.push(found)
    await forgetOf(deps, found, context, signal)
  })
  return due
}
