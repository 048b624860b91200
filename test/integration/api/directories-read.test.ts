import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiWorld, type Answered, type ApiWorld } from '../../support/api-world.ts'
import { kinds, directoryReads } from '../../support/directory-reads.ts'
import { plusMs } from '../../../shared/kernel/time/calculate.ts'

let world: ApiWorld
beforeEach(async () => {
  world = await apiWorld()
})
afterEach(async () => {
  expect(world.reported).toEqual([])
  await world.close()
})
const { made, get, idsOf, found, refusedOn, event } = directoryReads(() => world)

describe.each(kinds)('02 §2 lists of $plural', kind => {
  const { plural, noun } = kind
  const address = `https://school.example/index.php?rest_route=/cal/events/v1/${plural}`

  it('02-2, 02-14: nothing is an empty page', async () => {
    const links = { rest_url: `${address}&page=1&per_page=10`, total: 0, total_pages: 0 }
    expect((await get(plural)).body).toEqual({ [plural]: [], ...links })
    expect((await get(`${plural}&search=zzz`)).body).toMatchObject({ [plural]: [], total: 0 })
    expect(await get(`${plural}&page=2`)).toMatchObject({
      status: 404,
      body: { code: `${noun}-archive-page-not-found` },
    })
  })

  it('pages, totals and links in their order', async () => {
    const all: number[] = []
    for (let n = 0; n < 5; n++) all.push(await made(kind, `V${n}`))
    const first = await get(
      `${plural}&per_page=2&search=v&has_events=0&only_with_upcoming=false&status=publish`,
    )
    expect(Object.keys(first.body as object)).toEqual([
      plural,
      'rest_url',
      'next_rest_url',
      'total',
      'total_pages',
    ])
    const kept = 'search=v&has_events=0&only_with_upcoming=0&status=publish'
    expect(first).toMatchObject({
      headers: { 'x-cal-total': '5', 'x-cal-totalpages': '3' },
      body: {
        rest_url: `${address}&page=1&per_page=2&${kept}`,
        next_rest_url: `${address}&page=2&per_page=2&${kept}`,
        total: 5,
        total_pages: 3,
      },
    })
    const pages = [first]
    for (let next: unknown = first; ;) {
      const url = ((next as Answered).body as { next_rest_url?: string }).next_rest_url
      if (url === undefined) break
      next = await world.ask(`GET ${url.slice(url.indexOf('=') + 1)}`)
      pages.push(next as Answered)
    }
    expect(pages.flatMap(page => idsOf(page, kind))).toEqual(all)
    expect((pages[2]?.body as { previous_rest_url: string }).previous_rest_url).toContain('&page=2')
    expect((await get(`${plural}&per_page=51`)).body).toMatchObject({
      rest_url: `${address}&page=1&per_page=50`,
    })
    await refusedOn(`${plural}&page=0`, 'page', 'rest_out_of_bounds')
  })

  it('publication date descending, then id; HEAD has the totals', async () => {
    const old = await made(kind, 'Old', { publishedAt: '2025-01-01 00:00:00' })
    const [a, b] = [await made(kind, 'A'), await made(kind, 'B')]
    expect(await found(kind, '')).toEqual([a, b, old])
    expect(await world.ask(`HEAD ${plural}`)).toMatchObject({
      status: 200,
      text: '',
      headers: { 'x-cal-total': '3', 'x-cal-totalpages': '1' },
    })
  })

  it('00-8: a kept list is stale at once', async () => {
    expect(await found(kind, '')).toEqual([])
    expect(await found(kind, '')).toEqual([])
    const created = await world.ask(`POST ${plural}`, { as: 'editor', body: { [noun]: 'New' } })
    expect(await found(kind, '')).toEqual([(created.body as { id: number }).id])
  })
})

