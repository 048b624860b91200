import { describe, expect, it } from 'vitest'
import { agreeing } from '../../../../shared/documents/mongodb/collection.ts'

describe('how many there are beside the rows of a page, when others write between finding and counting', () => {
  it.each([
    ['as counted, of a full page', 25, 10, { skip: 0, limit: 10 }, 25],
    ['as counted, of a page in the middle', 25, 10, { skip: 10, limit: 10 }, 25],
    ['as counted, of the last page', 25, 5, { skip: 20, limit: 10 }, 25],
    ['as counted, behind the end', 25, 0, { skip: 30, limit: 10 }, 25],
    ['not what came after the only page was found', 4, 3, { skip: 0, limit: 10 }, 3],
    ['not what came after the last page was found', 26, 5, { skip: 20, limit: 10 }, 25],
    ['not what came after nothing was found', 4, 0, { skip: 0, limit: 10 }, 0],
    ['not what came after nothing was found behind the end', 34, 0, { skip: 30, limit: 10 }, 30],
    ['what went after a full page was found, too', 7, 10, { skip: 0, limit: 10 }, 10],
    ['what went after the last page was found, too', 22, 5, { skip: 20, limit: 10 }, 25],
    ['what went after all were found, too', 1, 3, { skip: 0, limit: Infinity }, 3],
  ])('%s', (_, counted, rows, paging, total) => {
    expect(agreeing(counted, rows, paging)).toBe(total)
  })
})
