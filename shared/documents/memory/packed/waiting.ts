import type { Row } from './block.ts'

/** What was written since blocks were made; null: the document of a block is no more. */
export type Waiting = {
  readonly size: () => number
  readonly has: (id: number) => boolean
  readonly get: (id: number) => Row | null
  readonly set: (id: number, row: Row | null) => void
  readonly delete: (id: number) => void
  readonly clear: () => void
  /** Ascending. */
  readonly ids: () => readonly number[]
}

export const waitingRows = (): Waiting => {
  const rows = new Map<number, Row | null>()
  let known: readonly number[] | null = null
  return {
    size: () => rows.size,
    has: id => rows.has(id),
    get: id => rows.get(id) ?? null,
    set: (id, row) => {
      if (!rows.has(id)) known = null
      rows.set(id, row)
    },
    delete: id => {
      if (rows.delete(id)) known = null
    },
    clear: () => {
      rows.clear()
      known = null
    },
    ids: () => (known ??= [...Float64Array.from(rows.keys()).sort()]),
  }
}
