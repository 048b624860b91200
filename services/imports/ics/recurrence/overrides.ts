import { ICS_COPIES } from '../../../../shared/limits/imports.ts'
import { digests } from '../../apply/key-set.ts'
import { firstOf } from '../components.ts'
import type { Contents, Kind } from '../contents.ts'
import type { ReadSource } from '../sources.ts'
import { readSpan } from '../span.ts'
import { uidOf } from '../uid.ts'
import { supersededAlone } from './lone-overrides.ts'
import { addRival, newnessOf, type Newness, type Rivals } from './newness.ts'

/** Which overrides (VEVENTs with RECURRENCE-ID) belong to which series, and which stand alone; by numbers of events. */
export type Overrides = {
  /** In file order. */
  readonly ofSeries: (event: number) => Iterable<number>
  readonly isAlone: (event: number) => boolean
  /** A newer series of the same uid stands in the file, or a newer override of the same date that is alone, too. */
  readonly isSuperseded: (event: number) => boolean
}

const EVENTS_PER_SLICE = 500

const OVERRIDE = 1
const MASTER = 2
const SEVERAL = 4
const SERIES = 8

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
  /** Of several with one uid, of which one repeats, all but the newest. */
  readonly superseded: ReadonlySet<number>
}

/** Which hashes overrides have in common with others: a byte for each that events of the file are likely to have. */
function* commonHashes({ hashOf, kindOf, count }: Contents): Generator<'pause', (event: number) => number> {
  const marks = new Uint8Array(8 * count + 1)
  const markOf = (event: number) => hashOf(event) % marks.length
  for (let event = 0; event < count; event++) {
    if (event % EVENTS_PER_SLICE === 0) yield 'pause'
    const kind = kindOf(event)
    if (kind === 'alone') continue
    const before = marks[markOf(event)] ?? 0
    const several = before & MASTER && kind !== 'override' ? SEVERAL : 0
    const own = kind === 'override' ? OVERRIDE : kind === 'series' ? MASTER | SERIES : MASTER
    marks[markOf(event)] = before | own | several
  }
  return event => marks[markOf(event)] ?? 0
}

/** Finds of several VEVENTs with one uid the newest, where one of them repeats. */
const newestOf = ({ kindOf }: Contents) => {
  const [groups, repeating] = [new Map<number, Rivals>(), new Set<number>()]
  return {
    add: (group: number, event: number, newness: Newness): void => {
      groups.set(group, addRival(groups.get(group), event, newness))
      if (kindOf(event) === 'series') repeating.add(group)
    },
    superseded: (): ReadonlySet<number> =>
      new Set([...groups].flatMap(([group, { olds }]) => (repeating.has(group) ? olds : []))),
  }
}

/** Groups that hold overrides and others, or several others. An event whose hash says that it is in none is not read. */
function* groupsOf(contents: Contents, read: ReadSource): Generator<'pause', Groups> {
  const marksOf = yield* commonHashes(contents)
  const has = (event: number, marks: number) => (marksOf(event) & marks) === marks
  const isCommon = (event: number) => has(event, OVERRIDE | MASTER)
  const isRival = (event: number) => has(event, SEVERAL | SERIES)
  const rivals = newestOf(contents)
  const [of, started] = [new Uint32Array(contents.count), new Uint8Array(contents.count)]
  const byUid = digests()
  let count = 0
  for (const event of allOf(contents, one => isMaster(contents, one) && (isCommon(one) || isRival(one)))) {
    if (event === 'pause') {
      yield event
      continue
    }
    const source = yield* read(event)
    const { event: component, zones } = source
    const group = byUid.put(uidOf(firstOf(component.properties, 'UID')?.value), count + 1)
    count = Math.max(count, group)
    of[event] = group
    const isStarted = readSpan(component, zones) !== null
    if (isStarted) started[event] = 1
    const uid = firstOf(component.properties, 'UID')?.value
    if (isRival(event) && uidOf(uid) !== '') rivals.add(group, event, newnessOf(source, isStarted))
  }
  for (const event of allOf(contents, one => contents.kindOf(one) === 'override' && isCommon(one))) {
    if (event === 'pause') {
      yield event
      continue
    }
    const { event: component } = yield* read(event)
    of[event] = byUid.numberOf(uidOf(firstOf(component.properties, 'UID')?.value))
  }
  return { count, of, started, superseded: rivals.superseded() }
}

/** How many series each group has, and which events they are: those that repeat, or else the first that does not. */
const seriesOf = ({ kindOf, count }: Contents, { count: groups, of, started, superseded }: Groups) => {
  const [copies, isSeries] = [new Uint8Array(groups + 1), new Uint8Array(count)]
  const take = (kind: Kind, most: number) => {
    for (let event = 0; event < count; event++) {
      const group = of[event] ?? 0
      const before = copies[group] ?? 0
      if (started[event] !== 1 || kindOf(event) !== kind || before >= most || superseded.has(event)) continue
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
  const isAlone = (event: number) => !isMaster(contents, event) && (copies[groupOf(event)] ?? 0) === 0
  const olds = yield* supersededAlone(contents, read, isAlone)
  return {
    ofSeries: event => (isSeries[event] === 1 ? inGroup(groupOf(event)) : []),
    isSuperseded: event => groups.superseded.has(event) || olds.has(event),
    isAlone,
  }
}
