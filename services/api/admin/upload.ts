import { DateOrder } from '../../../shared/facts/site.ts'
import { nowUtc } from '../../../shared/kernel/time/calculate.ts'
import { BODY_BYTES } from '../../../shared/limits.ts'
import { type Separator } from '../../imports/csv/records.ts'
import type { DryRuns } from '../../imports/dry-run/dry-runs.ts'
import { readFeed } from '../../imports/feed/feed-body.ts'
import type { FileImports } from '../../imports/feed/file-import.ts'
import type { ParsedFeed, RawItem, TooManyItems } from '../../imports/item/item.ts'
import { json, type Answer } from '../platform/answers/answer.ts'
import { optional, type Input } from '../platform/arguments/arguments.ts'
import { contextOf, type Call } from '../platform/call.ts'
import { oneOf, text } from '../platform/arguments/kinds.ts'
import type { Moment } from '../platform/moment.ts'
import { invalid } from '../platform/route.ts'
import { problemsOf } from './problems.ts'
import { doneAnswer, trial, trialProblem, wishOf } from './dry-run.ts'

const SIGNS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const satisfies Record<
  string,
  Separator
>

/** A file that is imported as a whole, and how it is read. */
export const upload = {
  file: optional(text({ maxLength: BODY_BYTES }), {
    description: 'Text of a calendar, or of a table when origin is csv: it is imported as a whole.',
  }),
  date_order: optional(oneOf(DateOrder.options), {
    description: 'How a table means dates like 3/4/2027 when none of its own tells.',
  }),
  separator: optional(oneOf(['comma', 'semicolon', 'tab', 'pipe']), {
    description: 'What separates the cells of a table; found out when it is not given.',
  }),
  ...trial,
}

type Uploaded = Input<typeof upload>

/** The settings of the import are whatever `import-file` takes. */
type Sent = Uploaded & { readonly file: string; readonly origin: string; readonly [setting: string]: unknown }

/** How the text of a file is read. */
type Reading = Pick<Uploaded, 'date_order' | 'separator'> & { readonly origin: string }

export type UploadDeps = {
  readonly files: Pick<FileImports, 'begin'>
  readonly dryRuns: Pick<DryRuns, 'begin'>
  readonly settled: () => Promise<void>
  /** Items that an import of a file takes. */
  readonly mostFileItems: number
}

/** The items of a body, read in slices. */
const parsedFile = async (
  body: Uint8Array,
  { origin, date_order: order, separator }: Reading,
  { site, ms }: Moment,
  most: number,
): Promise<ParsedFeed | TooManyItems> => {
  const items: RawItem[] = []
  const dateOrder = order ?? site.settings.csvDateOrder
  const feed = {
    ...({ body, kind: origin === 'csv' ? 'csv' : 'ics', most } as const),
    site: { zone: site.zone, dateOrder, nowUtc: nowUtc(ms) },
    ...(separator === undefined ? {} : { separator: SIGNS[separator] }),
  }
  const end = await readFeed(feed, async part => {
    items.push(...part)
  })
  return end.ok ? { ok: true, items: items, warnings: [] } : end
}

/** Imports an uploaded text, or tries to. */
export const imported = async (
  deps: UploadDeps,
  { file, dry_run, plan, date_order, separator, ...settings }: Sent,
  call: Call,
): Promise<Answer> => {
  const problem = trialProblem({ dry_run, plan })
  if (problem !== null) return problem
  const reading = { date_order, separator, origin: settings.origin }
  const feed = await parsedFile(Buffer.from(file), reading, call.at, deps.mostFileItems)
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

/** What goes with a file alone. */
export const withoutFile = ({ dry_run: isDry, plan, date_order, separator }: Uploaded): Answer | null =>
  isDry || [plan, date_order, separator].some(given => given !== undefined)
    ? refusedBy({ file: 'file is missing: dry_run, plan, date_order and separator go with one.' })
    : null

const refusedBy = (errors: Readonly<Record<string, string>>): Answer => invalid(problemsOf(errors))
