import { userId, streamName, epochMs, termId } from '../../../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { fileImports } from '../../../../services/imports/feed/file-import.ts'
import { importContext } from '../../../../services/imports/apply/context.ts'
import type { ParsedFeed } from '../../../../services/imports/item/item.ts'
import { deleteImport, registerImport, type OperateDeps } from '../../../../services/imports/run/operate.ts'
import { eventIds, importWorld, SOURCE } from '../../../support/import-world.ts'
import { memoryLog } from '../../../support/memory-log.ts'

const context = importContext('operator', epochMs(0))

const users = new Map([
  ['2', userId(2)],
  ['3', userId(3)],
  ['anna', userId(3)],
  ['anna@school.example', userId(3)],
  ['reader', userId(4)],
])
const categories = [
  { id: termId(7), slug: 'sport', name: 'Sport' },
  { id: termId(8), slug: 'music', name: 'Music' },
  { id: termId(9), slug: 'music-2', name: 'Music' },
]

const world = () => {
  const w = importWorld(memoryLog())
  let made = 0
  const deps: OperateDeps = {
    store: w.store,
    runs: w.runs,
    mostFileItems: 1_000,
    newHash: () => (++made).toString(16).padEnd(32, '0'),
    baseUrl: () => 'https://school.example',
    defaults: () => ({
      author: userId(2),
      post_status: 'publish',
      update_authority: 'overwrite',
      interval: 10,
      stall_minutes: 60,
      csv_date_order: 'MDY',
    }),
    mayEditEvents: async id => id === 2 || id === 3,
    userNamed: text => users.get(text) ?? null,
    categoriesNamed: async text =>
      categories.filter(({ id, slug, name }) => [String(id), slug, name].includes(text)),
  }
  return { ...w, deps }
}
const minimal = { origin: 'ics', source: SOURCE }

const WRONG_ID = 'import_id is 1 to 64 letters, digits and underscores, and no put_back_ with 16 hex digits.'