describe.each(kinds)('02 §3.2 filters of $plural', kind => {
  const { plural, noun } = kind

  it('02-10: event', async () => {
    const [a, b, c] = [await made(kind, 'A'), await made(kind, 'B'), await made(kind, 'C')]
    const fair = await event({ [noun]: [c, a] })
    expect(await found(kind, `&event=${fair}`)).toEqual([a, c])
    expect(await found(kind, `&event=${await event({})}`)).toEqual([])
    const draft = await event({ status: 'draft', [noun]: b })
    expect(await found(kind, `&event=${draft}`, 'editor')).toEqual([b])
    await refusedOn(`${plural}&event=99999`, 'event', 'rest_unknown_id')
    await refusedOn(`${plural}&event=${draft}`, 'event', 'rest_unknown_id')
    await refusedOn(`${plural}&event=${a}`, 'event', 'rest_unknown_id')
    await refusedOn(`${plural}&event=abc`, 'event', 'rest_invalid_type')
  })

  it('01-4: has_events, only_with_upcoming', async () => {
    const [none, drafted, past, coming] = [
      await made(kind, 'None'),
      await made(kind, 'Drafted'),
      await made(kind, 'Past'),
      await made(kind, 'Coming'),
    ]
    await event({ [noun]: drafted, status: 'draft' })
    await event({ [noun]: past, start_date: '2027-01-10 09:00', end_date: '2027-01-10 11:59:59' })
    await event({ [noun]: coming, start_date: '2027-01-10 09:00', end_date: '2027-01-10 12:00' })
    const all = [none, drafted, past, coming]
    expect(await found(kind, '&has_events=true')).toEqual([past, coming])
    expect(await found(kind, '&has_events=false')).toEqual([none, drafted])
    expect(await found(kind, '&only_with_upcoming=true')).toEqual([coming])
    expect(await found(kind, '&only_with_upcoming=false')).toEqual(all)
    expect(await found(kind, '&only_with_upcoming=true&search=past')).toEqual([])
    expect(await found(kind, '&has_events=1&search=past')).toEqual([past])
    expect(await found(kind, '&has_events=0&only_with_upcoming=1')).toEqual([])
    await refusedOn(`${plural}&has_events=yes`, 'has_events', 'rest_invalid_type')
    await refusedOn(`${plural}&only_with_upcoming=`, 'only_with_upcoming', 'rest_invalid_type')
    // nothing is written, and yet what was asked several times is not kept
    for (let n = 0; n < 3; n++) expect(await found(kind, '&only_with_upcoming=true')).toEqual([coming])
    world.clock.ms = plusMs(world.clock.ms, 1_000)
    expect(await found(kind, '&only_with_upcoming=true')).toEqual([])
  })

  it('02-14: search', async () => {
    const a = await made(kind, 'Turnhalle & Café', {
      description: '<p>ground <b>floor</b></p>',
      phone: '555 0100',
    })
    await made(kind, 'Other')
    for (const words of ['turnhalle', 'CAFE', '%26 café', 'ground floor', '"ground floor"', '0100'])
      expect(await found(kind, `&search=${words}`), words).toEqual([a])
    for (const words of ['%25', '.*', '<b>', '\\']) expect(await found(kind, `&search=${words}`)).toEqual([])
    await refusedOn(`${plural}&search=`, 'search', 'rest_too_short')
    await refusedOn(`${plural}&search=%20`, 'search', 'rest_too_short')
    await refusedOn(`${plural}&search[$ne]=x`, 'search', 'rest_invalid_type')
  })

  it('02-6: statuses', async () => {
    const published = await made(kind, 'Published')
    const draft = await made(kind, 'Draft', { status: 'draft', author: 3 })
    const other = await made(kind, 'Private', { status: 'private', author: 6 })
    await world.ask(`DELETE ${plural}/${await made(kind, 'Gone')}`, { as: 'editor' })
    expect(await found(kind, '')).toEqual([published])
    expect(await found(kind, '&status=publish')).toEqual([published])
    expect(await found(kind, '', 'subscriber')).toEqual([published])
    expect(await found(kind, '', 'author')).toEqual([published, draft])
    expect(await found(kind, '', 'editor')).toEqual([published, draft, other])
    expect(await found(kind, '&status=draft,private', 'author')).toEqual([draft])
    expect(await found(kind, '&status[]=private', 'editor')).toEqual([other])
    expect(await found(kind, '&status=trash', 'editor')).toHaveLength(1)
    expect(await found(kind, '&status=trash', 'author')).toEqual([])
    await refusedOn(`${plural}&status=draft`, 'status', 'rest_not_in_enum')
    await refusedOn(`${plural}&status=publish,draft`, 'status', 'rest_not_in_enum')
    expect(await found(kind, '&status=any', 'editor')).toEqual([published, draft, other])
    await refusedOn(`${plural}&status=any,draft`, 'status', 'rest_not_in_enum', 'editor')
  })

  it('all wrong arguments at once, in declared order', async () => {
    const answer = await get(`${plural}&status=x&event=9&search=`)
    expect(Object.keys((answer.body as { data: { params: object } }).data.params)).toEqual([
      'search',
      'event',
      'status',
    ])
  })
})

