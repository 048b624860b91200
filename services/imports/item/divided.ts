import type { Writing } from '../../calendar/writing.ts'
import type { PlaceKind } from '../places/places.ts'

type Cell = { readonly name: string; readonly parts?: readonly string[] | undefined }

/** The whole is nobody's name, and each part is somebody's. */
const standsForParts = async (
  writing: Writing,
  { isKnown }: PlaceKind<never>,
  { name, parts = [] }: Cell,
  source: string,
): Promise<boolean> => {
  if (parts.length === 0 || (await isKnown(writing, name, source))) return false
  for (const part of parts) if (!(await isKnown(writing, part, source))) return false
  return true
}

/**
 * Places where a cell that may hold several names is one or the other (spec 05 §9 lists): the whole cell when it
 * names one that exists, else its parts when every one exists, else one new name.
 */
export const divided = async <Place extends Cell>(
  writing: Writing,
  kind: PlaceKind<Place>,
  cells: readonly Place[],
  source: string,
): Promise<readonly Place[]> => {
  const places: Place[] = []
  for (const cell of cells) {
    const isList = await standsForParts(writing, kind, cell, source)
    const names = isList ? (cell.parts ?? []) : [cell.name]
    places.push(...names.map(name => ({ ...cell, name, parts: undefined })))
  }
  return places
}
