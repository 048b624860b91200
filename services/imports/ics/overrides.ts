import { firstOf } from './components.ts'
import type { Contents } from './contents.ts'
import type { ReadSource } from './sources.ts'
import { readSpan } from './span.ts'
import { uidOf } from './uid.ts'

/** Which overrides (VEVENTs with RECURRENCE-ID) belong to which series, and which stand alone; by numbers of events. */
export type Overrides = {
  readonly ofSeries: (event: number) => readonly number[]
  readonly isAlone: (event: number) => boolean
}

const EVENTS_PER_SLICE = 500

/** A series that stands in the file more than once takes its overrides each time, within reason. */
const MOST_COPIES = 20

type Group = { readonly overrides: number[]; readonly masters: number[] }

const isMaster = ({ kindOf }: Contents, event: number): boolean =>
  kindOf(event) === 'series' || kindOf(event) === 'single'

function* allOf(contents: Contents, is: (event: number) => boolean): Generator<number | 'pause'> {
  for (let event = 0; event < contents.count; event++) {
    if (event % EVENTS_PER_SLICE === 0) yield 'pause'
    if (is(event)) yield event
  }
}

function* uidOfEvent(read: ReadSource, event: number): Generator<'pause', string> {
  const source = yield* read(event)
  return uidOf(firstOf(source.event.properties, 'UID')?.value)
}

function* started(read: ReadSource, events: readonly number[], most: number): Generator<'pause', number[]> {
  const found: number[] = []
  for (const event of events) {
    if (found.length === most) break
    const source = yield* read(event)
    if (readSpan(source.event, source.zones) !== null) found.push(event)
  }
  return found
}

function* seriesOf({ kindOf }: Contents, read: ReadSource, { masters }: Group): Generator<'pause', number[]> {
  const series = masters.filter(event => kindOf(event) === 'series')
  const repeating = yield* started(read, series, MOST_COPIES)
  if (repeating.length > 0) return repeating
  const single = masters.filter(event => kindOf(event) === 'single')
  return yield* started(read, single, 1)
}

/** Events that may be masters of overrides, and these, by uid. Events without a hash in common are not read. */
function* groupsOf(contents: Contents, read: ReadSource): Generator<'pause', ReadonlyMap<string, Group>> {
  const { kindOf, hashOf } = contents
  const isOverride = (event: number) => kindOf(event) === 'override'
  const hashes = new Set<number>()
  for (const event of allOf(contents, isOverride)) {
    if (event === 'pause') yield event
    else hashes.add(hashOf(event))
  }
  const groups = new Map<string, Group>()
  if (hashes.size === 0) return groups
  const shared = new Set<number>()
  for (const event of allOf(contents, one => isMaster(contents, one) && hashes.has(hashOf(one)))) {
    if (event === 'pause') {
      yield event
      continue
    }
    shared.add(hashOf(event))
    const uid = yield* uidOfEvent(read, event)
    const group = groups.get(uid) ?? { overrides: [], masters: [] }
    groups.set(uid, group)
    group.masters.push(event)
  }
  for (const event of allOf(contents, one => isOverride(one) && shared.has(hashOf(one))))
    if (event === 'pause') yield event
    else groups.get(yield* uidOfEvent(read, event))?.overrides.push(event)
  return groups
}

/** Matches overrides and series by UID, yielding `pause` between slices of work. */
export function* matchOverrides(contents: Contents, read: ReadSource): Generator<'pause', Overrides> {
  const bySeries = new Map<number, readonly number[]>()
  const taken = new Uint8Array(contents.count)
  for (const group of (yield* groupsOf(contents, read)).values()) {
    if (group.overrides.length === 0) continue
    const series = yield* seriesOf(contents, read, group)
    for (const event of series) bySeries.set(event, group.overrides)
    if (series.length > 0) for (const event of group.overrides) taken[event] = 1
  }
  return {
    ofSeries: event => bySeries.get(event) ?? [],
    isAlone: event => !isMaster(contents, event) && taken[event] !== 1,
  }
}
