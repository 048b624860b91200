import { expect, it, vi } from 'vitest'
import { embeddedService } from '../../support/embedded-service.ts'

const asked = vi.hoisted((): unknown[] => [])

vi.mock(import('../../../projections/event-listing/list.ts'), async original => {
  const real = await original()
  return {
    ...real,
    pagesOfEvents: sources => {
      const pages = real.pagesOfEvents(sources)
      return query => {
        asked.push(query)
        return pages(query)
      }
    },
  }
})

it('02 §3.1 a start asks first what a guest asks who sends nothing', async () => {
  const service = await embeddedService({}, undefined, () => Date.UTC(2027, 4, 1, 20))
  const { statusCode } = await service.app.inject('/index.php?rest_route=/cal/events/v1/events')
  expect(statusCode).toBe(200)
  const question = {
    ...{ viewer: null, statuses: ['publish'], includeHidden: false },
    start: { gte: '2027-05-01 00:00:00' },
    end: { lte: '2029-05-01 23:59:59' },
    sort: { member: 'start', descending: false },
  }
  expect(asked).toEqual([question, question])
})
