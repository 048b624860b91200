import { basename } from 'node:path'
import type { Json, JsonObject } from '../../shared/event-store/port.ts'
import { parseIcs } from '../imports/ics/parse.ts'
import {
  postBatches,
  reportFailure,
  waitForEnd,
  type ImportProgress,
  type Registration,
} from './aggregator.ts'
import type { Invocation } from './command.ts'
import { progressPrinter } from './progress-bar.ts'
import { table } from './table.ts'
import { CommandFailed, expectObject, operate, type Transport } from './transport.ts'

/** With `--url` the public administration routes do what operator commands do beside the data folder. */
type Desk = {
  readonly register: (members: JsonObject) => Promise<JsonObject>
  readonly show: (importId: string) => Promise<JsonObject>
  /** The numbers of the record alone: cheap enough to ask ten times a second. */
  readonly progress: (importId: string) => Promise<JsonObject>
}

const deskOf = ({ transport, options }: Invocation): Desk =>
  options['url'] === undefined
    ? {
        register: members => operate(transport, 'register-import', members),
        show: importId => operate(transport, 'show-import', { import_id: importId }),
        progress: importId => operate(transport, 'import-progress', { import_id: importId }),
      }
    : {
        register: async members => expectObject(await transport.send('POST', '/admin/imports', members)),
        show: async importId => expectObject(await transport.send('GET', `/admin/imports/${importId}`)),
        progress: async importId =>
          expectObject(await transport.send('GET', `/admin/imports/${importId}/progress`)),
      }

/** Zone of the service we import into: dates without a zone are meant in it. */
const siteZone = async (transport: Transport): Promise<string> => {
  const index = expectObject(await transport.send('GET', '/index.php?rest_route=/'))
  const zone = index['timezone_string']
  return typeof zone === 'string' && zone !== '' ? zone : 'UTC'
}

const messages = {
  not_a_calendar: 'the file is not an iCalendar body',
  missing_title_column: 'the file has no title column',
} as const

/** Exit code 0 when the import ended as success, 1 when it failed. */
export const importFile = async (invocation: Invocation): Promise<number> => {
  const { transport, terminal, args, options } = invocation
  const file = args[0] ?? ''
  const body = await terminal.readFile(file)
  const feed = parseIcs(body, { nowUtc: terminal.nowUtc(), siteZone: await siteZone(transport) })
  const desk = deskOf(invocation)
  const registration = registered(
    await desk.register({ origin: 'ics', source: options['source'] ?? basename(file) }),
  )
  if (feed.ok) {
    const printer = progressPrinter(terminal.err)
    const startedAt = terminal.clockMs()
    const show = async () => progressOf(await desk.progress(registration.importId))
    const posting = postBatches(transport, registration, feed.items)
    const [, end] = await Promise.all([
      posting,
      waitForEnd(
        show,
        processed =>
          printer.show({
            done: processed,
            total: feed.items.length,
            elapsedMs: terminal.clockMs() - startedAt,
          }),
        terminal.pause,
        posting,
      ),
    ])
    printer.end()
    return report(
      invocation,
      registration.importId,
      end,
      feed.warnings,
      await desk.show(registration.importId),
    )
  }
  await reportFailure(transport, registration, feed.reason, messages[feed.reason])
  const record = await desk.show(registration.importId)
  return report(invocation, registration.importId, progressOf(record), [], record)
}

const registered = (answer: JsonObject): Registration => {
  const { import_id: importId, batch_hash: hash } = answer
  if (typeof importId !== 'string' || typeof hash !== 'string') {
    throw new CommandFailed('the service did not register the import')
  }
  return { importId, hash }
}

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

const progressOf = (record: JsonObject): ImportProgress => ({
  status: typeof record['status'] === 'string' ? record['status'] : 'pending',
  processed: count(record['processed']),
  received: count(record['received']),
})

type Tally = Map<string, number>
const add = (tally: Tally, key: string) => tally.set(key, (tally.get(key) ?? 0) + 1)
const rows = (tally: Tally) => [...tally].sort(([a], [b]) => a.localeCompare(b))

const report = (
  { terminal, json }: Invocation,
  importId: string,
  { status }: ImportProgress,
  feedWarnings: readonly string[],
  record: JsonObject,
): number => {
  const items = Array.isArray(record['items']) ? (record['items'] as readonly JsonObject[]) : []
  const outcomes: Tally = new Map()
  const warnings: Tally = new Map()
  for (const item of items) {
    const reason = item['reason']
    add(outcomes, `${textOf(item['outcome'])}${typeof reason === 'string' ? ` (${reason})` : ''}`)
    const noticed = item['warnings']
    if (Array.isArray(noticed))
      for (const warning of noticed as readonly Json[]) add(warnings, textOf(warning))
  }
  for (const warning of feedWarnings) add(warnings, warning)
  if (json) terminal.out(JSON.stringify(record))
  else {
    terminal.out(`import ${importId}: ${status}`)
    for (const entry of Array.isArray(record['log']) ? (record['log'] as readonly Json[]) : []) {
      terminal.out(`  ${typeof entry === 'string' ? entry : JSON.stringify(entry)}`)
    }
    if (outcomes.size > 0) terminal.out(table([['outcome', 'items'], ...rows(outcomes)]))
    if (warnings.size > 0) terminal.out(table([['warning', 'items'], ...rows(warnings)]))
  }
  return status === 'success' ? 0 : 1
}
