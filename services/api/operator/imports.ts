import { z } from 'zod'
import type { DryRuns } from '../../imports/dry-run/dry-runs.ts'
import type { FileImports, FilePart } from '../../imports/feed/file-import.ts'
import { deleteImport } from '../../imports/run/operate.ts'
import type { ParsedFeed, RawItem } from '../../imports/item/item.ts'
import { outcomesCsv } from '../../imports/run/outcomes-csv.ts'
import type { ImportRuns } from '../../imports/run/runs.ts'
import {
  defaultsOf,
  listOf,
  listPage,
  progressOf,
  register,
  registration,
  steer,
  steeringNames,
  type ImportDeskDeps,
} from '../admin/imports.ts'
import { doneAnswer, trial, trialProblem, wishOf } from '../admin/dry-run.ts'
import { page, recordOf } from '../admin/import-record.ts'
import { problemsOf } from '../admin/problems.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { accept, type ArgumentKind, optional, reject, required } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { boolean, integer, text } from '../platform/arguments/kinds.ts'
import { invalid, type Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export type ImportCommandDeps = ImportDeskDeps & {
  readonly runs: ImportRuns
  readonly files: FileImports
  readonly dryRuns: DryRuns
}

const NO_IMPORT = ['import_id', 'there is no such import'] as const
const importId = required(text(), { description: 'Id of the import.' })

const Feed = z.union([
  z.object({ ok: z.literal(true), items: z.array(z.looseObject({})), warnings: z.array(z.string()) }),
  z.object({ ok: z.literal(false), reason: z.literal('not_a_calendar'), found: z.string().exactOptional() }),
  z.object({ ok: z.literal(false), reason: z.literal('not_a_table'), found: z.string() }),
  z.object({
    ok: z.literal(false),
    reason: z.literal('missing_title_column'),
    columns: z.array(z.string()),
  }),
])

/** A file as the command line has parsed it; reading its items strictly is the importer's work. */
const parsedFeed: ArgumentKind<ParsedFeed> = {
  read: (value, name) => {
    const parsed = Feed.safeParse(value)
    return parsed.success ? accept(parsed.data) : reject('rest_invalid_type', `${name} is not a parsed file.`)
  },
  declared: { type: null },
  accepts: {},
}

const fileCommand = (deps: ImportCommandDeps): Route =>
  command(
    'import-file',
    {
      ...registration,
      feed: required(parsedFeed, { description: 'The parsed file.' }),
      total: optional(integer({ minimum: 0 }), {
        description: 'Items of the whole file, when parts of it follow.',
      }),
      ...trial,
    },
    async ({ feed, total, dry_run, plan, ...settings }, call): Promise<Answer> => {
      const asked = { dry_run, plan }
      const [problem, wish] = [trialProblem(asked), wishOf(asked)]
      if (problem !== null) return problem
      if (wish !== null) {
        const tried = await deps.dryRuns.begin(settings, wish, feed, contextOf(call), total ?? null)
        if (!tried.ok) return invalid(problemsOf(tried.errors))
        return tried.done === null
          ? json(200, { import_id: tried.id })
          : doneAnswer(tried.done, deps.settled, 200)
      }
      const done = await deps.files.begin(settings, feed, contextOf(call), total ?? null)
      if (!done.ok) return invalid(problemsOf(done.errors))
      await deps.settled()
      return json(200, { import_id: done.importId })
    },
  )

const Items = z.array(z.record(z.string(), z.json()))

const parsedItems: ArgumentKind<readonly RawItem[]> = {
  read: (value, name) => {
    const parsed = Items.safeParse(value)
    return parsed.success ? accept(parsed.data) : reject('rest_invalid_type', `${name} is no list of items.`)
  },
  declared: { type: null },
  accepts: {},
}

const LOST = 'the service has not what comes before in this file; import it again'

/** A further part of a file that is only tried, or tried before it is applied. */
const triedPart = async (deps: ImportCommandDeps, part: FilePart, call: Call): Promise<Answer> => {
  const { taken, done } = await deps.dryRuns.add(part, contextOf(call))
  if (!taken) return unknown('import_id', LOST)
  return done === null ? json(200, { import_id: part.importId }) : doneAnswer(done, deps.settled, 200)
}

const partCommand = (deps: ImportCommandDeps): Route =>
  command(
    'import-file-part',
    {
      import_id: importId,
      from: required(integer({ minimum: 1 }), { description: 'Position of the first item in the file.' }),
      items: required(parsedItems, { description: 'The next items of the file.' }),
      last: required(boolean(), { description: 'Whether these are the last ones.' }),
    },
    async ({ import_id: id, from, items, last: isLast }, call): Promise<Answer> => {
      const part = { importId: id, from, items, isLast }
      if (deps.dryRuns.has(id)) return triedPart(deps, part, call)
      const isTaken = await deps.files.add(part, contextOf(call))
      if (isTaken && isLast) await deps.settled()
      return isTaken ? json(200, { import_id: id }) : unknown('import_id', LOST)
    },
  )

export const importCommands = (deps: ImportCommandDeps): readonly Route[] => [
  command('register-import', registration, register(deps)),
  fileCommand(deps),
  partCommand(deps),
  command(
    'show-import',
    { import_id: importId, ...page },
    async input => (await recordOf(deps, input.import_id, input)) ?? unknown(...NO_IMPORT),
  ),
  command(
    'import-progress',
    { import_id: importId },
    async (input, call) => (await progressOf(deps, input.import_id, call.at.ms)) ?? unknown(...NO_IMPORT),
  ),
  command('import-outcomes', { import_id: importId, from: page.from }, async (input, call) => {
    const { import_id: id, from = 1 } = input
    const [progress] = await deps.imports.progressOf([id], call.at.ms)
    return progress === undefined
      ? unknown(...NO_IMPORT)
      : json(200, await outcomesCsv(deps.imports, id, from))
  }),
  ...steeringNames.map(steering =>
    command(
      `${steering}-import`,
      { import_id: importId },
      async (input, call) => (await steer(deps, steering, input.import_id, call)) ?? unknown(...NO_IMPORT),
    ),
  ),
  command('import-defaults', {}, async () => defaultsOf(deps)),
  command('list-imports', listPage, (input, call) => listOf(deps, input, call.at.ms)),
  command('delete-import', { import_id: importId }, async (input, call) => {
    if (!(await deleteImport(deps, input.import_id, contextOf(call)))) return unknown(...NO_IMPORT)
    await deps.settled()
    return (await recordOf(deps, input.import_id, { from: undefined, limit: 0 })) ?? json(200, {})
  }),
]
