import type { Doc } from '../../port.ts'
import { hasMembers, objectsOf, tableOf, type Table } from './tables.ts'

/** Documents that are made data in one go: some milliseconds. */
const TOGETHER = 256

/** Documents as data, in their order: those of the same members that follow each other as a table. */
type StoredRows = readonly (Table | { readonly documents: readonly Doc[] })[]

/** In a run of fewer of the same members a table saves nothing. */
const SHORT = 8

const runsOf = (documents: readonly Doc[]): readonly (readonly Doc[])[] => {
  const runs: Doc[][] = []
  let members: readonly string[] = []
  for (const document of documents) {
    const run = runs.at(-1)
    if (run !== undefined && hasMembers(document, members)) run.push(document)
    else {
      runs.push([document])
      members = Object.keys(document)
    }
  }
  return runs
}

const stored = (documents: readonly Doc[]): StoredRows =>
  runsOf(documents).map(run => (run.length < SHORT ? null : tableOf(run)) ?? { documents: run })

/** Parts of these documents; each is made data only when it is asked for. */
export const partsOf = (documents: readonly Doc[]): readonly (() => StoredRows)[] =>
  Array.from(
    { length: Math.ceil(documents.length / TOGETHER) },
    (_, n) => () => stored(documents.slice(n * TOGETHER, (n + 1) * TOGETHER)),
  )

/** What such a part was made of. */
export const documentsIn = (part: unknown): readonly Doc[] =>
  (part as StoredRows).flatMap(rows => ('documents' in rows ? rows.documents : (objectsOf(rows) as Doc[])))
