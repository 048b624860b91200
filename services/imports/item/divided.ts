import type { Writing } from '../../calendar/writing.ts'
import type { EntryFinder } from '../directory/find.ts'

type Cell = { readonly name: string; readonly parts?: readonly string[] | undefined }

/** Whether it has to be found out how many of them there are, which changes with what is known. */
export const isDivisible = (cells: readonly Cell[] = []): boolean =>
  cells.some(({ parts }) => parts !== undefined)

/** The whole is nobody's name, and each part is somebody's. */
const standsForParts = async (
  writing: Writing,
  { isKnown }: EntryFinder<never>,
  { name, parts = [] }: Cell,
  source: string,
): Promise<boolean> => {
  if (parts.length === 0 || (await isKnown(writing, name, source))) return false
  for (const part of parts) if (!(await isKnown(writing, part, source))) return false
  return true
}

/**
 * Venues or organizers where a cell that may hold several names is one or the other (spec 05 §9 lists): the whole cell when it
 * names one that exists, else its parts when every one exists, else one new name.
 */
export const divided = async <Entry extends Cell>(
  writing: Writing,
  kind: EntryFinder<Entry>,
  cells: readonly Entry[],
  source: string,
): Promise<readonly Entry[]> => {
  const entries: Entry[] = []
  for (const cell of cells) {
    const isList = await standsForParts(writing, kind, cell, source)
    const names = isList ? (cell.parts ?? []) : [cell.name]
    entries.push(...names.map(name => ({ ...cell, name, parts: undefined })))
  }
  return entries
}