describe('05 §1 register-import', () => {
  it('makes an id, a hash and tells the callback root; defaults of 00 §7', async () => {
    const { deps, run } = world()
    const done = await registerImport(deps, minimal, context)
    if (!done.ok) throw new Error('refused')
    const { import_id: importId, batch_hash: hash, callback_root: root } = done.registered
    expect(importId).toMatch(/^\w{16}$/)
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    expect(importId).not.toBe(hash.slice(0, 16))
    expect(root).toBe('https://school.example/index.php?rest_route=/cal/event-aggregator/v1')
    expect(await run(importId)).toMatchObject({
      status: 'pending',
      hash,
      postStatus: 'publish',
      author: 2,
      category: null,
      updateAuthority: 'overwrite',
      interval: 10,
      stallMinutes: 60,
    })
  })

  it('takes a given id, digits only included, once', async () => {
    const { deps } = world()
    const sent = {
      ...minimal,
      import_id: '12345',
      author: 3,
      category: 7,
      interval: 600,
      update_authority: 'retain',
      post_status: 'draft',
    }
    expect(await registerImport(deps, sent, context)).toMatchObject({
      ok: true,
      registered: { import_id: '12345' },
    })
    expect(await registerImport(deps, sent, context)).toMatchObject({
      ok: false,
      errors: { import_id: expect.any(String) as string },
    })
  })

  it.each(['put_back_0123456789abcde', 'put_back_0123456789ABCDEF', 'my_put_back_0123456789abcdef'])(
    'takes %s, which is no id of what is put back together',
    async import_id => {
      expect(await registerImport(world().deps, { ...minimal, import_id }, context)).toMatchObject({
        registered: { import_id },
      })
    },
  )

  it.each([
    [{ import_id: 'a-b' }, ['import_id']],
    [{ source: ' ' }, ['source']],
    [{ source: undefined }, ['source']],
    [{ interval: 9 }, ['interval']],
    [{ interval: 601 }, ['interval']],
    [{ post_status: 'future' }, ['post_status']],
    [{ update_authority: 'x' }, ['update_authority']],
    [{ author: 99 }, ['author']],
    [{ category: 10 }, ['category']],
    [{ author: 99, category: 10 }, ['author', 'category']],
    [{ origin: '', interval: '10' }, ['origin', 'interval']],
  ])('names what it refuses %#', async (over, names) => {
    const { deps, store } = world()
    const done = await registerImport(deps, { ...minimal, import_id: 'abc', ...over }, context)
    expect(done.ok ? [] : Object.keys(done.errors)).toEqual(names)
    expect(await store.read(streamName('import-abc'))).toEqual([])
  })

  it.each([
    [{ import_id: 'a-b' }, { import_id: WRONG_ID }],
    [{ import_id: 'a'.repeat(65) }, { import_id: WRONG_ID }],
    // what is put back together is called so
    [{ import_id: 'put_back_0123456789abcdef' }, { import_id: WRONG_ID }],
    [{ origin: 'x y' }, { origin: 'origin is one word: 1 to 40 letters, digits, underscores and hyphens.' }],
    [{ source: undefined }, { source: 'source names the feed in 1 to 2,048 characters.' }],
    [{ source: 'x'.repeat(2_049) }, { source: 'source names the feed in 1 to 2,048 characters.' }],
  ])('says in words what it would have taken %#', async (over, errors) => {
    expect(await registerImport(world().deps, { ...minimal, ...over }, context)).toEqual({
      ok: false,
      errors,
    })
  })

  it.each([
    [{ author: 'anna' }, { author: 3 }],
    [{ author: 'anna@school.example' }, { author: 3 }],
    [
      { author: '3', category: '7' },
      { author: 3, category: 7 },
    ],
    [{ category: 'Sport' }, { category: 7 }],
    [{ category: 'sport' }, { category: 7 }],
    [{ category: 'music-2' }, { category: 9 }],
  ])('author and category go by what people call them %#', async (over, settings) => {
    const { deps, run } = world()
    const done = await registerImport(deps, { ...minimal, ...over }, context)
    expect(await run(done.ok ? done.registered.import_id : '')).toMatchObject(settings)
  })

  it.each([
    [{ author: 'ann' }, { author: 'author: no user has the login, e-mail address or id "ann".' }],
    [{ author: 99 }, { author: 'author: no user has the login, e-mail address or id "99".' }],
    [{ author: 'reader' }, { author: 'author is not a user who may edit events.' }],
    [{ category: 'Art' }, { category: 'category: no category has the name, slug or id "Art".' }],
    [
      { category: 'Music' },
      {
        category: 'category: "Music" may be 2 of them; say the slug or id of one: music (8), music-2 (9).',
      },
    ],
  ])('and are refused when that is none, or several %#', async (over, errors) => {
    expect(await registerImport(world().deps, { ...minimal, ...over }, context)).toEqual({
      ok: false,
      errors,
    })
  })

  it('needs an author', async () => {
    const { deps } = world()
    expect(
      await registerImport(
        { ...deps, defaults: () => ({ ...deps.defaults(), author: null }) },
        minimal,
        context,
      ),
    ).toMatchObject({
      ok: false,
      errors: { author: expect.any(String) as string },
    })
  })
})

