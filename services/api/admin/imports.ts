import type { EpochMs } from '../../../shared/kernel/brands.ts'
import { wholeNumberIn } from '../../../shared/kernel/whole-number.ts'
import type { ImportQueries } from '../../../projections/import-status/queries.ts'
import {
  cancelImport,
  pauseImport,
  registerImport,
  resumeImport,
  type OperateDeps,
} from '../../imports/run/operate.ts'
import { outcomesPieces } from '../../imports/run/outcomes-csv.ts'
import { type Answer, json } from '../platform/answers/answer.ts'
import { defaulted, type Input, optional } from '../platform/arguments/arguments.ts'
import { type Call, contextOf } from '../platform/call.ts'
import { refused } from '../platform/answers/errors.ts'
import { named } from '../platform/arguments/named-kind.ts'
import { integer, oneLine, oneOf, text } from '../platform/arguments/kinds.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { page, recordOf } from './import-record.ts'
import type { ProgressStreams } from './progress-stream.ts'
import { imported, isWhole, upload, withoutFile, type UploadDeps } from './upload.ts'
import { problemsOf } from './problems.ts'
import { mayAdminister } from './rights.ts'
import { found, idOf } from './one.ts'

export type ImportDeskDeps = {
  readonly operate: OperateDeps
  readonly imports: ImportQueries
  /** Resolves when reads show what was written so far, or after some seconds. */
  readonly settled: () => Promise<void>
  readonly streams: ProgressStreams
}

type ImportUploadDeps = { readonly upload: UploadDeps }

const ORIGIN = { description: 'Kind of the source: ics, csv, url, gcal, ical, …' }
/** Of an import that takes callbacks, where none is said. */
const OF_CALLBACKS = 'url'

/** What `register-import` takes; spec 05 §1. */
export const registration = {
  import_id: optional(text(), { description: 'Id given by the aggregator; made up when absent.' }),
  origin: defaulted(oneLine(), OF_CALLBACKS, ORIGIN),
  source: optional(oneLine(), { description: 'Stable text naming the feed.' }),
  post_status: optional(oneOf(['publish', 'pending', 'draft', 'private']), {
    description: 'Status of created events.',
  }),
  author: optional(named(), {
    description: 'Author of created events: login, e-mail address or id of a user.',
  }),
  category: optional(named(), {
    description: 'Category added to created events: its name, slug or id.',
  }),
  update_authority: optional(oneOf(['overwrite', 'preserve_changes', 'retain']), {
    description: 'What happens to members that users changed.',
  }),
  interval: optional(integer({ minimum: 10, maximum: 600 }), {
    description: 'Seconds between batches that the aggregator is asked for.',
  }),
}

/** Opens an import for callbacks: 201 with id, first hash and callback root. */
export const register =
  ({ operate, settled }: ImportDeskDeps) =>
  async (input: Input<typeof registration>, call: Call): Promise<Answer> => {
    const author = input.author ?? call.caller?.id
    const done = await registerImport(operate, { ...input, author }, contextOf(call))
    if (!done.ok) return invalid(problemsOf(done.errors))
    await settled()
    return json(201, done.registered)
  }

/** A file that does not say what it is is what it is read as. */
const opening = {
  ...registration,
  origin: optional(oneLine(), ORIGIN),
  ...upload,
}

/** The same, or the import of a file or feed when one is sent or named. */
const opened =
  (deps: ImportDeskDeps & ImportUploadDeps) =>
  async (input: Input<typeof opening>, call: Call): Promise<Answer> => {
    if (!isWhole(input))
      return withoutFile(input) ?? register(deps)({ ...input, origin: input.origin ?? OF_CALLBACKS }, call)
    return imported(deps.upload, { ...input, author: input.author ?? call.caller?.id }, call)
  }

export const progressOf = async (
  { imports }: Pick<ImportDeskDeps, 'imports'>,
  importId: string,
  nowMs: EpochMs,
): Promise<Answer | null> => {
  const [progress] = await imports.progressOf([importId], nowMs)
  return progress === undefined ? null : json(200, progress)
}

export const listPage = {
  page: defaulted(integer({ minimum: 1 }), 1, { description: 'Page of the list, from 1.' }),
  per_page: defaulted(integer({ minimum: 1, maximum: 100 }), 20, {
    description: 'How many imports are shown at most.',
  }),
}

/** Imports, newest first, with the numbers of their progress. */
export const listOf = async (
  { imports }: Pick<ImportDeskDeps, 'imports'>,
  { page, per_page: perPage }: Input<typeof listPage>,
  nowMs: EpochMs,
): Promise<Answer> => {
  const listed = await imports.listImports({ skip: (page - 1) * perPage, limit: perPage, nowMs })
  return json(200, { ...listed, total_pages: Math.ceil(listed.total / perPage) })
}

