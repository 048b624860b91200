import { DateOrder } from '../../../shared/facts/site.ts'
import { ADDRESS_LENGTH } from '../../../shared/limits/items.ts'
import { BODY_BYTES } from '../../../shared/limits/requests.ts'
import type { DryRuns } from '../../imports/dry-run/dry-runs.ts'
import type { FileImports } from '../../imports/feed/file-import.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { type Input, optional } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { oneLine, oneOf, text } from '../platform/arguments/kinds.ts'
import { invalid } from '../platform/route.ts'
import { importOrigin } from '../../imports/feed/feed-body.ts'
import { broughtFrom, itemsIn, separatorNames, type Brought } from './brought.ts'
import { problemsOf } from './problems.ts'
import { doneAnswer, trial, trialProblem, wishOf } from './dry-run.ts'

/** How a file is read that does not tell by itself. */
export const reading = {
  date_order: optional(oneOf(DateOrder.options), {
    description: 'How a table means dates like 3/4/2027 when none of its own tells.',
  }),
  separator: optional(oneOf(separatorNames), {
    description: 'What separates the cells of a table; found out when it is not given.',
  }),
}

/** What is imported as a whole, and how it is read. */
export const upload = {
  file: optional(text({ maxLength: BODY_BYTES }), {
    description:
      'Text of a calendar, or of a table when origin is csv or separator is given: it is imported as a whole.',
  }),
  url: optional(oneLine({ maxLength: ADDRESS_LENGTH }), {
    description:
      'In place of file, the address (http, https, webcal) of a feed: it is fetched now, and imported as a whole.',
  }),
  ...reading,
  ...trial,
}

type Uploaded = Input<typeof upload>

/** The settings of the import are whatever `import-file` takes. */
type Sent = Uploaded & {
  readonly origin?: string | undefined
  readonly source?: string | undefined
  readonly [setting: string]: unknown
}

export type UploadDeps = {
  readonly files: Pick<FileImports, 'begin'>
  readonly dryRuns: Pick<DryRuns, 'begin'>
  readonly settled: () => Promise<void>
  /** Items that an import of a file takes. */
  readonly mostFileItems: number
  /** Of feeds at addresses that people give. */
  readonly fetcher: Parameters<typeof broughtFrom>[0]['fetcher']
}

const refusedBy = (errors: Readonly<Record<string, string>>): Answer => invalid(problemsOf(errors))

const NOT_BOTH = { file: 'file goes without url.', url: 'url goes without file.' }

const broughtBy = async (
  deps: Pick<UploadDeps, 'fetcher'>,
  { file, url }: Pick<Uploaded, 'file' | 'url'>,
): Promise<{ readonly ok: true; readonly brought: Brought } | { readonly ok: false; answer: Answer }> => {
  if (url === undefined) return { ok: true, brought: { bytes: Buffer.from(file ?? ''), kind: 'ics' } }
  if (file !== undefined) return { ok: false, answer: refusedBy(NOT_BOTH) }
  const fetched = await broughtFrom(deps, url)
  return fetched.ok ? fetched : { ok: false, answer: refusedBy({ url: fetched.message }) }
}

/** Imports an uploaded text or what an address holds, or tries to. */
export const imported = async (
  deps: UploadDeps,
  { file, url, dry_run, plan, date_order, separator, ...given }: Sent,
  call: Call,
): Promise<Answer> => {
  const problem = trialProblem({ dry_run, plan })
  if (problem !== null) return problem
  const found = await broughtBy(deps, { file, url })
  if (!found.ok) return found.answer
  const how = { date_order, separator, origin: given.origin }
  const origin = importOrigin(how, found.brought, url !== undefined)
  const settings = { ...given, source: given.source ?? url, origin }
  const feed = await itemsIn(found.brought, how, call.at, deps.mostFileItems)
  const wish = wishOf({ dry_run, plan })
  if (wish !== null) {
    const tried = await deps.dryRuns.begin(settings, wish, feed, contextOf(call))
    if (!tried.ok) return refusedBy(tried.errors)
    return tried.done === null
      ? refusedBy({ file: 'file is not whole.' })
      : doneAnswer(tried.done, deps.settled, 201)
  }
  const begun = await deps.files.begin(settings, feed, contextOf(call))
  if (!begun.ok) return refusedBy(begun.errors)
  await deps.settled()
  return json(201, { import_id: begun.importId })
}

/** Whether there is anything to be imported as a whole. */
export const isWhole = ({ file, url }: Uploaded): boolean => file !== undefined || url !== undefined

/** What goes with a file or an address alone. */
export const withoutFile = ({ dry_run: isDry, plan, date_order, separator }: Uploaded): Answer | null =>
  isDry || [plan, date_order, separator].some(given => given !== undefined)
    ? refusedBy({
        file: 'file or url is missing: dry_run, plan, date_order and separator go with one of them.',
      })
    : null
