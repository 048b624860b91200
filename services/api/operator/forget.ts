import { dueAt, forgetDue, type RetentionDeps } from '../../retention/due.ts'
import { dryRun } from '../admin/merge.ts'
import { json } from '../platform/answers/answer.ts'
import { contextOf } from '../platform/call.ts'
import type { Route } from '../platform/route.ts'
import { command } from './command.ts'

export type ForgetDeps = { readonly retention: RetentionDeps }

/** `forget` (spec 00 §6.9). */
export const forgetCommand = ({ retention }: ForgetDeps): Route =>
  command('forget', dryRun, async ({ dry_run: isTried }, call) => {
    const { signal } = new AbortController()
    const due = isTried
      ? await dueAt(retention, call.at.ms, signal)
      : await forgetDue(retention, contextOf(call), signal)
    return json(200, {
      dry_run: isTried,
      forgotten: due.map(({ what, count, before }) => ({ what, count, before })),
    })
  })
