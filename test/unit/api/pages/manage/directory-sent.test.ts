import { userId } from '../../../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { withCleanTexts } from '../../../../../services/api/items/stored-values.ts'
import { venueFields } from '../../../../../services/api/pages/manage/directory/fields.ts'
import { sentOf } from '../../../../../services/api/pages/manage/directory/sent.ts'
import { type Call, contextOf } from '../../../../../services/api/platform/call.ts'
import type { CleanTexts } from '../../../../../shared/cleaning/thread.ts'
import { venueMembers } from '../../../../../shared/members/venue.ts'
import { HTML_BYTES } from '../../../../../shared/limits/items.ts'
import { moment } from '../../../../support/moment.ts'

const kind = { noun: 'venue', table: venueMembers, fields: venueFields }
const call: Call = {
  caller: { id: userId(2), login: 'ann', role: 'author' },
  at: moment,
  ...{ sent: {}, path: {}, context: 'view', source: 'desk', address: '127.0.0.1', correlation: 'c' },
  route: 'POST /manage/venues/{id}',
}

/** No tag is named here. */
const nothing = () => Promise.reject(new Error('nobody asked for tags'))
const tags = { terms: { byIds: nothing, byName: nothing }, writes: { create: nothing } }

/** What a form with these texts means, and what was cleaned beside the main thread for it. */
const sent = async (typed: Readonly<Record<string, string>>) => {
  const elsewhere: string[] = []
  const clean: CleanTexts = async texts => {
    elsewhere.push(...texts.map(([, text]) => text))
    return texts.map(() => 'CLEAN')
  }
  const ahead = { withCleanTexts: withCleanTexts(clean) }
  const { args, besides, wrong } = await sentOf(kind, Object.keys(typed), typed, call, { ahead, tags })
  return { elsewhere, args, wrong, besides: await besides(contextOf(call)) }
}

it('01 §2 much HTML of a summary is cleaned beside the main thread; the text is left to the interface', async () => {
  const much = '<p onclick="x">word</p>'.repeat(1_000)
  expect(await sent({ excerpt: much, description: much })).toEqual({
    elsewhere: [much],
    args: { description: much },
    besides: { excerpt: 'CLEAN' },
    wrong: {},
  })
})

it('01 §2 a little is cleaned on the spot, and what is too long nowhere', async () => {
  const little = await sent({ excerpt: '<p onclick="x">word</p>' })
  expect([little.elsewhere, little.besides]).toEqual([[], { excerpt: '<p>word</p>' }])
  const long = await sent({ excerpt: 'x'.repeat(HTML_BYTES + 1) })
  expect([long.elsewhere, Object.keys(long.wrong)]).toEqual([[], ['excerpt']])
})
