import { describe, expect, it } from 'vitest'
import { painted, withFile } from '../../../support/desk-pictures.ts'
import { deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'
const concert = {
  ...{ title: 'Concert', startDate: '2027-05-08', startTime: '18:00', endDate: '', endTime: '20:00' },
  ...{ timezone: 'America/New_York', status: 'publish' },
}
const made = '/manage/events/new'

const count = async ({ service }: DeskWorld, list: string): Promise<number> => {
  const { body } = await service.ask(`GET ${C}/${list}`)
  return (body as { total: number }).total
}
const events = (world: DeskWorld) => count(world, 'events&status=any&start_date=2000-01-01')

type Person = Awaited<ReturnType<DeskWorld['signedIn']>>

/** What the form of a page says by itself, its key among it. */
const opened = async (person: Person, path: string) => {
  const page = await person.get(path)
  expect(page.hidden['form_key']).toMatch(/^[\w-]{22}$/)
  return { form_key: page.hidden['form_key'] ?? '' }
}

const toWhere = (location: string | null) => (location ?? '').replace(/\?.*/, '')

describe('00 §5 a form that makes something makes it once', () => {
  it('an event: again, changed, and after it went to the trash and was purged', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const form = { ...(await opened(editor, made)), ...concert }
    const first = await editor.post(made, form)
    expect(first.location).toMatch(/\/manage\/events\/\d+\?saved=new$/)
    const again = await editor.post(made, { ...form, title: 'Play' })
    expect([again.status, toWhere(again.location)]).toEqual([302, toWhere(first.location)])
    expect(textOf((await editor.get(again.location ?? '')).text)).toContain('This form was sent before')
    expect(await events(world)).toBe(1)
    const id = Number(/\d+$/.exec(toWhere(first.location)))
    expect((await world.read(id)).title).toBe('Concert')
    for (const force of [false, true]) {
      await world.service.ask(`DELETE ${C}/events/${id}`, { body: { force } })
      const gone = await editor.post(made, form)
      expect([gone.status, toWhere(gone.location)]).toEqual([302, toWhere(first.location)])
      expect(await events(world)).toBe(0)
    }
  })

  it('keeps its key when something in it is wrong, and has another on each page', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const key = await opened(editor, made)
    expect((await opened(editor, made)).form_key).not.toBe(key.form_key)
    const wrong = await editor.post(made, { ...concert, ...key, endTime: '' })
    expect(wrong.status).toBe(400)
    expect(fieldsIn(wrong.text)['form_key']).toBe(key.form_key)
    const done = await editor.post(made, { ...concert, ...key })
    const again = await editor.post(made, { ...concert, ...key })
    expect(toWhere(again.location)).toBe(toWhere(done.location))
    expect(await events(world)).toBe(1)
  })

  it('comes many times at once', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const form = { ...(await opened(editor, made)), ...concert }
    const titles = ['Concert', 'Concert', 'Concert', 'Play']
    const all = await Promise.all(titles.map(title => editor.post(made, { ...form, title })))
    expect(all.map(({ status }) => status)).toEqual([302, 302, 302, 302])
    expect(new Set(all.map(({ location }) => toWhere(location))).size).toBe(1)
    expect(await events(world)).toBe(1)
  })

  it('is of one user: the same key makes another thing for another one; without a key, or with none that was made, each makes one', async () => {
    const world = await deskWorld()
    const [editor, author] = [await world.signedIn('editor'), await world.signedIn('author')]
    const form = { ...(await opened(editor, made)), ...concert }
    await editor.post(made, form)
    await author.post(made, form)
    expect(await events(world)).toBe(2)
    for (const key of [{}, { form_key: 'short' }, { form_key: `${form.form_key}=` }]) {
      const before = await events(world)
      await editor.post(made, { ...concert, ...key })
      await editor.post(made, { ...concert, ...key })
      expect(await events(world)).toBe(before + 2)
    }
  })

  it('makes anew after a day', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const form = { ...(await opened(editor, made)), ...concert }
    await editor.post(made, form)
    world.setClock(world.now + 86_400_000 - 1_000)
    await editor.post(made, form)
    expect(await events(world)).toBe(1)
    world.setClock(world.now + 86_400_000 + 1_000)
    await editor.post(made, form)
    expect(await events(world)).toBe(2)
  })

  it.each([
    ['venues', { name: 'Gym', status: 'publish' }],
    ['organizers', { name: 'Choir', status: 'publish' }],
    ['categories', { name: 'Music' }],
    ['tags', { name: 'evening' }],
  ])('%s', async (list, fields) => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const path = `/manage/${list}/new`
    const all = `${list}&hide_empty=false&status=any`
    const before = await count(world, all)
    const form = { ...(await opened(editor, path)), ...fields }
    const first = await editor.post(path, form)
    expect(first.location).toContain('saved=new')
    const again = await editor.post(path, form)
    expect(toWhere(again.location)).toBe(toWhere(first.location))
    const both = { ...(await opened(editor, path)), ...fields, name: 'At once' }
    const twice = await Promise.all([editor.post(path, both), editor.post(path, both)])
    expect(new Set(twice.map(({ location }) => toWhere(location))).size).toBe(1)
    expect(twice.every(({ status }) => status === 302)).toBe(true)
    expect((await count(world, all)) - before).toBe(2)
  })

  it('events of one that repeats, which can be taken back by the second answer', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const weekly = { repeat: 'daily', repeatUntil: '2027-05-10' }
    const asked = await editor.post(made, { ...concert, ...weekly, ...(await opened(editor, made)) })
    const fields: Readonly<Record<string, string>> = { ...fieldsIn(asked.text), then: 'make' }
    const [one, two] = await Promise.all([editor.post(made, fields), editor.post(made, fields)])
    expect([one.status, two.status]).toEqual([200, 200])
    const fewer = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '2027-05-09'))
    const third = await editor.post(made, fewer)
    for (const { text } of [one, two, third]) expect(textOf(text)).toContain('3 events made.')
    expect(await events(world)).toBe(3)
    const { batch = '', id = '' } = third.hidden
    const undone = await editor.post('/manage/events/undo', { batch, id })
    expect(textOf(undone.text)).toContain('Taken back for 3 events.')
    expect((await editor.post(made, { ...concert, form_key: fields['form_key'] ?? '' })).status).toBe(302)
    expect(await events(world)).toBe(0)
  })

  it('pictures: the same file once, another one for itself', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const pictures = async () =>
      ((await editor.get('/manage/pictures')).text.match(/stage[-\d]*\.png"/g) ?? []).length
    const form = { ...(await opened(editor, '/manage/pictures')), alt: '' }
    const all = await Promise.all([1, 2, 3].map(() => withFile(editor, '/manage/pictures', form)))
    expect(new Set(all.map(({ location }) => toWhere(location))).size).toBe(1)
    const shown = await pictures()
    const again = await withFile(editor, '/manage/pictures', form)
    expect(toWhere(again.location)).toBe(toWhere(all[0]?.location ?? null))
    expect(await pictures()).toBe(shown)
    const file = await world.service.app.inject('/media/stage.png')
    expect([file.statusCode, file.rawPayload.length > 0]).toEqual([200, true])
    const other = await withFile(editor, '/manage/pictures', form, Buffer.concat([painted, Buffer.from([0])]))
    expect(toWhere(other.location)).not.toBe(toWhere(again.location))
    const withPicture = { ...(await opened(editor, made)), ...concert }
    const both = await Promise.all([1, 2].map(() => withFile(editor, made, withPicture)))
    expect(new Set(both.map(({ location }) => toWhere(location))).size).toBe(1)
    expect(await events(world)).toBe(1)
  })
})
