import { describe, expect, it } from 'vitest'
import type { Got, OldClient } from '../../../services/move-in/read/client.ts'
import { readList, type OldList } from '../../../services/move-in/read/list.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { OLD_THINGS } from '../../../shared/limits/moving.ts'

type Answering = (page: number, perPage: number, asked: number) => Got<Json>

const list: OldList = {
  name: 'events',
  perPage: 50,
  address: (page, perPage) => `${page}/${perPage}`,
  thingsIn: body => (body as { things?: readonly Json[] }).things ?? null,
  totalIn: body => (body as { total?: number }).total ?? null,
}

const reading = (answering: Answering) => {
  const asked: string[] = []
  const client: OldClient = {
    isTrusted: () => true,
    bytes: async () => ({ ok: false, status: null, why: 'not asked for here' }),
    json: async address => {
      asked.push(address)
      const [page = 0, perPage = 0] = address.split('/').map(Number)
      return answering(page, perPage, asked.length)
    },
  }
  return { asked, read: () => readList(client, list) }
}

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
const pageOf = (ids: readonly number[], page: number, perPage: number): Got<Json> => ({
  ok: true,
  body: { things: ids.slice((page - 1) * perPage, page * perPage).map(id => ({ id })), total: ids.length },
})

describe('05 §15 lists of the other calendar', () => {
  it('are read to their end, once', async () => {
    const { asked, read } = reading((page, perPage) => pageOf(numbers(1, 120), page, perPage))
    const { things, unread } = await read()
    expect([...things.keys()]).toEqual(numbers(1, 120))
    expect([unread, asked]).toEqual([[], ['1/50', '2/50', '3/50']])
  })

  it('whose last page is full end where the next one is not there', async () => {
    const { read } = reading((page, perPage) =>
      page === 3 ? { ok: false, status: 404, why: 'none' } : pageOf(numbers(1, 100), page, perPage),
    )
    expect((await read()).things.size).toBe(100)
  })

  it('that change while they are read are read again, and lose nothing', async () => {
    // the first thing goes after the first page: the 51st slips onto it
    const { things } = await reading((page, perPage, asked) =>
      pageOf(asked === 1 ? numbers(1, 120) : numbers(2, 120), page, perPage),
    ).read()
    expect([...things.keys()].sort((a, b) => a - b)).toEqual(numbers(1, 120))
  })

  it('with a page that cannot be had are read around it, thing by thing', async () => {
    const ids = numbers(1, 120)
    const { things, unread } = await reading((page, perPage) => {
      const [from, to] = [(page - 1) * perPage, page * perPage]
      return from < 67 && 67 <= to
        ? { ok: false, status: 500, why: 'status 500' }
        : pageOf(ids, page, perPage)
    }).read()
    expect([...things.keys()].sort((a, b) => a - b)).toEqual(ids.filter(id => id !== 67))
    expect(unread).toEqual([{ list: 'events', what: 'place 67', why: 'status 500' }])
  })

  it('that are refused are told once', async () => {
    const { asked, read } = reading(() => ({ ok: false, status: 403, why: 'status 403' }))
    expect((await read()).unread).toEqual([{ list: 'events', what: 'places 1 to 50', why: 'status 403' }])
    expect(asked).toEqual(['1/50'])
  })

  it('tell of things without an id', async () => {
    const body = { things: [{ id: 3 }, { id: 'three' }, 'nothing', { id: '4' }] }
    const { things, unread } = await reading(() => ({ ok: true, body })).read()
    expect([...things.keys()]).toEqual([3, 4])
    expect(unread.map(({ why }) => why)).toEqual(['has no id', 'has no id'])
  })

  it('that show the same page whatever is asked end there, and tell it', async () => {
    const things = numbers(1, 50).map(id => ({ id }))
    const { asked, read } = reading(() => ({ ok: true, body: { things } }))
    const { things: found, unread } = await read()
    expect([...found.keys()]).toEqual(numbers(1, 50))
    expect(unread).toEqual([
      { list: 'events', what: 'everything from place 51 on', why: 'page 2 brings nothing new' },
    ])
    expect(asked).toEqual(['1/50', '2/50'])
  })

  it('none of whose pages can be had end, and tell it', async () => {
    const { asked, read } = reading(() => ({ ok: false, status: 500, why: 'status 500' }))
    const { things, unread } = await read()
    expect(things.size).toBe(0)
    expect(unread).toHaveLength(51)
    expect(unread.at(-1)).toEqual({
      list: 'events',
      what: 'everything from place 1 on',
      why: 'page 1 brings nothing new',
    })
    expect(asked).toHaveLength(1 + 5 + 50)
  })

  it('go on behind a page that cannot be had at all where they say that there is more', async () => {
    const ids = numbers(1, 120)
    const { things, unread } = await reading((page, perPage) =>
      50 < page * perPage && page * perPage <= 100
        ? { ok: false, status: 500, why: 'status 500' }
        : pageOf(ids, page, perPage),
    ).read()
    expect([...things.keys()]).toEqual([...numbers(1, 50), ...numbers(101, 120)])
    expect(unread.map(({ what }) => what)).toEqual(numbers(51, 100).map(place => `place ${place}`))
  })

  it('that say how many they have end at the second page in a row without anything new', async () => {
    const { asked, read } = reading((page, perPage) =>
      page * perPage <= 50
        ? { ok: true, body: { things: numbers(1, 50).map(id => ({ id })), total: 10_000 } }
        : { ok: false, status: 500, why: 'status 500' },
    )
    const { things, unread } = await read()
    expect(things.size).toBe(50)
    expect(unread.slice(0, -1).map(({ what }) => what)).toEqual(
      numbers(51, 150).map(place => `place ${place}`),
    )
    expect(unread.at(-1)).toEqual({
      ...{ list: 'events', what: 'everything from place 51 on', why: 'page 3 brings nothing new' },
    })
    expect(asked).toHaveLength(1 + 2 * (1 + 5 + 50))
  })

  it('that show the same page again and again, and say that there is more, end too', async () => {
    const body = { things: numbers(1, 50).map(id => ({ id })), total: OLD_THINGS }
    const { asked, read } = reading(() => ({ ok: true, body }))
    expect((await read()).unread.map(({ what }) => what)).toEqual(['everything from place 51 on'])
    expect(asked).toEqual(['1/50', '2/50', '3/50'])
  })

  it('that say that they have more than they show tell how many', async () => {
    const { things, unread } = await reading((page, perPage) => {
      const got = pageOf(numbers(1, 70), page, perPage)
      return got.ok ? { ok: true, body: { ...(got.body as object), total: 72 } } : got
    }).read()
    expect(things.size).toBe(70)
    expect(unread).toEqual([{ list: 'events', what: '2 of 72', why: 'no page shows them' }])
  })

  it('without an end are read up to a limit, and tell it', async () => {
    const { asked, read } = reading((page, perPage) => ({
      ok: true,
      body: { things: numbers((page - 1) * perPage + 1, page * perPage).map(id => ({ id })) },
    }))
    const { things, unread } = await read()
    expect([things.size, asked.length]).toEqual([OLD_THINGS, OLD_THINGS / 50])
    expect(unread.map(({ what }) => what)).toEqual([`everything from place ${OLD_THINGS + 1} on`])
  })
})
