import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { painted, storedPicture, withFile } from '../../../support/desk-pictures.ts'
import { chosen, deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const concert = {
  ...{ title: 'Concert', startDate: '2027-05-08', startTime: '18:00', endDate: '', endTime: '20:00' },
  ...{ timezone: 'America/New_York', status: 'publish', author: '2' },
}
const made = '/manage/events/new'
const idIn = (location: string | null) => Number(/\/(?:events|pictures)\/(\d+)/.exec(location ?? '')?.[1])

const imageOf = async (world: DeskWorld, event: number) => {
  const { image } = (await world.read(event)) as unknown as {
    image: false | { id: number; alt?: string; url: string }
  }
  return image
}

describe('07 §5 the picture of an event', () => {
  it('is uploaded with the form, and described', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const saved = await withFile(editor, made, { ...concert, pictureAlt: 'The stage', pictureAltWas: '' })
    expect(saved.status).toBe(302)
    expect(await imageOf(world, idIn(saved.location))).toMatchObject({
      ...{ alt: 'The stage', url: 'https://school.example/media/stage.png' },
    })
  })

  it('that came with a form in which something is wrong is there when it is sent again', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const wrong = await withFile(editor, made, { ...concert, endTime: '' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('stage.png')
    const saved = await editor.post(made, { ...fieldsIn(wrong.text), endTime: '20:00' })
    expect(await imageOf(world, idIn(saved.location))).toMatchObject({
      url: 'https://school.example/media/stage.png',
    })
    const none = await withFile(editor, made, concert, 'no picture')
    expect([none.status, none.text.includes('id="f-picture-why"')]).toEqual([400, true])
    expect(fieldsIn(none.text)['title']).toBe('Concert')
  })

  it('is chosen of those that are here, found by words, with nothing saved until it is', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const [stage, choir] = [await storedPicture(editor), await storedPicture(editor, 'Twenty singers')]
    const id = await world.event('Fair')
    const url = `/manage/events/${id}`
    const fields = { ...fieldsIn((await editor.get(url)).text), title: 'Typed' }
    const all = await editor.post(url, { ...fields, pictures: '1' })
    const offers = (html: string) =>
      [...html.matchAll(/name="chosenPicture"\s+value="(\d+)"/g)].map(([, one]) => Number(one))
    expect([all.status, offers(all.text), fieldsIn(all.text)['title']]).toEqual([
      200,
      [choir, stage],
      'Typed',
    ])
    const found = await editor.post(url, { ...fieldsIn(all.text), pictures: '1', pictureSearch: 'singers' })
    expect(offers(found.text)).toEqual([choir])
    expect((await world.read(id)).title).toBe('Fair')
    await editor.post(url, { ...fieldsIn(found.text), chosenPicture: String(choir) })
    expect([(await world.read(id)).title, await imageOf(world, id)]).toMatchObject(['Typed', { id: choir }])
    const now = fieldsIn((await editor.get(url)).text)
    expect([now['image'], now['pictureAlt']]).toEqual([String(choir), 'Twenty singers'])
    await editor.post(url, { ...now, pictureAlt: 'Choir on the stage' })
    expect(await imageOf(world, id)).toMatchObject({ alt: 'Choir on the stage' })
    await editor.post(url, { ...fieldsIn((await editor.get(url)).text), noPicture: '1' })
    expect(await imageOf(world, id)).toBe(false)
  })

  it('that was removed while it was chosen is refused at its field', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const gone = await storedPicture(editor)
    const typed = await editor.post(made, { ...concert, endTime: '', chosenPicture: String(gone) })
    await editor.post('/manage/pictures/remove', chosen([gone]))
    const refused = await editor.post(made, { ...fieldsIn(typed.text), endTime: '20:00' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="f-image-why"')
  })

  it('has to be chosen again by who is signed in no more; the rest is kept', async () => {
    const world = await deskWorld()
    const guest = browser(world.service)
    const file = { name: 'stage.png', body: painted, field: 'picture' }
    const kept = await guest.ask(`POST ${made}`, { form: concert, file })
    expect(kept.status).toBe(401)
    expect(textOf(kept.text)).toContain('The file of the picture has to be chosen again.')
    expect(kept.hidden['title']).toBe('Concert')
    const large = await guest.ask(`POST ${made}`, {
      form: concert,
      file: { ...file, body: Buffer.alloc(2_000_000) },
    })
    expect([large.status, large.hidden['title']]).toEqual([401, 'Concert'])
    const editor = await world.signedIn('editor')
    const stale = await editor.ask(`POST ${made}`, { form: { ...concert, form_token: 'old' }, file })
    expect([stale.status, textOf(stale.text)]).toEqual([
      403,
      expect.stringContaining('has to be chosen again'),
    ])
  })

  it('is uploaded by those who may, and described by who brought it', async () => {
    const world = await deskWorld()
    const [editor, contributor] = [await world.signedIn('editor'), await world.signedIn('contributor')]
    const own = { ...concert, author: '4', status: 'pending' }
    expect((await contributor.get(made)).text).not.toContain('type="file"')
    expect((await withFile(contributor, made, own)).status).toBe(400)
    const picture = await storedPicture(editor, 'The stage')
    const saved = await contributor.post(made, {
      ...{ ...own, image: String(picture), pictureAlt: 'Mine', pictureAltWas: 'The stage' },
    })
    const image = await imageOf(world, idIn(saved.location))
    expect(image).toMatchObject({ id: picture, alt: 'The stage' })
  })

  it('given by its address is described when the event is saved', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const [stage, other] = [
      await storedPicture(editor, 'The stage'),
      await storedPicture(editor, 'Another one'),
    ]
    const image = 'https://school.example/media/stage.png'
    const text = { pictureAlt: 'The stage by night', pictureAltWas: '' }
    const saved = await editor.post(made, { ...concert, ...text, image })
    const event = idIn(saved.location)
    expect(await imageOf(world, event)).toMatchObject({ id: stage, alt: 'The stage by night' })
    const fields = fieldsIn((await editor.get(`/manage/events/${event}`)).text)
    await editor.post(`/manage/events/${event}`, {
      ...{ ...fields, pictureAlt: 'The stage again', chosenPicture: String(other) },
    })
    expect(await imageOf(world, event)).toMatchObject({ id: other, alt: 'Another one' })
  })

  it('of all events of one that repeats is described when they are made, and not before', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const stage = await storedPicture(editor, 'The stage')
    const repeated = { repeat: 'daily', repeatUntil: '2027-05-09', ...concert }
    const image = 'https://school.example/media/stage.png'
    const asked = await editor.post(made, {
      ...{ ...repeated, image, pictureAlt: 'The stage by night', pictureAltWas: 'The stage' },
    })
    const alt = async () => fieldsIn((await editor.get(`/manage/pictures/${stage}`)).text)['alt']
    expect([textOf(asked.text), await alt()]).toEqual([expect.stringContaining('2 events'), 'The stage'])
    const dates = { 'dates[0]': '2027-05-08', 'dates[1]': '2027-05-09', then: 'make' }
    const done = await editor.post(made, { ...fieldsIn(asked.text), ...dates })
    expect([textOf(done.text), await alt()]).toEqual([
      expect.stringContaining('2 events made.'),
      'The stage by night',
    ])
  })
})

