import { describe, expect, it } from 'vitest'
import { groups } from '../../../../services/api/pages/manage/settings/groups.ts'
import { optionNames } from '../../../../services/site/options.ts'
import { collections } from '../../../support/collections.ts'
import { deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const path = '/manage/settings'

const opened = async (world: DeskWorld) => {
  const admin = await world.signedIn('admin')
  const { text } = await admin.get(path)
  const fields = fieldsIn(text)
  return {
    admin,
    text,
    fields,
    save: (typed: Readonly<Record<string, string>>) =>
      admin.ask(`POST ${path}`, { form: { ...fields, ...typed } }),
  }
}

const siteHistory = async ({ service }: DeskWorld) =>
  (await service.ask('GET /admin/history/site/1')).body as readonly {
    readonly source: string
    readonly route: string
    readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>
  }[]

describe('07 §12 settings', () => {
  it('every setting of set-option has a field with what it is now', async () => {
    const names = groups.flatMap(({ settings }) => settings.map(({ name }) => name))
    expect(names.toSorted()).toEqual([...optionNames].toSorted())
    const world = await deskWorld()
    const { fields, text } = await opened(world)
    expect(Object.keys(fields).filter(name => name.startsWith('set_')).length).toBe(optionNames.length)
    expect(fields).toMatchObject({
      ...{ set_name: 'Belltower', set_timezone_string: 'America/New_York', set_per_page: '10' },
      ...{ set_enabled_views: 'list, month, day', set_unfiltered_html: 'on', set_import_user: '' },
      ...{ set_currency_position: 'prefix', set_csv_date_order: 'MDY', set_stall_timeout: '60' },
    })
    expect(Buffer.byteLength(text)).toBeLessThan(100_000)
  })

  it('what is changed, and only that, is recorded once, as done at the desk, and counts at once', async () => {
    const world = await deskWorld()
    const { admin, save } = await opened(world)
    const done = await save({
      ...{ set_name: '  Hillside <School> ', set_enabled_views: 'month list', set_default_view: 'month' },
      ...{ set_import_user: 'editor', set_unfiltered_html: 'off' },
    })
    expect(done.location).toBe(`https://school.example${path}?saved=yes`)
    const [entry, ...more] = await siteHistory(world)
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      ...{ source: 'desk', route: 'POST /manage/settings' },
      changes: {
        ...{ name: [null, 'Hillside <School>'], enabledViews: [null, ['list', 'month']] },
        ...{ defaultView: [null, 'month'], importUser: [null, 2], unfilteredHtml: [null, false] },
      },
    })
    expect(Object.keys(entry?.changes ?? {}).length).toBe(5)
    const { text } = await admin.get(path)
    expect(text).toContain('Hillside &lt;School&gt;')
    expect(fieldsIn(text)['set_import_user']).toBe('editor')
  })

  it.each([
    ['set_per_page', '0', 'This is not a whole number from 1 to 999.'],
    ['set_timezone_string', 'Nowhere/Land', 'This is not a time zone'],
    ['set_name', '', 'This must not be empty.'],
    ['set_name', 'x'.repeat(50_000), 'This is longer than'],
    ['set_import_user', 'nobody-here', 'No user has this login'],
    ['set_import_user', 'contributor', 'This user may not edit events, as imports do'],
    ['set_csv_date_order', 'DYM', 'This is none of'],
    ['set_default_view', 'week', 'This is none of'],
    ['set_enabled_views', 'day', 'This is none of the views.'],
    ['set_url', 'javascript:alert(1)', ''],
  ])('%s = %s is refused at its field, and nothing is set', async (field, value, why) => {
    const world = await deskWorld()
    const { save } = await opened(world)
    const answer = await save({ set_description: 'Should not be there', [field]: value })
    expect(answer.status).toBe(400)
    const at = field === 'set_enabled_views' ? 'set_default_view' : field
    expect(answer.text).toMatch(new RegExp(`id="f-${at}-why">[^<]*${why.replaceAll('.', '\\.')}`))
    expect(textOf(answer.text)).toContain('Nothing was saved.')
    // everything that was typed is there
    expect(fieldsIn(answer.text)['set_description']).toBe('Should not be there')
    expect(await siteHistory(world)).toEqual([])
    expect(Buffer.byteLength(answer.text)).toBeLessThan(100_000)
  })

  it('what somebody else set meanwhile is not overwritten unseen, and other settings are not touched', async () => {
    const world = await deskWorld()
    const { save } = await opened(world)
    for (const [name, value] of [
      ['per_page', '25'],
      ['description', 'Theirs'],
    ])
      await world.service.operate('set-option', { name, value })
    expect((await save({ set_name: 'Ours' })).status).toBe(302)
    const refused = await save({ set_per_page: '30' })
    expect(refused.status).toBe(400)
    expect(textOf(refused.text)).toContain('Somebody else has set this to “25” since.')
    const again = { ...fieldsIn(refused.text) }
    expect([again['set_per_page'], again['was_per_page']]).toEqual(['30', '25'])
    expect((await save(again)).status).toBe(302)
    const told = await siteHistory(world)
    expect(told.map(({ changes }) => Object.keys(changes))).toEqual([
      ['perPage'],
      ['name'],
      ['description'],
      ['perPage'],
    ])
  })

  it('texts that a setting stands in are made anew', async () => {
    const world = await deskWorld()
    await world.event('Fair', { cost: '5' })
    const { save } = await opened(world)
    expect((await save({ set_currency_symbol: '€' })).status).toBe(302)
    const { body } = await world.service.ask('GET /cal/events/v1/events/by-slug/fair')
    expect(body).toMatchObject({ cost: '€5' })
  })

  it.each(['subscriber', 'contributor', 'author', 'editor'])('%s may do nothing of it', async login => {
    const world = await deskWorld()
    const visitor = await world.signedIn(login)
    for (const page of [path, '/manage/state', `/manage/state/rebuild?name=${collections.history}`])
      expect([page, (await visitor.get(page)).status]).toEqual([page, 403])
    expect((await visitor.post(path, { set_name: 'Mine', was_name: 'Belltower' })).status).toBe(403)
    expect((await visitor.post('/manage/state/rebuild', { name: collections.history })).status).toBe(403)
    expect(await siteHistory(world)).toEqual([])
  })

  it('a form without its token does nothing', async () => {
    const world = await deskWorld()
    const { admin } = await opened(world)
    const form = { set_name: 'Mine', was_name: 'Belltower', name: collections.history }
    for (const page of [path, '/manage/state/rebuild'])
      expect((await admin.ask(`POST ${page}`, { form })).status).toBe(403)
    expect(await siteHistory(world)).toEqual([])
  })
})

