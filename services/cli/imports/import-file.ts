import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import { DateOrder } from '../../../shared/facts/site.ts'
import {
  collected,
  counted,
  itemsOf,
  partsOf,
  unreadableMessage,
  type CountedFeed,
  type FeedItem,
} from '../../imports/item/item.ts'
import { patient, postBatches, reportFailure, waitForEnd, type Registration } from './aggregator.ts'
import type { Invocation, Options } from '../command.ts'
import { CommandFailed, WrongUsage } from '../failure.ts'
import { feedInput, type FeedSurroundings } from './feed-input.ts'
import { planReport } from './plan-report.ts'
import { progressPrinter } from './progress-bar.ts'
import { list } from '../operation.ts'
import { progressOf, report, SHOWN_FAILURES } from './report.ts'
import { expectObject, operate, type Transport } from '../transport.ts'

/** With `--url` the public administration routes do what operator commands do beside the data folder. */
type Desk = {
  readonly register: (members: JsonObject) => Promise<JsonObject>
  /** The record; `isWhole` false: its counts, without what may be thousands of items and ids. */
  readonly show: (importId: string, isWhole: boolean) => Promise<JsonObject>
  /** The first items that failed. */
  readonly failures: (importId: string) => Promise<readonly JsonObject[]>
  /** The numbers of the record alone: cheap enough to ask ten times a second. */
  readonly progress: (importId: string) => Promise<JsonObject>
  /** Of the site settings. */
  readonly dateOrder: () => Promise<DateOrder>
}

const orderIn = ({ csv_date_order: order }: JsonObject): DateOrder => {
  const known = DateOrder.options.find(one => one === order)
  if (known === undefined) throw new CommandFailed('the service does not say in which order it reads dates')
  return known
}

const COUNTS = { limit: 0 } as const
const FAILURES = { outcome: 'failed', limit: SHOWN_FAILURES } as const

const deskOf = (transport: Transport, options: Options): Desk =>
  options['url'] === undefined
    ? {
        register: members => operate(transport, 'register-import', members),
        show: (importId, isWhole) =>
          operate(transport, 'show-import', { import_id: importId, ...(isWhole ? {} : COUNTS) }),
        failures: async importId =>
          list((await operate(transport, 'show-import', { import_id: importId, ...FAILURES }))['items']),
        progress: importId => operate(transport, 'import-progress', { import_id: importId }),
        dateOrder: async () => orderIn(await operate(transport, 'import-defaults', {})),
      }
    : {
        register: async members => expectObject(await transport.send('POST', '/admin/imports', members)),
        show: async (importId, isWhole) =>
          expectObject(
            await transport.send(
              'GET',
              `/admin/imports/${importId}${isWhole ? '' : `?limit=${COUNTS.limit}`}`,
            ),
          ),
        failures: async importId => {
          const query = `outcome=${FAILURES.outcome}&limit=${FAILURES.limit}`
          return list(
            expectObject(await transport.send('GET', `/admin/imports/${importId}?${query}`))['items'],
          )
        },
        progress: async importId =>
          expectObject(await transport.send('GET', `/admin/imports/${importId}/progress`)),
        dateOrder: async () => orderIn(expectObject(await transport.send('GET', '/admin/import-defaults'))),
      }

