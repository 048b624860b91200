import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { invalidArgument, unknown, type Failure } from './grpc-errors.ts'
import { streamNameOf } from './messages.ts'
import { NOWHERE, type Place } from './place.ts'
import type { Direction, Start } from './read.ts'
import { DELETED_REVISION, type Recorded } from './records.ts'

export type Filter = {
  readonly matches: (record: Recorded) => boolean
  /** How many events one page looks at. */
  readonly window: number
  /** A checkpoint is due every so many windows. */
  readonly multiplier: number
}

type Source =
  | { readonly kind: 'stream'; readonly stream: string; readonly start: Start<bigint> }
  | { readonly kind: 'all'; readonly start: Start<Place>; readonly filter: Filter | null }

export type Query = Source & {
  readonly direction: Direction
  /** null: a subscription. */
  readonly count: bigint | null
  readonly structuredIds: boolean
}
export type StreamQuery = Extract<Query, { kind: 'stream' }>
export type AllQuery = Extract<Query, { kind: 'all' }>

const WINDOW = 32
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection

const matcher = (
  expression: ReadReq.Options.FilterOptions.Expression,
): ((text: string) => boolean) | null => {
  const prefixes = expression.getPrefixList()
  if (expression.getRegex() === '') return text => prefixes.some(prefix => text.startsWith(prefix))
  try {
    const regex = new RegExp(expression.getRegex())
    return text => regex.test(text)
  } catch {
    return null
  }
}

const filterOf = (options: ReadReq.Options): Filter | null | Failure => {
  const filter = options.getFilter()
  if (filter === undefined) return null
  const onType = filter.getEventType()
  const expression = onType ?? filter.getStreamIdentifier()
  const matches = expression === undefined ? null : matcher(expression)
  if (matches === null) return invalidArgument('The filter is not valid.')
  const multiplier = filter.getCheckpointintervalmultiplier()
  if (multiplier === 0) return unknown('The checkpoint interval must not be 0.')
  return {
    matches: record => matches(onType === undefined ? record.stream : record.type),
    window: filter.hasMax() ? filter.getMax() : WINDOW,
    multiplier,
  }
}

/** The place before everything counts as the one behind everything. */
const placeIn = (all: ReadReq.Options.AllOptions | undefined): Place | 'end' => {
  const position = all?.getPosition()
  const commit = BigInt(position?.getCommitPosition() ?? '0')
  return commit === NOWHERE.commit
    ? 'end'
    : { commit, prepare: BigInt(position?.getPreparePosition() ?? '0') }
}

const sourceOf = (options: ReadReq.Options): Source | Failure => {
  const stream = options.getStream()
  const all = options.getAll()
  const filter = filterOf(options)
  if (filter !== null && 'code' in filter) return filter
  const from = stream ?? all
  if (from === undefined) return invalidArgument('Neither a stream nor all streams are asked for.')
  const place = from.hasStart() ? 'start' : from.hasEnd() ? 'end' : null
  if (stream === undefined) return { kind: 'all', start: place ?? placeIn(all), filter }
  if (filter !== null) return invalidArgument('A stream is not filtered.')
  const start = place ?? BigInt(stream.getRevision())
  if (typeof start === 'bigint' && start > DELETED_REVISION)
    return invalidArgument('There is no such revision.')
  return { kind: 'stream', stream: streamNameOf(stream.getStreamIdentifier()), start }
}

/** What a `Read` asks for, or why it can't be answered. */
export const queryOf = (request: ReadReq): Query | Failure => {
  const options = request.getOptions()
  if (options === undefined) return invalidArgument('A read needs options.')
  const source = sourceOf(options)
  if ('code' in source) return source
  const direction = options.getReadDirection() === BACKWARDS ? 'backwards' : 'forwards'
  const count = options.hasSubscription() ? null : BigInt(options.getCount())
  if (count === 0n) return unknown('The count must not be 0.')
  if (count === null && direction === 'backwards') return invalidArgument('Subscriptions go forwards.')
  return { ...source, direction, count, structuredIds: options.getUuidOption()?.hasStructured() === true }
}
