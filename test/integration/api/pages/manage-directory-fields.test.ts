import { describe, expect, it } from 'vitest'
import { painted, storedPicture, withFile } from '../../../support/desk-pictures.ts'
import { chosen, deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'
const idIn = (location: string | null) => Number(/\/(\d+)\?/.exec(location ?? '')?.[1])
const kinds = [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const

const read = async ({ service }: DeskWorld, kind: string, id: number) =>
  (await service.ask(`GET ${C}/${kind}/${id}`)).body as {
    readonly status: string
    readonly date: string
    readonly image?: { readonly id: number; readonly alt?: string; readonly url: string }
  }

describe.each(kinds)('07 §7 the picture of %s', (kind, noun) => {
  const made = `/manage/${kind}/new`

  it('is uploaded with the form, described, chosen among others, and taken away', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const other = await storedPicture(editor, 'Twenty singers')
    const named = { name: 'PTA', status: 'publish', author: '2' }
    const saved = await withFile(editor, made, { ...named, pictureAlt: 'The hall', pictureAltWas: '' })
    const id = idIn(saved.location)
    const url = `/manage/${kind}/${id}`
    expect((await read(world, kind, id)).image).toMatchObject({
      ...{ alt: 'The hall', url: 'https://school.example/media/stage-1.png' },
    })
    const fields = { ...fieldsIn((await editor.get(url)).text), name: 'Typed' }
    const offered = await editor.post(url, { ...fields, pictures: '1', pictureSearch: 'singers' })
    expect(offered.text).toMatch(new RegExp(`name="chosenPicture"\\s+value="${other}"`))
    expect([offered.status, fieldsIn(offered.text)['name']]).toEqual([200, 'Typed'])
    await editor.post(url, { ...fieldsIn(offered.text), chosenPicture: String(other) })
    expect((await read(world, kind, id)).image).toMatchObject({ id: other, alt: 'Twenty singers' })
    const now = fieldsIn((await editor.get(url)).text)
    await editor.post(url, { ...now, pictureAlt: 'Singers' })
    expect((await read(world, kind, id)).image).toMatchObject({ alt: 'Singers' })
    await editor.post(url, { ...fieldsIn((await editor.get(url)).text), noPicture: '1' })
    expect((await read(world, kind, id)).image).toBeUndefined()
    const history = (await world.service.ask(`GET /admin/history/${noun}/${id}`)).body as { fact: string }[]
    expect(history.filter(({ fact }) => fact.endsWith('Illustrated')).length).toBe(2)
  })

  it('is kept where another field is wrong, and refused at its field when it is none', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const wrong = await withFile(editor, made, { name: 'PTA', website: 'no where' })
    expect([wrong.status, wrong.text.includes('stage.png')]).toEqual([400, true])
    const saved = await editor.post(made, { ...fieldsIn(wrong.text), website: '' })
    expect((await read(world, kind, idIn(saved.location))).image).toMatchObject({
      url: 'https://school.example/media/stage.png',
    })
    const none = await withFile(editor, made, { name: 'PTA' }, 'no picture')
    expect([none.status, none.text.includes('id="f-picture-why"')]).toEqual([400, true])
    const gone = await storedPicture(editor)
    await editor.post('/manage/pictures/remove', chosen([gone]))
    const removed = await editor.post(made, { name: 'PTA', chosenPicture: String(gone) })
    expect([removed.status, removed.text.includes('id="f-image-why"')]).toEqual([400, true])
  })

  it('has to be chosen again by who is signed in no more; the rest is kept', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const file = { name: 'stage.png', body: painted, field: 'picture' }
    const form = { name: 'PTA', addTags: 'choir', form_token: 'old' }
    const stale = await editor.ask(`POST ${made}`, { form, file })
    expect([stale.status, textOf(stale.text)]).toEqual([
      403,
      expect.stringContaining('has to be chosen again'),
    ])
    expect(fieldsIn(stale.text)).toMatchObject({ name: 'PTA', addTags: 'choir' })
    editor.cookies.clear()
    const out = await editor.ask(`POST ${made}`, { form, file })
    expect([out.status, textOf(out.text)]).toEqual([401, expect.stringContaining('has to be chosen again')])
  })

  it('is uploaded by those who may, and described by who brought it', async () => {
    const world = await deskWorld()
    const [editor, contributor] = [await world.signedIn('editor'), await world.signedIn('contributor')]
    const own = { name: 'PTA', status: 'pending', author: '4' }
    expect((await contributor.get(made)).text).not.toContain('type="file"')
    expect((await withFile(contributor, made, own)).status).toBe(400)
    const picture = await storedPicture(editor, 'The stage')
    const saved = await contributor.post(made, {
      ...{ ...own, image: String(picture), pictureAlt: 'Mine', pictureAltWas: 'The stage' },
    })
    expect((await read(world, kind, idIn(saved.location))).image).toMatchObject({ alt: 'The stage' })
    const fetched = await contributor.post(made, { ...own, image: 'https://pictures.example/a.png' })
    expect([fetched.status, fetched.text.includes('id="f-image-why"')]).toEqual([400, true])
  })
})

