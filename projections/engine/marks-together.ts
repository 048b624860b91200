import type { WriteOp } from '../../shared/documents/port.ts'
import type { BoardDoc } from './board.ts'

type Operation = WriteOp<BoardDoc>

const filterOf = (operation: Operation) => {
  if ('updateOne' in operation) return operation.updateOne.filter
  if ('updateMany' in operation) return operation.updateMany.filter
  if ('replaceOne' in operation) return operation.replaceOne.filter
  return 'deleteOne' in operation ? operation.deleteOne.filter : operation.deleteMany.filter
}

/** Equal for changes of marks that differ in nothing but whose mark it is; null: it is no change of a mark under an epoch. */
const changeOf = (operation: Operation): string | null => {
  if (!('updateOne' in operation)) return null
  const { filter, update } = operation.updateOne
  const { _id, epoch, ...others } = filter
  const isOfMark = typeof _id === 'string' && typeof epoch === 'number' && Object.keys(others).length === 0
  return isOfMark ? JSON.stringify([epoch, update]) : null
}

const asOne = (alike: readonly Operation[]): readonly Operation[] => {
  const [first] = alike
  if (alike.length === 1 || first === undefined || !('updateOne' in first)) return alike
  const { filter, update } = first.updateOne
  const ids = alike.flatMap(operation => {
    const { _id } = filterOf(operation)
    return typeof _id === 'string' ? [_id] : []
  })
  return [{ updateMany: { filter: { ...filter, _id: { $in: ids } }, update } }]
}

/**
 * The same, with marks that change alike in one operation: after most steps all but a few have only come further. What
 * touches a document that others touch, too, stays by itself, so the order for each is as it was.
 */
export const marksTogether = (operations: readonly Operation[]): readonly Operation[] => {
  const touching = Map.groupBy(operations, operation => filterOf(operation)['_id'])
  const isAlone = (operation: Operation) => touching.get(filterOf(operation)['_id'])?.length === 1
  const groups = Map.groupBy(
    operations,
    (operation, n) => (isAlone(operation) ? changeOf(operation) : null) ?? n,
  )
  return [...groups.values()].flatMap(asOne)
}
