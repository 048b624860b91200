import { shown } from '../../../services/api/platform/answers/answer.ts'
import { userId } from '../../../shared/kernel/brands.ts'
import { expect, it } from 'vitest'
import { storedHtml, withCleanTexts } from '../../../services/api/items/stored-values.ts'
import type { Call } from '../../../services/api/platform/call.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import { json } from '../../../services/api/platform/answers/answer.ts'
import { list, optional } from '../../../services/api/platform/arguments/arguments.ts'
import { title } from '../../../services/api/platform/arguments/kinds.ts'
import { endpoint } from '../../../services/api/platform/route.ts'
import { moment } from '../../support/moment.ts'

const large = `<p onclick="x">${'word '.repeat(4_000)}</p>`
const call: Call = {
  caller: { id: userId(2), login: 'ann', role: 'contributor' },
  at: moment,
  sent: { title: '<i>short</i>', organizer: [{ description: large }] },
  path: {},
  context: 'view',
  source: 'cal',
  route: 'POST /cal/events/v1/events',
  address: '127.0.0.1',
  correlation: 'c',
}

const asked = () => {
  const texts: string[] = []
  const clean: CleanTexts = async sent => {
    texts.push(...sent.map(([kind]) => kind))
    return sent.map(() => 'CLEAN')
  }
  return { texts, clean }
}

it('01 §2 much HTML, at any depth, is cleaned before it is stored; what is short is cleaned on the spot', async () => {
  const { texts, clean } = asked()
  const ready = await withCleanTexts(clean)(call)
  expect(texts).toEqual(['html'])
  expect(storedHtml(large, ready)).toBe('CLEAN')
  expect(storedHtml('<p onclick="x">Hi</p>', ready)).toBe('<p>Hi</p>')
})

it('01 §2 as the caller may store it', async () => {
  const { texts, clean } = asked()
  const administrator = { id: userId(1), login: 'admin', role: 'administrator' } as const
  await withCleanTexts(clean)({ ...call, caller: administrator })
  expect(texts).toEqual(['unfiltered'])
})

it('01 §2 many names are cleaned there, too, whoever sends them', async () => {
  const { texts, clean } = asked()
  const names = endpoint({
    methods: ['POST'],
    args: { names: optional(list(title()), { description: 'Names.' }) },
    handle: ({ names }) => json(200, names),
  })
  const sent = { names: Array.from({ length: 20 }, (_, n) => `${'<b></b>'.repeat(150)}${n}`) }
  const ready = await withCleanTexts(clean)({ ...call, caller: null, sent })
  const prepared = await names.prepare({ sent, hidden: {} }, ready)
  if (!prepared.ok) throw new Error('refused')
  expect((await shown(await prepared.execute())).text).toBe(
    JSON.stringify(Array.from({ length: 20 }, () => 'CLEAN')),
  )
  expect(texts).toEqual(Array.from({ length: 20 }, () => 'title'))
})

it('little HTML, that of nobody, of the operator, and what is refused for its size goes nowhere', async () => {
  const { texts, clean } = asked()
  const ready = withCleanTexts(clean)
  await ready({ ...call, sent: { description: '<b>Hi</b>' } })
  await ready({ ...call, caller: null })
  await ready({ ...call, source: 'operator' })
  await ready({ ...call, sent: { description: '<b>'.repeat(43_691) } })
  expect(texts).toEqual([])
})
