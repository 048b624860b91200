import type { FullEntry, HistoryQueries, NarrowedAll } from '../../../projections/history/queries.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import { csvRow } from '../../imports/csv/inert.ts'

export const formats = ['csv', 'jsonl'] as const
export type Format = (typeof formats)[number]

const COLUMNS = [
  ...['position', 'at', 'actor', 'login', 'kind', 'id', 'fact', 'source', 'route', 'correlation', 'members'],
  'changes',
] as const

/** Cells are empty for what there is not. */
const rowOf = (entry: FullEntry): string => {
  const { position, at, actor, kind, id, fact, source, route, correlation, changes } = entry
  const members = Object.keys(changes)
  return csvRow([
    ...[String(position), at, actor === null ? '' : String(actor.id), actor?.login ?? ''],
    ...[kind, id, fact, source, route ?? '', correlation, members.join(' ')],
    members.length === 0 ? '' : JSON.stringify(changes),
  ])
}

type Lines = {
  readonly type: string
  /** Before the first one; "": nothing. */
  readonly header: string
  /** With its end. */
  readonly lineOf: (entry: FullEntry) => string
}

/** CSV as RFC 4180 has it (CRLF, no byte order mark); one JSON object a line. */
const linesAs: Readonly<Record<Format, Lines>> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    header: csvRow(COLUMNS),
    lineOf: rowOf,
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    header: '',
    lineOf: entry => `${JSON.stringify(entry)}\n`,
  },
}

export const typeOf = (format: Format): string => linesAs[format].type

/** Facts that are read for one piece. */
const PIECE = 100

type History = Pick<HistoryQueries, 'full'>

/** Some lines, and before which position the next ones are (null: these were the last); the header before the newest. */
export const historyLines = async (
  { full }: History,
  narrowed: NarrowedAll,
  format: Format,
  before: Position | null,
): Promise<{ readonly text: string; readonly next: Position | null }> => {
  const { header, lineOf } = linesAs[format]
  const { entries, older } = await full({ ...narrowed, ...(before === null ? {} : { before }), limit: PIECE })
  return { text: [...(before === null ? [header] : []), ...entries.map(lineOf)].join(''), next: older }
}

/** All of them, piece by piece: a history of any length is never in memory as a whole. */
export async function* historyPieces(
  history: History,
  narrowed: NarrowedAll,
  format: Format,
  gone: AbortSignal,
): AsyncIterable<string> {
  let before: Position | null = null
  do {
    const { text, next }: Awaited<ReturnType<typeof historyLines>> = await historyLines(
      history,
      narrowed,
      format,
      before,
    )
    if (text !== '') yield text
    before = next
  } while (before !== null && !gone.aborted)
}
