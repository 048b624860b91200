import {
  DocumentsUnavailable,
  type Doc,
  type Documents,
  type WriteOp,
  type Writes,
} from '../../shared/documents/port.ts'

/**
 * What becomes of a call whose answer is lost. `before`: nothing is done. `after`: all of it. `part`: some of its operations.
 * `late`: its operations are done when whoever asked is long at something else, such as trying again.
 */
export type Loss = {
  /** So many calls after the loss before it. */
  readonly calls: number
  readonly how: 'before' | 'after' | 'part' | 'late'
  /** Of `part`: how many operations at most. Of `late`: how many steps of the server there are before each. */
  readonly n: number
}

type Late = { due: number; readonly every: number; readonly operations: (() => Promise<void>)[] }

/**
 * A server of documents that loses some answers, and does each operation by itself, as MongoDB does. Those that are late
 * come between any two others.
 */
export const lossyDocuments = (documents: Documents, losses: readonly Loss[]) => {
  const late: Late[] = []
  let [steps, left, lost] = [0, losses[0]?.calls ?? Infinity, 0]

  /** What is late and due is done first. */
  const arrive = async (isAll = false): Promise<void> => {
    for (const one of late)
      while (one.operations.length > 0 && (isAll || one.due <= steps)) {
        one.due = steps + one.every
        await one.operations.shift()?.()
      }
  }
  const step = async (operation: () => Promise<void>): Promise<void> => {
    steps++
    await arrive()
    await operation()
  }
  const fateOfCall = (): Loss | null => {
    if (left-- > 0) return null
    const fate = losses[lost++] ?? null
    left = losses[lost]?.calls ?? Infinity
    return fate
  }
  const unheard = () => new DocumentsUnavailable('nothing was heard of it')

  const write = async (operations: readonly (() => Promise<void>)[]): Promise<void> => {
    if (operations.length === 0) return
    const fate = fateOfCall()
    if (fate?.how === 'late') {
      late.push({ due: steps + fate.n, every: fate.n, operations: [...operations] })
      throw unheard()
    }
    const most = { before: 0, after: Infinity, part: fate?.n ?? 0 }[fate?.how ?? 'after']
    for (const operation of operations.slice(0, most)) await step(operation)
    if (fate !== null) throw unheard()
  }
  const collection = async <D extends Doc>(spec: Parameters<Documents['collection']>[0]) => {
    const inner = await documents.collection<D>(spec)
    const asking =
      <Given extends readonly unknown[], Found>(ask: (...given: Given) => Promise<Found>) =>
      async (...given: Given): Promise<Found> => {
        if (fateOfCall() !== null) throw unheard()
        steps++
        await arrive()
        return ask(...given)
      }
    return {
      get: asking(inner.get),
      getMany: asking(inner.getMany),
      find: asking(inner.find),
      count: asking(inner.count),
      page: asking(inner.page),
      tally: asking(inner.tally),
      clear: inner.clear,
      bulkWrite: (operations: readonly WriteOp<D>[]) =>
        write(operations.map(operation => () => inner.bulkWrite([operation]))),
    }
  }
  const writeAll = async (writes: readonly Writes[]): Promise<void> => {
    const operations = await Promise.all(
      writes.map(async ({ collection: name, operations }) => {
        const inner = await documents.collection({ name, indexes: [] })
        return operations.map(operation => () => inner.bulkWrite([operation]))
      }),
    )
    await write(operations.flat())
  }
  const apart: Documents = {
    isShared: documents.isShared,
    trails: documents.trails,
    collection,
    drop: name => documents.drop(name),
    close: () => documents.close(),
  }
  return {
    apart,
    /** The same, of a server that writes to several collections at once. */
    together: { ...apart, writeAll },
    /** All that is still under way. */
    arrived: () => arrive(true),
  }
}
