import type { ImportRecord } from '../../../projections/import-status/queries.ts'
import type { Begun, DryRun, DryRuns } from '../../imports/dry-run/dry-runs.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { refused, type ErrorCode } from '../platform/answers/errors.ts'
import { defaulted, optional } from '../platform/arguments/arguments.ts'
import { boolean, text } from '../platform/arguments/kinds.ts'
import { invalid } from '../platform/route.ts'
import { problemsOf } from './problems.ts'

/** Whether an import is only tried, or has to be the one that was tried (spec 05 §13). */
export const trial = {
  dry_run: defaulted(boolean(), false, {
    description: 'Whether the import is only tried: what it would do is answered, and nothing is recorded.',
  }),
  plan: optional(text(), {
    description: 'Mark of a dry run: the import is applied if it does what that said, else refused.',
  }),
}

type Asked = { readonly dry_run: boolean; readonly plan?: string | undefined }

/** null: an import like any other. */
export const wishOf = ({ dry_run: isDry, plan }: Asked): Parameters<DryRuns['begin']>[1] | null =>
  isDry || plan !== undefined ? { plan: plan ?? null } : null

/** Both at once mean nothing. */
export const trialProblem = ({ dry_run: isDry, plan }: Asked): Answer | null =>
  isDry && plan !== undefined ? invalid(problemsOf({ plan: 'plan goes without dry_run.' })) : null

const CODES: Readonly<Record<'other-input' | 'other-plan' | 'too-large', ErrorCode>> = {
  'other-input': 'import_plan_other_input',
  'other-plan': 'import_plan_changed',
  'too-large': 'import_dry_run_too_large',
}

/** Of the record, what is known of an import that never was. */
const headOf = (plan: string, record: ImportRecord) => ({
  plan,
  origin: record.origin,
  source: record.source,
  post_status: record.post_status,
  author: record.author,
  category: record.category,
  update_authority: record.update_authority,
  status: record.status,
  reason: record.reason,
  received: record.received,
  outcomes: record.outcomes,
  reasons: record.reasons,
  warnings: record.warnings,
  warned: record.warned,
  log: record.log,
})

/** Item by item, so that a large one is never in memory as a text. */
const reported = ({ mark, record, items }: DryRun): Answer => ({
  status: 200,
  text: '',
  headers: [],
  pieces: async function* (gone) {
    yield `${JSON.stringify(headOf(mark, record)).slice(0, -1)},"items":[`
    for (const [n, item] of items.entries()) {
      if (gone.aborted) return
      yield n === 0 ? item : `,${item}`
    }
    yield ']}'
  },
})

type Done = Exclude<Extract<Begun, { ok: true }>['done'], null>

/** What a trial came to. `status`: of an answer that names a new import. */
export const doneAnswer = async (
  done: Done,
  settled: () => Promise<void>,
  status: 200 | 201,
): Promise<Answer> => {
  if (!done.ok) return refused(CODES[done.refused])
  if ('mark' in done) return reported(done)
  await settled()
  return json(status, { import_id: done.importId })
}