/** `UTC±h[:mm]` of hours east of UTC (spec 00 §7). */
export const fixedZone = (hours: number): string => {
  const minutes = Math.round(Math.abs(hours) * 60)
  if (!(minutes > 0)) return 'UTC'
  const rest = minutes % 60
  const sign = hours < 0 ? '-' : '+'
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Zone of the service we import into: dates without a zone are meant in it. */
const siteZone = async (transport: Transport): Promise<string> => {
  const index = expectObject(await transport.send('GET', '/index.php?rest_route=/'))
  const { timezone_string: zone, gmt_offset: offset } = index
  return typeof zone === 'string' && zone !== '' ? zone : fixedZone(Number(offset ?? 0))
}

const surroundings = (transport: Transport, desk: Desk): FeedSurroundings => ({
  zone: () => siteZone(transport),
  dateOrder: desk.dateOrder,
})

/** Shows progress until the import is closed, then what came of it. */
const watch = async (
  invocation: Invocation,
  desk: Desk,
  importId: string,
  feed: Extract<CountedFeed, { ok: true }>,
  posting: Promise<unknown>,
): Promise<number> => {
  const { terminal } = invocation
  const printer = progressPrinter(terminal.err)
  const startedAt = terminal.clockMs()
  const show = (done: number) =>
    printer.show({ done, total: feed.total, elapsedMs: terminal.clockMs() - startedAt })
  const progress = async () => progressOf(await desk.progress(importId))
  await Promise.all([posting, waitForEnd(progress, show, terminal.pause, posting)])
  printer.end()
  const record = await desk.show(importId, invocation.json)
  const failures = invocation.json ? [] : await desk.failures(importId)
  const { url } = invocation.options
  // no command reads the imports of another machine
  const all = url === undefined ? undefined : `${url.replace(/\/+$/, '')}/imports/${importId}?outcome=failed`
  return report(invocation, record, { noticed: feed, failures, all })
}

/** Plays the import aggregator. Exit code 0 when the import ended as success, 1 when it failed. */
export const importAsAggregator = async (invocation: Invocation): Promise<number> => {
  const { transport, terminal, args, options } = invocation
  const desk = deskOf(transport, options)
  const { read, origin, source } = await feedInput(invocation, args[0] ?? '', surroundings(transport, desk))
  // which items of a file belong in one batch is known when all have been read
  const feed = collected(read())
  const registration = registered(await desk.register({ origin, source: options['source'] ?? source }))
  const { importId } = registration
  const sender = patient(transport, terminal.pause)
  const watched = deskOf(sender, options)
  if (feed.ok) {
    const count = { ...feed, total: feed.items.length }
    return watch(invocation, watched, importId, count, postBatches(sender, registration, itemsOf(feed)))
  }
  await reportFailure(sender, registration, feed.reason, unreadableMessage(feed))
  return report(invocation, await watched.show(importId, invocation.json))
}

/** Items handed over at a time: the service holds no file as a whole, and neither does the command. */
const PART = 1_000

const NOTHING = { ok: true, total: 0 } as const

/** The first part of a file, which opens its import, and how many items the whole file has. */
const firstPart = (feed: CountedFeed, parts: Generator<readonly FeedItem[], void>): JsonObject => {
  if (!feed.ok) return { feed }
  const items = (parts.next().value ?? []) as readonly Json[]
  return { feed: { ok: true, items, warnings: [] }, total: feed.total }
}

/** The answer to the last part; `first`: to the one that opened the import. */
const handOver = async (
  transport: Transport,
  first: JsonObject,
  total: number,
  parts: Iterable<readonly FeedItem[]>,
): Promise<JsonObject> => {
  const { import_id: importId = null } = first
  let [from, answer] = [PART + 1, first]
  for (const items of parts) {
    const place = { import_id: importId, from, last: from + items.length > total }
    answer = await operate(transport, 'import-file-part', { ...place, items: items as readonly Json[] })
    from += items.length
  }
  return answer
}

const importIn = ({ import_id: importId }: JsonObject): string => {
  if (typeof importId !== 'string') throw new CommandFailed('the service did not open the import')
  return importId
}

/** Whether the import is only tried, or has to be the one that was tried. */
const wishIn = ({ 'dry-run': isDry, plan }: Options): JsonObject => {
  if (isDry !== undefined && plan !== undefined) throw new WrongUsage('--plan goes without --dry-run')
  return { ...(isDry === undefined ? {} : { dry_run: true }), ...(plan === undefined ? {} : { plan }) }
}

/**
 * Hands the whole file over (spec 05 §1 import-file). Exit codes as above. It is counted before anything is sent: what
 * cannot be read reaches nobody as half a file.
 */
export const importWhole = async (
  invocation: Invocation,
  settings: Readonly<Record<string, string>>,
): Promise<number> => {
  const { transport, args, options } = invocation
  const wish = wishIn(options)
  const desk = deskOf(transport, {})
  const { read, origin, source } = await feedInput(invocation, args[0] ?? '', surroundings(transport, desk))
  const feed = counted(read())
  const parts = partsOf(read(), feed.ok ? feed : NOTHING, PART)
  const given = { origin, source, ...settings, ...wish, ...firstPart(feed, parts) }
  const opened = await operate(transport, 'import-file', given)
  if (Object.keys(wish).length === 0)
    return feed.ok
      ? watch(invocation, desk, importIn(opened), feed, handOver(transport, opened, feed.total, parts))
      : report(invocation, await desk.show(importIn(opened), invocation.json))
  const done = feed.ok ? await handOver(transport, opened, feed.total, parts) : opened
  if ('plan' in done) return planReport(invocation, done, feed.ok ? feed : {})
  return watch(invocation, desk, importIn(done), feed.ok ? feed : NOTHING, Promise.resolve({}))
}

const registered = (answer: JsonObject): Registration => {
  const { import_id: importId, batch_hash: hash } = answer
  if (typeof importId !== 'string' || typeof hash !== 'string') {
    throw new CommandFailed('the service did not register the import')
  }
  return { importId, hash }
}
