import { digests } from '../../apply/key-set.ts'
import { firstOf } from '../components.ts'
import type { Contents } from '../contents.ts'
import type { ReadSource } from '../sources.ts'
import { uidOf } from '../uid.ts'
import { recurrenceId } from '../vevent.ts'
import { instantOf } from '../zones/clock.ts'
import { addRival, overrideNewness, type Rivals } from './newness.ts'

const EVENTS_PER_SLICE = 500

/** How often events of a hash are among those, up to twice: a byte for each hash that the file is likely to have. */
const countsOf = ({ hashOf, count }: Contents, isOne: (event: number) => boolean) => {
  const counts = new Uint8Array(8 * count + 1)
  const placeOf = (event: number) => hashOf(event) % counts.length
  for (let event = 0; event < count; event++)
    if (isOne(event)) counts[placeOf(event)] = Math.min(2, (counts[placeOf(event)] ?? 0) + 1)
  return (event: number) => counts[placeOf(event)] ?? 0
}

/** Of overrides without a series in the file, which replace the same date of the same uid, all but the newest. */
export function* supersededAlone(
  contents: Contents,
  read: ReadSource,
  isAlone: (event: number) => boolean,
): Generator<'pause', ReadonlySet<number>> {
  const isOne = (event: number) => contents.kindOf(event) === 'override' && isAlone(event)
  const countOf = countsOf(contents, isOne)
  const [byDate, rivals] = [digests(), new Map<number, Rivals>()]
  for (let event = 0; event < contents.count; event++) {
    if (event % EVENTS_PER_SLICE === 0) yield 'pause'
    if (!isOne(event) || countOf(event) < 2) continue
    const source = yield* read(event)
    const [uid, date] = [uidOf(firstOf(source.event.properties, 'UID')?.value), recurrenceId(source, null)]
    if (uid === '' || date === null) continue
    const first = byDate.put(`${instantOf(date)} ${String(date.dateOnly)} ${uid}`, event + 1)
    rivals.set(first, addRival(rivals.get(first), event, overrideNewness(source)))
  }
  return new Set([...rivals.values()].flatMap(({ olds }) => olds))
}
