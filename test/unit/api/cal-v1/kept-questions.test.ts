import { describe, expect, it } from 'vitest'
import type { filterArguments } from '../../../../services/api/cal-v1/events/event-filters.ts'
import { keptQuestions } from '../../../../services/api/cal-v1/events/kept-questions.ts'
import type { Given } from '../../../../services/api/platform/arguments/arguments.ts'
import type { Call, Caller, Moment } from '../../../../services/api/platform/call.ts'
import { userId, venueId } from '../../../../shared/kernel/brands.ts'
import { moment } from '../../../support/moment.ts'

type Filters = Given<typeof filterArguments>

const [TODAY, TOMORROW] = [86_400_000, 172_800_000]
const somebody = { id: userId(3), login: 'ann', role: 'author' } as const

const callOf = (caller: Caller = null, at: Moment = moment): Call => ({
  ...{ caller, at, sent: {}, path: {}, context: 'view', source: 'cal', address: '127.0.0.1' },
  ...{ route: 'GET /cal/events/v1/events', correlation: 'c' },
})

const questions = ({ moves = false, isRefused = false } = {}) => {
  let [thought, until] = [0, TODAY]
  const resolve = keptQuestions(
    async ({ start_date }) => {
      thought++
      if (isRefused) return { ok: false, problems: {} }
      return { ok: true, value: { moves, asked: start_date } }
    },
    () => until,
  )
  return {
    resolve,
    /** How many of these were not known yet. */
    thought: async (...all: readonly (readonly [filters: Filters, call: Call])[]) => {
      const before = thought
      for (const [filters, call] of all) await resolve(filters, call)
      return thought - before
    },
    midnight: () => {
      until = TOMORROW
    },
  }
}

const fair = { start_date: '2027-03-10' }

describe('02 §3.1 what the arguments of a list mean', () => {
  it('is thought through no third time for pages that guests ask for, and is that of the question', async () => {
    const { resolve, thought } = questions()
    const pages = [1, 2, 3, 4].map(page => [{ ...fair, page, per_page: 5 * page }, callOf()] as const)
    expect(await thought(...pages)).toBe(2)
    expect(await thought([{ start_date: '2027-03-11' }, callOf()])).toBe(1)
    expect(await thought([{ ...fair, search: 'a' }, callOf()])).toBe(1)
    expect(await resolve({ ...fair, page: 3 }, callOf())).toEqual({
      ok: true,
      value: { moves: false, asked: '2027-03-10' },
    })
  })

  it('is another on another day, and with other settings', async () => {
    const { thought, midnight } = questions()
    const asked = [fair, callOf()] as const
    expect(await thought(asked, asked, asked)).toBe(2)
    midnight()
    expect(await thought(asked, asked)).toBe(1)
    const elsewhere = [fair, callOf(null, { ...moment, site: { ...moment.site, perPage: 20 } })] as const
    expect(await thought(elsewhere, elsewhere)).toBe(1)
  })

  it('is thought through each time for users, and where items or terms are named', async () => {
    const { thought } = questions()
    const user = [fair, callOf(somebody)] as const
    expect(await thought(user, user, user)).toBe(3)
    for (const named of [{ venue: [venueId(1)] }, { categories: ['fairs'] }, { tags: ['9'] }])
      expect(await thought([named, callOf()], [named, callOf()], [named, callOf()])).toBe(3)
  })

  it('is thought through each time where it is another with each second, refused or very long', async () => {
    const asked = [fair, callOf()] as const
    expect(await questions({ moves: true }).thought(asked, asked, asked)).toBe(3)
    expect(await questions({ isRefused: true }).thought(asked, asked, asked)).toBe(3)
    const long = [{ search: 'a'.repeat(2_000) }, callOf()] as const
    expect(await questions().thought(long, long, long)).toBe(3)
  })
})
