import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { chosen, deskWorld, textOf, type DeskWorld } from '../../../support/desk-world.ts'
import { telling, TRACE } from '../../../support/told-pictures.ts'

const pictures = '/manage/pictures'

/** A picture of one colour, larger than the first of its smaller sizes. */
const painted = (width = 400, height = 300): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#7a3b12' } })
    .png()
    .toBuffer()

type Person = Awaited<ReturnType<DeskWorld['signedIn']>>

/** Uploads a file as the page does; answers where it leads to. */
const upload = async (person: Person, name: string, body: Buffer | string, alt = '') => {
  const { hidden } = await person.get(pictures)
  const { form_token: token = '' } = hidden
  return person.ask(`POST ${pictures}`, {
    form: { form_token: token, alt },
    file: { name, body, field: 'picture' },
  })
}

const idIn = (location: string | null): number => Number(/pictures\/(\d+)/.exec(location ?? '')?.[1])

describe('07 §8 pictures', () => {
  it('are uploaded without what they tell besides, described, and shown to everybody', async () => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    const told = await telling('image/jpeg')
    const done = await upload(author, 'Été (1).JPG', told, ' The  fair\nby night ')
    expect(done.status).toBe(302)
    const id = idIn(done.location)
    const page = await author.get(`${pictures}/${id}`)
    expect(textOf(page.text)).toContain('ete-1.jpg')
    expect(page.text).toContain('The fair by night')
    const { rawPayload } = await world.service.app.inject('/media/ete-1.jpg')
    expect(rawPayload.includes(TRACE)).toBe(false)
    const event = await world.event('Fair', { image: id })
    const shown = (await world.read(event)) as unknown as { image: { alt: string } }
    expect(shown.image.alt).toBe('The fair by night')
    const changed = await author.post(`${pictures}/${id}`, { alt: 'A stall with lanterns' })
    expect(changed.location).toContain('saved=yes')
    expect((await browser(world.service).get('/event/fair/')).text).toContain('alt="A stall with lanterns"')
    const { body } = await world.service.ask(`GET /admin/history/image/${id}`)
    expect(body).toMatchObject([
      { fact: 'ImageAltTextChanged', source: 'desk', actor: { login: 'author' } },
      { fact: 'ImageAdded', source: 'desk', route: 'POST /manage/pictures' },
    ])
  })

  it.each([
    ['no file', '', '', 'Please choose a file.'],
    ['a text', 'a.png', 'not a picture', 'it is no JPEG, PNG, GIF, WebP or AVIF picture'],
    ['half a file', 'half.png', null, 'it is no JPEG, PNG, GIF, WebP or AVIF picture'],
  ])('%s is refused at its field', async (_, name, body, why) => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    const half = (await painted()).subarray(0, 100)
    const refused = await upload(author, name, body ?? half, 'kept')
    expect(refused.status).toBe(400)
    expect(textOf(refused.text)).toContain(why)
    expect(refused.text).toContain('value="kept"')
    expect((await author.get(pictures)).text).toContain('0 pictures')
  })

  it('a file larger than a request says so, to guests too', async () => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    const large = Buffer.alloc(10 * 1024 * 1024 + 1)
    const refused = await upload(author, 'large.png', large)
    expect([refused.status, textOf(refused.text)]).toEqual([
      413,
      expect.stringContaining('The file is too large.'),
    ])
    const guest = browser(world.service)
    const file = { name: 'a.png', field: 'picture' }
    const unsigned = await guest.ask(`POST ${pictures}`, {
      form: {},
      file: { ...file, body: large.subarray(0, 2_000_000) },
    })
    expect([unsigned.status, textOf(unsigned.text)]).toEqual([
      401,
      expect.stringContaining('choose the file again'),
    ])
    const small = await guest.ask(`POST ${pictures}`, { form: {}, file: { ...file, body: 'x' } })
    expect(decodeURIComponent(small.location ?? '')).toContain('/manage/pictures?again=1')
    expect(textOf((await author.get(`${pictures}?again=1`)).text)).toContain('Please choose the file again.')
  })

  it('beside a file there are at most 1 MiB of texts', async () => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    const refused = await upload(author, 'choir.png', await painted(), 'x'.repeat(1024 * 1024))
    expect([refused.status, textOf(refused.text)]).toEqual([
      413,
      expect.stringContaining('The form has more than 1 MiB, its file not counted'),
    ])
    const blank = await upload(author, 'choir.png', await painted(), ' '.repeat(2_001))
    expect([blank.status, textOf(blank.text)]).toEqual([
      400,
      expect.stringContaining('An alternative text has at most 2000 characters.'),
    ])
    expect((await author.get(pictures)).text).toContain('0 pictures')
    const large = Buffer.concat([await painted(), Buffer.alloc(2_000_000)])
    expect((await upload(author, 'choir.png', large)).status).toBe(302)
  })

  it('are found by words, and without use', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const choir = idIn((await upload(editor, 'choir.png', await painted(), 'Twenty singers')).location)
    await upload(editor, 'gym.png', await painted(10, 10))
    await world.event('Concert', { image: choir })
    const named = async (query: string) =>
      [
        ...(await editor.get(`${pictures}${query}`)).text.matchAll(/<a href="[^"]*pictures\/\d+">([^<]+)</g),
      ].map(([, name]) => name)
    expect(await named('')).toEqual(['gym.png', 'choir.png'])
    expect(await named('?search=singers')).toEqual(['choir.png'])
    expect(await named('?unused=1')).toEqual(['gym.png'])
    const page = textOf((await editor.get(`${pictures}/${choir}`)).text)
    expect(page).toContain('Used once')
    expect(page).toContain('Concert (event)')
  })
})