describe('05 §1 import-file', () => {
  it('what was noticed about the file stands with its last item', async () => {
    const w = world()
    const cut = { ...feed('A', 'B'), warnings: ['truncated'] }
    await fileImports(w.deps).begin({ ...minimal, import_id: 'cut' }, cut, context)
    await w.process('cut')
    expect((await w.outcomes('cut')).map(o => o.warnings)).toEqual([[], ['truncated']])
  })

  const feed = (...titles: string[]): ParsedFeed => ({
    ok: true,
    warnings: [],
    items: titles.map((title, n) => ({
      uid: `u${n}`,
      title,
      start_date: '2027-05-08 10:00:00',
      line: 10 * n + 1,
    })),
  })
  it('processes the items as one batch and closes; counts agree', async () => {
    const w = world()
    const done = await fileImports(w.deps).begin(
      { ...minimal, import_id: 'file' },
      feed('A', 'B', ''),
      context,
    )
    expect(done).toEqual({ ok: true, importId: 'file' })
    await w.process('file')
    expect((await w.outcomes('file')).map(o => [o.outcome, o.reason])).toEqual([
      ['created', null],
      ['created', null],
      ['failed', 'missing_title'],
    ])
    expect(await w.run('file')).toMatchObject({ status: 'success', hash: null, total: 3, percentage: 100 })
  })
  it('05-24 no calendar: failed, nothing changed; a calendar without events: success', async () => {
    const w = world()
    await fileImports(w.deps).begin(
      { ...minimal, import_id: 'bad' },
      { ok: false, reason: 'not_a_calendar' },
      context,
    )
    expect((await w.run('bad')).status).toBe('failed')
    expect((await w.store.read(streamName('import-bad'))).at(-1)).toMatchObject({
      data: { reason: 'not_a_calendar' },
    })
    await fileImports(w.deps).begin({ ...minimal, import_id: 'empty' }, feed(), context)
    expect(await w.run('empty')).toMatchObject({ status: 'success', received: 0 })
    expect(await eventIds(w.store)).toEqual([])
  })
})

describe('a file in parts', () => {
  const items = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => ({
      ...{ uid: `u${from + n}`, title: `T${from + n}`, start_date: '2027-05-08 10:00:00' },
    }))
  const begun = async (total = 750) => {
    const w = world()
    const files = fileImports(w.deps)
    const first = { ok: true, warnings: [], items: items(1, 600) } as const
    await files.begin({ ...minimal, import_id: 'file' }, first, context, total)
    const add = (from: number, to: number, isLast: boolean) =>
      files.add({ importId: 'file', from, items: items(from, to), isLast }, context)
    return { ...w, add }
  }

  it('is one batch, applied when it is whole; parts that are there already change nothing', async () => {
    const w = await begun()
    expect(await w.run('file')).toMatchObject({ status: 'pending', received: 0 })
    expect(await w.add(601, 700, false)).toBe(true)
    expect(await w.add(601, 700, false)).toBe(true)
    expect(await w.add(601, 750, true)).toBe(true)
    expect(await w.run('file')).toMatchObject({ received: 750, total: 750 })
    for (let n = 0; n < 50 && (await w.run('file')).status === 'pending'; n++) await w.process('file')
    expect(await w.run('file')).toMatchObject({ status: 'success', recorded: 750 })
    expect((await w.outcomes('file')).map(({ uid }) => uid)).toEqual(items(1, 750).map(({ uid }) => uid))
  })

  it('05 §1 limits: a file is refused by the number of its items before any of them is recorded', async () => {
    const w = await begun(1_001)
    expect(await w.run('file')).toMatchObject({ status: 'failed', received: 0 })
    expect((await w.store.read(streamName('import-file'))).at(-1)).toMatchObject({
      data: {
        reason: 'too_many_items',
        message: 'the body holds 1001 items, its series expanded; an import of a file takes at most 1000',
      },
    })
    expect(await w.store.read(streamName('importpayload-file/file'))).toEqual([])
    expect(await w.add(601, 700, false)).toBe(false)
  })

  it('05 §1 limits: nor does a file grow beyond the number it was announced with', async () => {
    const w = await begun(700)
    expect(await w.add(601, 701, true)).toBe(false)
    expect(await w.add(601, 700, true)).toBe(true)
    expect(await w.run('file')).toMatchObject({ status: 'pending', received: 700 })
  })

  it('a gap, and a file that this process does not know, are refused', async () => {
    const w = await begun(700)
    expect(await w.add(602, 700, true)).toBe(false)
    expect(await w.add(601, 700, true)).toBe(true)
    expect(await w.add(701, 800, true)).toBe(false)
    expect(await w.run('file')).toMatchObject({ received: 700 })
  })
})

describe('05 §1 delete-import', () => {
  it('closes it, and says when there is none', async () => {
    const w = world()
    await w.register('abc')
    expect(await deleteImport(w.deps, 'abc', context)).toBe(true)
    expect(await w.run('abc')).toMatchObject({ status: 'failed', gone: true })
    expect(await deleteImport(w.deps, 'nobody', context)).toBe(false)
  })
})
