import type { Update, WriteOp } from '../../shared/documents/port.ts'
import type { BoardDoc } from './board.ts'

type Operation = WriteOp<BoardDoc>

/** A change of the mark of a follower that is made under this epoch of it, whatever else holds. */
type MarkChange = { readonly follower: string; readonly epoch: number; readonly update: Update }

/** null: it is something else. */
export const markChangeOf = (operation: Operation): MarkChange | null => {
  if (!('updateOne' in operation)) return null
  const { filter, update } = operation.updateOne
  const { _id: follower, epoch, ...others } = filter
  if (typeof follower !== 'string' || typeof epoch !== 'number' || Object.keys(others).length > 0) return null
  return { follower, epoch, update }
}

const filterOf = (operation: Operation) => {
  if ('updateOne' in operation) return operation.updateOne.filter
  if ('updateMany' in operation) return operation.updateMany.filter
  if ('replaceOne' in operation) return operation.replaceOne.filter
  return 'deleteOne' in operation ? operation.deleteOne.filter : operation.deleteMany.filter
}

const asOne = (alike: readonly Operation[]): readonly Operation[] => {
  const changes = alike.map(markChangeOf).filter(change => change !== null)
  const [first] = changes
  if (alike.length === 1 || first === undefined) return alike
  const { epoch, update } = first
  const filter = { _id: { $in: changes.map(({ follower }) => follower) }, epoch }
  return [{ updateMany: { filter, update } }]
}

/**
 * The same, with marks that change alike in one operation: after most steps all but a few have only come further. What
 * touches a document that others touch, too, stays by itself, so the order for each is as it was.
 */
export const marksTogether = (operations: readonly Operation[]): readonly Operation[] => {
  const touching = Map.groupBy(operations, operation => filterOf(operation)['_id'])
  const isAlone = (operation: Operation) => touching.get(filterOf(operation)['_id'])?.length === 1
  const groups = Map.groupBy(operations, (operation, n) => {
    const change = isAlone(operation) ? markChangeOf(operation) : null
    return change === null ? n : JSON.stringify([change.epoch, change.update])
  })
  return [...groups.values()].flatMap(asOne)
}
