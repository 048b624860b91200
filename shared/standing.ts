import { LONGEST_MERGE } from './limits/desk.ts'

/** The one that stands for what was merged, through merges of merges (spec 07 §7.1); itself when it was not; null: it is gone. */
export const standingRow = async <Row extends { readonly into?: number | null }>(
  row: Row,
  byId: (id: number) => Promise<Row | null>,
): Promise<Row | null> => {
  let at: Row | null = row
  for (let step = 0; step <= LONGEST_MERGE && typeof at?.into === 'number'; step++) at = await byId(at.into)
  return at
}
