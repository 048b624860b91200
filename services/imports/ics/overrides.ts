import { firstOf } from './components.ts'
import { readSpan } from './span.ts'
import { unescapeText } from './text-value.ts'
import { recurrenceId, type Source } from './vevent.ts'

/** Which overrides (VEVENTs with RECURRENCE-ID) belong to which series, and which stand alone. */
export type Overrides = {
  readonly bySeries: ReadonlyMap<Source, readonly Source[]>
  readonly alone: ReadonlySet<Source>
}

export const isOverride = ({ event }: Source): boolean =>
  firstOf(event.properties, 'RECURRENCE-ID') !== undefined

export const repeats = ({ event }: Source): boolean =>
  event.properties.some(({ name }) => name === 'RRULE' || name === 'RDATE')

const uidOf = ({ event }: Source) => unescapeText(firstOf(event.properties, 'UID')?.value ?? '').trim()

const hasStart = ({ event, zones }: Source) => readSpan(event, zones) !== null

const SOURCES_PER_SLICE = 500

/** A series that stands in the file more than once takes its overrides each time, within reason. */
const MOST_COPIES = 20

type Group = { readonly overrides: Source[]; readonly masters: Source[] }

const seriesOf = ({ masters }: Group): readonly Source[] => {
  const started = masters.filter(hasStart)
  const repeating = started.filter(repeats)
  return repeating.length > 0 ? repeating.slice(0, MOST_COPIES) : started.slice(0, 1)
}

/** Matches overrides and series by UID, yielding `pause` between slices of work. */
export function* matchOverrides(sources: readonly Source[]): Generator<'pause', Overrides> {
  const alone = new Set<Source>()
  const groups = new Map<string, Group>()
  for (const [n, source] of sources.entries()) {
    if (n % SOURCES_PER_SLICE === 0) yield 'pause'
    if (!isOverride(source)) continue
    const uid = uidOf(source)
    const known = groups.get(uid)
    if (uid === '' || recurrenceId(source, null) === null) alone.add(source)
    else if (known !== undefined) known.overrides.push(source)
    else groups.set(uid, { overrides: [source], masters: [] })
  }
  for (const [n, source] of groups.size === 0 ? [] : sources.entries()) {
    if (n % SOURCES_PER_SLICE === 0) yield 'pause'
    if (!isOverride(source)) groups.get(uidOf(source))?.masters.push(source)
  }
  const bySeries = new Map<Source, readonly Source[]>()
  for (const group of groups.values()) {
    const series = seriesOf(group)
    for (const source of series) bySeries.set(source, group.overrides)
    if (series.length === 0) for (const source of group.overrides) alone.add(source)
  }
  return { bySeries, alone }
}
