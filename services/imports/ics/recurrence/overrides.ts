import { ICS_COPIES } from '../../../../shared/limits.ts'
import { digests } from '../../apply/key-set.ts'
import { firstOf } from '../components.ts'
import type { Contents, Kind } from '../contents.ts'
import type { ReadSource } from '../sources.ts'
import { readSpan } from '../span.ts'
import { uidOf } from '../uid.ts'

/** Which overrides (VEVENTs with RECURRENCE-ID) belong to which series, and which stand alone; by numbers of events. */
export type Overrides = {
  /** In file order. */
  readonly ofSeries: (event: number) => Iterable<number>
  readonly isAlone: (event: number) => boolean
}

const EVENTS_PER_SLICE = 500

const OVERRIDE = 1
const MASTER = 2

const isMaster = ({ kindOf }: Contents, event: number): boolean =>
  kindOf(event) === 'series' || kindOf(event) === 'single'

function* allOf(contents: Contents, is: (event: number) => boolean): Generator<number | 'pause'> {
  for (let event = 0; event < contents.count; event++) {
    if (event % EVENTS_PER_SLICE === 0) yield 'pause'
    if (is(event)) yield event
  }
}

/** Events with a uid in common are a group, numbered from 1 on; 0: in none. */
type Groups = {
  readonly count: number
  readonly of: Uint32Array
  /** Events with a readable start, of those that are no overrides: others are no series. */
  readonly started: Uint8Array
}

/** Which hashes overrides have in common with others: a byte for each that events of the file are likely to have. */
function* commonHashes({ hashOf, kindOf, count }: Contents): Generator<'pause', (event: number) => number> {
  const marks = new Uint8Array(8 * count + 1)
  const markOf = (event: number) => hashOf(event) % marks.length
  for (let event = 0; event < count; event++) {
    if (event % EVENTS_PER_SLICE === 0) yield 'pause'
    const kind = kindOf(event)
    if (kind !== 'alone')
      marks[markOf(event)] = (marks[markOf(event)] ?? 0) | (kind === 'override' ? OVERRIDE : MASTER)
  }
  return event => marks[markOf(event)] ?? 0
}

/** Groups that hold overrides and others. An event whose hash says that it is in none is not read. */
function* groupsOf(contents: Contents, read: ReadSource): Generator<'pause', Groups> {
  const marksOf = yield* commonHashes(contents)
  const isCommon = (event: number) => marksOf(event) === (OVERRIDE | MASTER)
  const [of, started] = [new Uint32Array(contents.count), new Uint8Array(contents.count)]
  const byUid = digests()
  let count = 0
  for (const event of allOf(contents, one => isMaster(contents, one) && isCommon(one))) {
    if (event === 'pause') {
      yield event
      continue
    }
    const { event: component, zones } = yield* read(event)
    const group = byUid.put(uidOf(firstOf(component.properties, 'UID')?.value), count + 1)
    count = Math.max(count, group)
    of[event] = group
    if (readSpan(component, zones) !== null) started[event] = 1
  }
  for (const event of allOf(contents, one => contents.kindOf(one) === 'override' && isCommon(one))) {
    if (event === 'pause') {
      yield event
      continue
    }
    const { event: component } = yield* read(event)
    of[event] = byUid.numberOf(uidOf(firstOf(component.properties, 'UID')?.value))
  }
  return { count, of, started }
}

/** How many series each group has, and which events they are: those that repeat, or else the first that does not. */
const seriesOf = ({ kindOf, count }: Contents, { count: groups, of, started }: Groups) => {
  const [copies, isSeries] = [new Uint8Array(groups + 1), new Uint8Array(count)]
  const take = (kind: Kind, most: number) => {
    for (let event = 0; event < count; event++) {
      const group = of[event] ?? 0
      const before = copies[group] ?? 0
      if (started[event] !== 1 || kindOf(event) !== kind || before >= most) continue
      copies[group] = before + 1
      isSeries[event] = 1
    }
  }
  take('series', ICS_COPIES)
  take('single', 1)
  return { copies, isSeries }
}

/** The overrides of a group, in file order. */
const overridesIn = (contents: Contents, { count, of }: Groups) => {
  // places of events: numbers of events from 1 on, so that 0 is none
  const [first, next] = [new Uint32Array(count + 1), new Uint32Array(contents.count + 1)]
  for (let event = contents.count - 1; event >= 0; event--) {
    const group = of[event] ?? 0
    if (group === 0 || contents.kindOf(event) !== 'override') continue
    next[event + 1] = first[group] ?? 0
    first[group] = event + 1
  }
  return function* (group: number): Generator<number> {
    for (let place = first[group] ?? 0; place !== 0; place = next[place] ?? 0) yield place - 1
  }
}

/** Matches overrides and series by UID, yielding `pause` between slices of work. */
export function* matchOverrides(contents: Contents, read: ReadSource): Generator<'pause', Overrides> {
  const groups = yield* groupsOf(contents, read)
  const { copies, isSeries } = seriesOf(contents, groups)
  const inGroup = overridesIn(contents, groups)
  const groupOf = (event: number) => groups.of[event] ?? 0
  return {
    ofSeries: event => (isSeries[event] === 1 ? inGroup(groupOf(event)) : []),
    isAlone: event => !isMaster(contents, event) && (copies[groupOf(event)] ?? 0) === 0,
  }
}
