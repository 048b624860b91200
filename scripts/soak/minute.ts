import type { Held } from '../fuzz-hostile/service.ts'

/** What was seen in one stretch of a soak, usually a minute. Bytes and milliseconds. */
export type Row = {
  /** Minutes since the beginning. */
  readonly at: number
  readonly requests: number
  readonly hostile: number
  /** Answers that should not have been. */
  readonly faults: number
  readonly p50: number
  readonly p99: number
  readonly longestMs: number
  readonly held: Held
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const mib = (bytes: number) => (bytes / 1_048_576).toFixed(1)

const COLUMNS: readonly (readonly [name: string, value: (row: Row) => string])[] = [
  ['minute', ({ at }) => at.toFixed(1)],
  ['requests', ({ requests }) => String(requests)],
  ['hostile', ({ hostile }) => String(hostile)],
  ['faults', ({ faults }) => String(faults)],
  ['RSS MiB', ({ held }) => mib(held.rss)],
  ['heap MiB', ({ held }) => mib(held.heap)],
  ['external MiB', ({ held }) => mib(held.buffers)],
  ['documents', ({ held }) => String(sum(Object.values(held.documents)))],
  ['log MiB', ({ held }) => mib(held.logBytes)],
  ['files', ({ held }) => String(held.openFiles)],
  ['sockets', ({ held }) => String(held.sockets)],
  ['handles', ({ held }) => String(held.handles)],
  ['p50 ms', ({ p50 }) => p50.toFixed(1)],
  ['p99 ms', ({ p99 }) => p99.toFixed(1)],
  ['stretch ms', ({ longestMs }) => longestMs.toFixed(0)],
]

export const tableHead = COLUMNS.map(([name]) => name).join(' | ')
export const tableRow = (row: Row): string =>
  COLUMNS.map(([name, value]) => value(row).padStart(name.length)).join(' | ')

/** How many documents each collection held, minute by minute, as CSV; a collection that is not there yet holds none. */
export const documentsCsv = (rows: readonly Row[]): string => {
  const names = [...new Set(rows.flatMap(({ held }) => Object.keys(held.documents)))].toSorted()
  const line = ({ at, held }: Row) => [at.toFixed(1), ...names.map(name => held.documents[name] ?? 0)]
  return [['minute', ...names], ...rows.map(line)].map(cells => `${cells.join(',')}\n`).join('')
}