describe.each(kinds)('07 §7 the tags of %s', (kind, noun) => {
  const made = `/manage/${kind}/new`
  const tagNames = (html: string) =>
    [...html.matchAll(/name="tags\[\]"[^>]*checked[^>]*>\s*<span>([^<]*)</g)].map(([, name]) => name)
  const tags = async ({ service }: DeskWorld) =>
    ((await service.ask(`GET ${C}/tags?hide_empty=false`)).body as { tags: { name: string }[] }).tags.map(
      ({ name }) => name,
    )

  it('are those that there are or new ones, made when everything else is in order', async () => {
    const world = await deskWorld()
    await world.made('tags', { name: 'choir' })
    const editor = await world.signedIn('editor')
    const typed = { name: 'PTA', addTags: 'Choir, brass band, Brass  band' }
    const wrong = await editor.post(made, { ...typed, website: 'no where' })
    expect([wrong.status, fieldsIn(wrong.text)['addTags'], await tags(world)]).toEqual([
      ...[400, typed.addTags, ['choir']],
    ])
    const id = idIn((await editor.post(made, typed)).location)
    const url = `/manage/${kind}/${id}`
    const form = await editor.get(url)
    expect([tagNames(form.text), await tags(world)]).toEqual([
      ['choir', 'brass band'],
      ['brass band', 'choir'],
    ])
    const fields = fieldsIn(form.text)
    const choir = Object.keys(fields).find(name => name.startsWith('tags[')) ?? ''
    await editor.post(url, { ...fields, [choir]: '' })
    expect(tagNames((await editor.get(url)).text)).toEqual(['brass band'])
    const history = (await world.service.ask(`GET /admin/history/${noun}/${id}`)).body
    expect(history).toMatchObject([
      { fact: `${kind === 'venues' ? 'Venue' : 'Organizer'}Tagged`, source: 'desk' },
      { source: 'desk' },
    ])
  })

  it('are refused at their field: categories, unknown ones, and new ones of who may not make them', async () => {
    const world = await deskWorld()
    const music = await world.made('categories', { name: 'Music' })
    const [editor, contributor] = [await world.signedIn('editor'), await world.signedIn('contributor')]
    for (const [form, why] of [
      [{ 'tags[0]': String(music) }, `There is no tag with the number ${music}.`],
      [{ 'tags[0]': '999' }, 'There is no tag with the number 999.'],
      [{ addTags: '12' }, '“12”: a new tag needs a letter in its name.'],
      [{ addTags: '<b></b>' }, 'A tag must not be empty.'],
      [{ addTags: 'x'.repeat(2_001) }, 'The name of a tag has at most 2000 characters.'],
      [
        Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`tags[${n}]`, String(n + 1)])),
        'at most 100 tags',
      ],
    ] as const) {
      const refused = await editor.post(made, { name: 'PTA', ...form })
      expect([refused.status, textOf(refused.text)]).toEqual([400, expect.stringContaining(why)])
      expect(refused.text).toContain('id="f-addTags-why"')
    }
    const own = { name: 'PTA', status: 'pending', addTags: 'new' }
    const refused = await contributor.post(made, own)
    expect(textOf(refused.text)).toContain('There is no tag called “new”, and you may not make one.')
    expect([await tags(world), (await world.service.ask(`GET ${C}/${kind}`)).body]).toMatchObject([
      ...[[], { total: 0 }],
    ])
  })

  it('are asked about by their names when two people change them', async () => {
    const world = await deskWorld()
    await world.made('tags', { name: 'choir' })
    const id = await world.made(kind, { [noun]: 'PTA' })
    const url = `/manage/${kind}/${id}`
    const [ann, bob] = [await world.signedIn('editor'), await world.signedIn('admin')]
    const seen = fieldsIn((await ann.get(url)).text)
    await bob.post(url, { ...fieldsIn((await bob.get(url)).text), addTags: 'choir', author: '3' })
    const asked = await ann.post(url, { ...seen, addTags: 'brass', author: '4' })
    expect([asked.status, await tags(world)]).toEqual([409, ['choir']])
    expect(textOf(asked.text)).toMatch(/As you typed it none, and what you add As admin wrote it, [^<]*choir/)
    expect(textOf(asked.text)).toMatch(/As you typed it contributor As admin wrote it, [^<]* author/)
    await ann.post(url, { ...fieldsIn(asked.text), 'choice[tags]': 'mine', 'choice[author]': 'theirs' })
    const now = await bob.get(url)
    expect([tagNames(now.text), fieldsIn(now.text)['author']]).toEqual([['brass'], '3'])
  })
})

it.each(kinds)('07 §7 %s are published at the date that was typed', async kind => {
  const world = await deskWorld()
  const editor = await world.signedIn('editor')
  const typed = { name: 'PTA', status: 'publish', publishedAt: '2027-02-01T08:30' }
  const id = idIn((await editor.post(`/manage/${kind}/new`, typed)).location)
  expect(await read(world, kind, id)).toMatchObject({ status: 'future', date: '2027-02-01 08:30:00' })
  const form = await editor.get(`/manage/${kind}/${id}`)
  expect(fieldsIn(form.text)).toMatchObject({ status: 'publish', publishedAt: '2027-02-01T08:30' })
  const table = await editor.get(`/manage/${kind}?tab=future`)
  expect(textOf(table.text)).toMatch(/Scheduled 1 .*PTA/)
  const past = { ...fieldsIn(form.text), publishedAt: '2027-01-02T08:30' }
  await editor.post(`/manage/${kind}/${id}`, past)
  expect(await read(world, kind, id)).toMatchObject({ status: 'publish', date: '2027-01-02 08:30:00' })
  const none = await editor.post(`/manage/${kind}/${id}`, {
    ...fieldsIn((await editor.get(`/manage/${kind}/${id}`)).text),
    publishedAt: '2027-13-41T08:30',
  })
  expect([none.status, none.text.includes('id="f-publishedAt-why"')]).toEqual([400, true])
})
