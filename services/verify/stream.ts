import type { StreamName } from '../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { LogScan, Tallied } from '../../shared/event-store/scan.ts'
import { wrong, type Found } from './found.ts'
import { kindOf, type StreamKind } from './kinds.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

/** Revisions count from 0, or from where they expired or were deleted, and leave none out. */
const gaps = (
  stream: StreamName,
  records: readonly StoredRecord[],
  floor: number | null,
): readonly string[] => {
  const problems: string[] = []
  let next = floor === null ? (records[0]?.revision ?? 0) : 0
  for (const { revision } of records) {
    const from = Math.max(next, floor ?? 0)
    if (revision > from)
      problems.push(`${stream} lacks revisions ${from === revision - 1 ? '' : `${from} to `}${revision - 1}`)
    next = revision + 1
  }
  return problems
}

const unreadable = (records: readonly StoredRecord[], { codec }: StreamKind): readonly string[] =>
  records.flatMap(({ stream, revision, type, data }) => {
    try {
      codec.decode(type, data)
      return []
    } catch (error) {
      return [`record ${revision} of ${stream}: ${reasonOf(error)}`]
    }
  })

const within = async (scan: LogScan, name: StreamName, records: readonly StoredRecord[]): Promise<Found> => {
  const kind = kindOf(name)
  if (kind === null) return wrong(`${name} is no stream that this release knows`)
  const bad = [...gaps(name, records, scan.floorOf(name)), ...unreadable(records, kind)]
  if (bad.length > 0) return wrong(...bad)
  try {
    kind.fold?.(records)
    return (await kind.check?.(scan, { name, records })) ?? wrong()
  } catch (error) {
    return wrong(`${name} cannot be put together: ${reasonOf(error)}`)
  }
}

/** What is wrong with a stream that was met in the log. */
export const checkStream = async (scan: LogScan, { stream, first, count }: Tallied): Promise<Found> => {
  try {
    const records = await scan.read(stream)
    // none: deleted or expired since, unless its first record is where it was
    const fewer = records.length < count && scan.holds(stream, first)
    if (fewer)
      return wrong(`${stream} has ${count} records, of which ${records.length} are found by its name`)
    if (records.length === 0) return wrong()
    return await within(scan, stream, records)
  } catch (error) {
    return wrong(`${stream} cannot be read: ${reasonOf(error)}`)
  }
}
