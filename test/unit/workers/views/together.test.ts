import { expect, it } from 'vitest'
import { reactions } from '../../../../workers/reactions/all.ts'

it('views are rendered once for all that comes within 300 ms, and no other reaction waits', () => {
  const waiting = reactions.flatMap(({ name, togetherMs }) =>
    togetherMs === undefined ? [] : [[name, togetherMs]],
  )
  expect(waiting).toEqual([['views', 300]])
})
