import { basename } from 'node:path'
import { DateOrder } from '../../../shared/facts/site.ts'
import { csvItems } from '../../imports/csv/parse.ts'
import { SEPARATORS, type Separator } from '../../imports/csv/records.ts'
import {
  feedKindOf,
  importOrigin,
  kindOfName,
  kindSaid,
  type FeedKind,
} from '../../imports/feed/feed-body.ts'
import { fetchFailureMessage, fetchFeed } from '../../imports/feed/fetch-feed.ts'
import { icsItems } from '../../imports/ics/parse.ts'
import type { FeedSteps } from '../../imports/item/item.ts'
import type { Invocation, Options, Terminal } from '../command.ts'
import { CommandFailed, WrongUsage } from '../failure.ts'
import { isAddress } from './is-address.ts'

/** What was given to an import: a file, or what an address holds. */
export type FeedInput = {
  /** Its items anew each time, the same ones: a large file is read more than once, and never in memory as a whole. */
  readonly read: () => FeedSteps
  /** As spec 05 §1 has them. */
  readonly origin: string
  readonly source: string
}

/** What the service says of itself, when it is needed. */
export type FeedSurroundings = {
  readonly zone: () => Promise<string>
  readonly dateOrder: () => Promise<DateOrder>
}

type Body = Pick<FeedInput, 'source'> & {
  readonly bytes: Uint8Array
  readonly kind: FeedKind
  readonly isFetched: boolean
}

/** Of CSV files whose dates do not tell (spec 05 §9): as asked for, else as the site has it; null: the site's. */
const dateOrderOf = ({ 'date-order': given }: Options): DateOrder | null => {
  if (given === undefined) return null
  const order = DateOrder.options.find(one => one === given.toUpperCase())
  if (order === undefined) throw new WrongUsage(`--date-order: one of ${DateOrder.options.join(', ')}`)
  return order
}

/** Null: the one that splits the header most often. */
const separatorOf = ({ separator: given }: Options): Separator | null => {
  if (given === undefined) return null
  const separator = SEPARATORS.find(one => one === (given.toLowerCase() === 'tab' ? '\t' : given))
  if (separator === undefined) throw new WrongUsage('--separator: one of , ; | and tab')
  return separator
}

const fetched = async ({ fetcher }: Terminal, address: string): Promise<Body> => {
  const answer = await fetchFeed(fetcher, address)
  if (!answer.ok) {
    const message = `cannot fetch ${address}: ${fetchFailureMessage(answer)}`
    throw new CommandFailed(message, { reason: answer.reason })
  }
  // nothing was known of it, so it cannot be as it was
  if (!answer.changed) throw new CommandFailed(`cannot fetch ${address}: the server sends nothing`)
  const { bytes, contentType, url } = answer
  return { bytes, kind: feedKindOf(url, contentType), isFetched: true, source: address }
}

const fromFile = async ({ readFile }: Terminal, path: string): Promise<Body> => {
  return { bytes: await readFile(path), kind: kindOfName(path), isFetched: false, source: basename(path) }
}

/** `given`: a path or an address. */
export const feedInput = async (
  { terminal, options }: Pick<Invocation, 'terminal' | 'options'>,
  given: string,
  service: FeedSurroundings,
): Promise<FeedInput> => {
  const [order, separator] = [dateOrderOf(options), separatorOf(options)]
  const body = await (isAddress(given) ? fetched : fromFile)(terminal, given)
  const { bytes, source } = body
  const said = { origin: options['origin'], separator: options['separator'] }
  const kind = kindSaid(said, body.kind)
  const origin = importOrigin(said, body, body.isFetched)
  if (kind !== 'csv') {
    const at = { nowUtc: terminal.nowUtc(), siteZone: await service.zone() }
    return { read: () => icsItems(bytes, at), origin, source }
  }
  const dateOrder = order ?? (await service.dateOrder())
  const how = { dateOrder, ...(separator === null ? {} : { separator }) }
  return { read: () => csvItems(bytes, how), origin, source }
}