describe.each(kinds)('02 §4 single reads of $plural', kind => {
  const { plural, noun } = kind

  it('02-8: by status and right', async () => {
    const id = await made(kind, 'Hall')
    expect(await get(`${plural}/${id}`)).toMatchObject({
      status: 200,
      body: { id, [noun]: 'Hall', json_ld: { '@type': noun === 'venue' ? 'Place' : 'Person' } },
    })
    for (const status of ['draft', 'pending', 'private']) {
      const hidden = await made(kind, 'Hidden', { status })
      for (const as of [undefined, 'author', 'subscriber'])
        expect(await get(`${plural}/${hidden}`, as)).toMatchObject({
          status: 403,
          body: { code: `${noun}-not-accessible` },
        })
      expect(await get(`${plural}/${hidden}`, 'editor')).toMatchObject({ status: 200, body: { status } })
    }
    const own = await made(kind, 'Own', { status: 'draft', author: 3 })
    expect(await get(`${plural}/${own}`, 'author')).toMatchObject({
      status: 200,
      body: { date_utc: '0000-00-00 00:00:00' },
    })
    expect((await get(`${plural}/${own}`, 'author')).body).not.toHaveProperty('slug')
    await world.ask(`DELETE ${plural}/${id}`, { as: 'editor' })
    for (const path of [`${plural}/${id}`, `${plural}/by-slug/hall__trashed`]) {
      expect(await get(path)).toMatchObject({ status: 404, body: { code: `rest-${noun}-not-found` } })
      expect(await get(path, 'author')).toMatchObject({ status: 404 })
      expect(await get(path, 'editor'), path).toMatchObject({
        status: 410,
        body: { code: `${noun}-no-longer-available` },
      })
    }
    expect(await get(`${plural}/by-slug/hall`, 'editor')).toMatchObject({ status: 404 })
  })

  it('02-12: unknown ids and ids of other types', async () => {
    const other = await made(kinds[noun === 'venue' ? 1 : 0], 'Other')
    for (const id of [99999, other, await event({}), '9007199254740993', 0])
      expect(await get(`${plural}/${id}`)).toMatchObject({
        status: 404,
        body: { code: `rest-${noun}-not-found` },
      })
    expect(await get(`${plural}/by-slug/nope`)).toMatchObject({
      status: 404,
      body: { code: `rest-${noun}-not-found` },
    })
    expect(await get(`${plural}/abc`)).toMatchObject({ status: 404, body: { code: 'rest_no_route' } })
  })

  it('protected ones are blank until they are opened', async () => {
    const id = await made(kind, 'Hall', {
      password: 'sesame',
      description: 'inside',
      phone: '555',
      image: world.imageId,
    })
    const blank = async (query: string, as?: string) => {
      const answer = await get(`${plural}/${query}`, as)
      expect(answer, query).toMatchObject({ status: 200, body: { id, [noun]: 'Hall', slug: 'hall' } })
      expect(answer.text).not.toMatch(/inside|555|fair\.jpg/)
    }
    await blank(String(id))
    await blank(String(id), 'administrator')
    await blank(`${id}&password=wrong`)
    await blank(`${id}&context=edit`, 'author')
    await blank('by-slug/hall&password=sesame')
    for (const [query, as] of [
      [`${id}&password=sesame`, undefined],
      [`${id}&context=edit`, 'editor'],
      ['by-slug/hall&context=edit', 'editor'],
    ] as const)
      expect(await get(`${plural}/${query}`, as)).toMatchObject({
        status: 200,
        body: { description: '<p>inside</p>', phone: '555', image: { id: world.imageId } },
      })
    await refusedOn(`${plural}/${id}&password=`, 'password', 'rest_too_short')
    await refusedOn(`${plural}/${id}&password[$ne]=x`, 'password', 'rest_invalid_type')
    const list = await get(`${plural}&password=sesame`)
    expect(list.body).toMatchObject({ total: 1, [plural]: [{ id, [noun]: 'Hall' }] })
    expect(list.text).not.toMatch(/inside|555|sesame/)
    expect(await found(kind, '&search=hall')).toEqual([])
    await blank(String(id))
  })

  it('02-27: by slug, in any case and spelling; digits are a slug', async () => {
    const id = await made(kind, '山川 über')
    for (const slug of ['山川-über', '%25e5%25b1%25b1%25e5%25b7%259d-uber', '%E5%B1%B1%E5%B7%9D-UBER'])
      expect((await get(`${plural}/by-slug/${slug}`)).body, slug).toMatchObject({ id })
    const digits = await made(kind, '123')
    expect((await get(`${plural}/by-slug/123`)).body).toMatchObject({ id: digits })
    expect(await get(`${plural}/123`)).toMatchObject({ status: 404 })
  })

  it('00-5: Allow goes by the item', async () => {
    const id = await made(kind, 'Hall')
    const allowed = async (path: string, as?: string) => (await get(path, as)).headers['allow']
    expect(await allowed(plural)).toBe('GET')
    expect(await allowed(plural, 'contributor')).toBe('GET, POST')
    for (const path of [`${plural}/${id}`, `${plural}/by-slug/hall`]) {
      expect(await allowed(path)).toBe('GET')
      expect(await allowed(path, 'author')).toBe('GET')
      expect(await allowed(path, 'editor')).toBe('GET, DELETE, POST, PUT, PATCH')
    }
  })
})
