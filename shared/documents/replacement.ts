import type { Conjunction } from './filter.ts'
import { UnsupportedQuery, type Doc } from './port.ts'

/** Throws UnsupportedQuery for a replacement without a proper id, or of another id than its filter asks for. */
export const checkReplacement = (tests: Conjunction, replacement: Doc): void => {
  const id: unknown = replacement._id
  if (typeof id !== 'string' && !(typeof id === 'number' && Number.isFinite(id)))
    throw new UnsupportedQuery('a document needs a string or a number as its _id')
  if (tests.some(test => asksForOtherId(test, replacement)))
    throw new UnsupportedQuery(`the filter asks for another document than ${id}`)
}

const asksForOtherId = (test: Conjunction[number], { _id }: Doc): boolean =>
  test.kind === 'in' && test.field === '_id' && !test.negated && !test.values.includes(_id)