describe('07 §5 the preview', () => {
  it('shows what is typed as everybody will see it, and records nothing', async () => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    await world.made('venues', { venue: 'Hall' })
    /** Counts of everything that is there. */
    const head = async () => [
      ...(await Promise.all(
        ['events&status=any', 'venues', 'tags'].map(async kind => {
          const { body } = await world.service.ask(`GET /cal/events/v1/${kind}`)
          return (body as { total: number }).total
        }),
      )),
      (await author.get('/manage/pictures')).text.match(/\d+ pictures/)?.[0],
    ]
    const before = await head()
    const shown = await author.post(made, {
      ...{
        ...concert,
        description: '<p>All <em>welcome</em><script>x()</script></p>',
        cost: '5',
        addVenue: 'Hall',
      },
      ...{ addCategories: 'brand-new', image: 'https://pictures.example/a.png', then: 'preview' },
    })
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store, private'])
    expect(shown.text).toContain('<meta name="robots" content="noindex" />')
    expect(shown.text).toContain('<p>All <em>welcome</em>')
    expect(shown.text).not.toContain('<script>x')
    const said = textOf(shown.text)
    for (const part of [
      'Concert',
      'May 8, 2027',
      'Hall',
      '$5',
      'not shown here: brand-new, the new picture.',
    ])
      expect(said).toContain(part)
    expect(await head()).toEqual(before)
  })

  it('of an event that is there shows what is typed, and changes nothing', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const id = await world.event('Fair', { cost: '3' })
    const url = `/manage/events/${id}`
    const fields = fieldsIn((await editor.get(url)).text)
    const shown = await editor.post(url, { ...fields, title: 'Book fair', then: 'preview' })
    expect(textOf(shown.text)).toContain('Book fair')
    expect((await world.read(id)).title).toBe('Fair')
    expect((await world.history(id)).length).toBe(1)
    const wrong = await editor.post(url, { ...fields, startDate: '', then: 'preview' })
    expect([wrong.status, textOf(wrong.text)]).toEqual([400, expect.stringContaining('day of its start')])
    const author = await world.signedIn('author')
    expect((await author.post(url, { ...fields, then: 'preview' })).status).toBe(403)
  })
})