describe('07 §12 the state of the service', () => {
  it('names read models, jobs and the log, and builds one anew after a question', async () => {
    const world = await deskWorld()
    await world.event('Fair')
    const admin = await world.signedIn('admin')
    const { text } = await admin.get('/manage/state')
    expect(textOf(text)).toContain('Everything works.')
    const { body } = await world.service.operate('projections', {})
    const models = (body as { readonly projections: readonly { readonly name: string }[] }).projections
    expect(models.length).toBeGreaterThan(5)
    for (const { name } of models) expect(text).toContain(`>${name}</span>`)
    const name = models.find(model => model.name.startsWith('terms'))?.name ?? ''
    const asked = await admin.get(`/manage/state/rebuild?name=${encodeURIComponent(name)}`)
    expect(textOf(asked.text)).toContain('Build Categories and tags anew?')
    const begun = await admin.ask('POST /manage/state/rebuild', { form: asked.hidden })
    expect(begun.location).toBe(`https://school.example/manage/state?begun=${encodeURIComponent(name)}`)
    await expect
      .poll(async () => textOf((await admin.get('/manage/state')).text))
      .toMatch(new RegExp(`${name} live nothing \\d+ number 2`))
  })

  it('what is no read model is none', async () => {
    const world = await deskWorld()
    const admin = await world.signedIn('admin')
    // users are read anew at each start, and never built
    for (const name of ['nothing', '', '__proto__', 'x'.repeat(900), 'user-directory@1']) {
      expect((await admin.get(`/manage/state/rebuild?name=${name}`)).status).toBe(404)
      expect((await admin.post('/manage/state/rebuild', { name })).status).toBe(404)
    }
  })
})