/** A row for every item, to be opened in a spreadsheet; null: no such import. */
const outcomesOf = async (
  { imports }: Pick<ImportDeskDeps, 'imports'>,
  importId: string,
  nowMs: EpochMs,
): Promise<Answer | null> => {
  if ((await imports.progressOf([importId], nowMs)).length === 0) return null
  return {
    status: 200,
    text: '',
    pieces: gone => outcomesPieces(imports, importId, gone),
    // ids of imports are word characters
    headers: [['content-disposition', `attachment; filename="import-${importId}.csv"`]],
    type: 'text/csv; charset=utf-8',
  }
}

/** Some import has ended by then, or some page was closed. */
const STREAM_RETRY_SECONDS = '30'

/** The same while it changes, as server-sent events; a client that has heard the end is told not to come again. */
const streamOf = async ({ imports, streams }: ImportDeskDeps, call: Call): Promise<Answer> => {
  const [progress] = await imports.progressOf([idOf(call)], call.at.ms)
  if (progress === undefined) return refused('rest_no_route')
  const { lastEventId = '' } = call
  const known = wholeNumberIn(lastEventId)
  if (progress.over && progress.revision === known) return { status: 204, text: '', headers: [] }
  const user = call.caller?.id ?? null
  if (streams.isFull(user))
    return { ...refused('rest_too_many_streams'), headers: [['Retry-After', STREAM_RETRY_SECONDS]] }
  return {
    status: 200,
    text: '',
    pieces: streams.of(progress, known, user),
    headers: [['X-Accel-Buffering', 'no']],
    type: 'text/event-stream; charset=utf-8',
  }
}

/** What an import can be told to do. */
export const steerings = { pause: pauseImport, resume: resumeImport, cancel: cancelImport } as const
export type Steering = keyof typeof steerings
export const steeringNames = Object.keys(steerings) as readonly Steering[]

/**
 * Answers with the progress of the import; asked for what is so already, it changes nothing. 409 `import_over`: it is
 * closed, and nothing of it waits.
 */
export const steer = async (
  deps: ImportDeskDeps,
  steering: Steering,
  importId: string,
  call: Call,
): Promise<Answer | null> => {
  const problem = await steerings[steering](deps.operate, importId, contextOf(call))
  if (problem === 'import_over') return refused('import_over')
  if (problem === 'import_unknown') return null
  await deps.settled()
  return progressOf(deps, importId, call.at.ms)
}

const steeringRoute = (deps: ImportDeskDeps, steering: Steering): Route =>
  route('', `/admin/imports/{import_id}/${steering}`, [
    endpoint({
      methods: ['POST'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await steer(deps, steering, idOf(call), call)),
    }),
  ])

/** What an importer must know of the site before it reads a file: the order of dates that a CSV file leaves open. */
export const defaultsOf = ({ operate }: Pick<ImportDeskDeps, 'operate'>): Answer =>
  json(200, { csv_date_order: operate.defaults().csv_date_order })

export const importRoutes = (deps: ImportDeskDeps & ImportUploadDeps): readonly Route[] => [
  route('', '/admin/imports', [
    endpoint({
      methods: ['GET'],
      args: listPage,
      may: mayAdminister,
      handle: (input, call) => listOf(deps, input, call.at.ms),
    }),
    endpoint({
      methods: ['POST'],
      args: opening,
      may: mayAdminister,
      handle: opened(deps),
    }),
  ]),
  route('', '/admin/import-defaults', [
    endpoint({ methods: ['GET'], args: {}, may: mayAdminister, handle: async () => defaultsOf(deps) }),
  ]),
  route('', '/admin/imports/{import_id}', [
    endpoint({
      methods: ['GET'],
      args: page,
      may: mayAdminister,
      handle: async (input, call) => found(await recordOf(deps, idOf(call), input)),
    }),
  ]),
  route('', '/admin/imports/{import_id}/progress', [
    endpoint({
      methods: ['GET'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await progressOf(deps, idOf(call), call.at.ms)),
    }),
  ]),
  route('', '/admin/imports/{import_id}/progress/stream', [
    endpoint({ methods: ['GET'], args: {}, may: mayAdminister, handle: (_, call) => streamOf(deps, call) }),
  ]),
  ...steeringNames.map(steering => steeringRoute(deps, steering)),
  route('', '/admin/imports/{import_id}/outcomes.csv', [
    endpoint({
      methods: ['GET'],
      args: {},
      may: mayAdminister,
      handle: async (_, call) => found(await outcomesOf(deps, idOf(call), call.at.ms)),
    }),
  ]),
]
