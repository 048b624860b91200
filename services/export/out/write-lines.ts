import type { StreamName } from '../../../shared/kernel/brands.ts'
import type { StreamTally } from '../../../shared/event-store/scan.ts'
import type { LineType } from '../format/lines.ts'
import type { Telling } from './lines-of.ts'
import { streamsOf } from './streams.ts'
import type { WrittenFiles } from './written-files.ts'

/** What files of lines are written from. */
export type WritingLines = {
  readonly files: WrittenFiles
  readonly tally: StreamTally
  readonly telling: Telling
}

/** Lines by the name of their file. */
export type Counts = Partial<Record<LineType, number>>

/** One file of lines from the streams that begin so, in the order of their names. */
export const writeLines = async <Line extends object>(
  { files, tally }: WritingLines,
  type: LineType,
  prefix: string,
  lineOf: (stream: StreamName) => Promise<Line | null>,
  also: (line: Line) => Promise<void> = async () => undefined,
): Promise<number> => {
  const file = await files.begin(`${type}.jsonl`)
  let count = 0
  try {
    for (const streams of streamsOf(tally, prefix))
      for (const line of await Promise.all(streams.map(lineOf)))
        if (line !== null) {
          count++
          await file.line(line)
          await also(line)
        }
  } finally {
    await file.end()
  }
  return count
}

/** One file of these lines. */
export const writeAll = async ({ files }: WritingLines, type: LineType, lines: readonly object[]) => {
  const file = await files.begin(`${type}.jsonl`)
  try {
    for (const line of lines) await file.line(line)
  } finally {
    await file.end()
  }
  return lines.length
}