describe('07 §8 removal of pictures', () => {
  it('takes those without use, names what uses the others, and gives their names to nobody', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const ids: number[] = []
    for (const name of ['a', 'b', 'c'])
      ids.push(idIn((await upload(editor, `${name}.png`, await painted())).location))
    const [a = 0, b = 0, c = 0] = ids
    await world.event('Concert', { image: b })
    await world.event('Choir', { description: '<p><img src="/media/c.png" alt=""></p>' })
    const asked = await editor.get(`${pictures}/remove?${ids.map(id => `id[]=${id}`).join('&')}`)
    expect(textOf(asked.text)).toContain('Remove 1 picture?')
    expect(textOf(asked.text)).toContain('It is used by Concert (event).')
    expect((await world.service.app.inject('/media/a.png')).statusCode).toBe(200)
    const done = await editor.post(`${pictures}/remove`, chosen([a, b, c, 999]))
    const said = textOf(done.text)
    expect(said).toContain('Removed: 1 picture.')
    for (const why of [
      'b.png: It is used by Concert (event).',
      'c.png: It is used by Choir (event).',
      'Picture 999: It is not there any more.',
    ])
      expect(said).toContain(why)
    for (const file of ['a.png', 'a-300x225.png'])
      expect((await world.service.app.inject(`/media/${file}`)).statusCode).toBe(404)
    expect((await world.service.app.inject('/media/b.png')).statusCode).toBe(200)
    expect((await editor.get(`${pictures}/${a}`)).status).toBe(404)
    const refused = await world.service.ask('POST /cal/events/v1/events', {
      body: { title: 'Late', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00', image: a },
    })
    expect(refused.status).toBe(400)
    await upload(editor, 'a.png', await painted())
    expect((await world.service.app.inject('/media/a.png')).statusCode).toBe(404)
    expect((await world.service.app.inject('/media/a-1.png')).statusCode).toBe(200)
    expect((await world.service.operate('verify', {})).status).not.toBe(500)
  })

  it('one that somebody chose since it was asked stays', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const id = idIn((await upload(editor, 'a.png', await painted())).location)
    expect(textOf((await editor.get(`${pictures}/remove?id[]=${id}`)).text)).toContain('Remove 1 picture?')
    await world.event('Concert', { image: id })
    expect(textOf((await editor.post(`${pictures}/remove`, chosen([id]))).text)).toContain(
      'It is used by Concert',
    )
    expect((await world.service.app.inject('/media/a.png')).statusCode).toBe(200)
  })

  it('is for editors, and for who brought the picture; what one may not see is not named', async () => {
    const world = await deskWorld()
    const [author, editor, contributor] = [
      await world.signedIn('author'),
      await world.signedIn('editor'),
      await world.signedIn('contributor'),
    ]
    const own = idIn((await upload(author, 'own.png', await painted())).location)
    const others = idIn((await upload(editor, 'others.png', await painted())).location)
    await world.event('Secret plan', { image: others, status: 'private' })
    expect(textOf((await author.get(`${pictures}/${others}`)).text)).toContain(
      'one that you may not see (event)',
    )
    const [shown, venue] = [
      await world.event('Concert', { image: others }),
      await world.made('venues', { venue: 'Hall', image: others }),
    ]
    for (const [person, at] of [
      [author, (id: number) => `/?p=${id}`],
      [editor, (id: number) => `/manage/${id === venue ? 'venues' : 'events'}/${id}`],
    ] as const) {
      const { text } = await person.get(`${pictures}/${others}`)
      expect(text).toContain(`<a href="https://school.example${at(shown)}">Concert</a>`)
      expect(text).toContain(`<a href="https://school.example${at(venue)}">Hall</a>`)
    }
    expect((await author.post(`${pictures}/${others}`, { alt: 'x' })).status).toBe(403)
    expect((await upload(contributor, 'c.png', await painted())).status).toBe(403)
    const refused = textOf((await contributor.post(`${pictures}/remove`, chosen([own]))).text)
    expect(refused).toContain('own.png: Somebody else brought it.')
    expect(textOf((await author.post(`${pictures}/remove`, chosen([own]))).text)).toContain(
      'Removed: 1 picture.',
    )
  })

  it('is refused without a form token', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const id = idIn((await upload(editor, 'a.png', await painted())).location)
    expect((await editor.ask(`POST ${pictures}/remove`, { form: chosen([id]) })).status).toBe(403)
    expect((await editor.get(`${pictures}/${id}`)).status).toBe(200)
  })
})
