import { describe, expect, it } from 'vitest'
import { storedPicture, withFile } from '../../../support/desk-pictures.ts'
import { chosen, deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'
const idIn = (location: string | null) => Number(/\/(\d+)\?/.exec(location ?? '')?.[1])
const kinds = [
  ['venues', 'venue'],
  ['organizers', 'organizer'],
] as const

describe.each(kinds)('07 §1 who may do what in the form of %s', (kind, noun) => {
  const made = `/manage/${kind}/new`
  /** What is typed besides a name → the status of the answer for contributors, authors and editors. */
  const rows = [
    ['a tag that there is', { addTags: 'choir' }, [302, 302, 302]],
    ['a new tag', { addTags: 'brand-new' }, [400, 400, 302]],
    ['a picture that is here', { image: 'HERE' }, [302, 302, 302]],
    ['a picture that is not', { image: '999999' }, [400, 400, 400]],
    ['a picture by an address that nobody fetches', { image: 'http://127.0.0.1/a.png' }, [400, 400, 400]],
    ['an event in place of a picture', { image: 'EVENT' }, [400, 400, 400]],
    ['a date of publication', { publishedAt: '2027-03-01T10:00' }, [302, 302, 302]],
    ['somebody else as author', { author: '1' }, [403, 403, 302]],
  ] as const

  it.each([...rows])('%s', async (_, typed, statuses) => {
    const world = await deskWorld()
    await world.made('tags', { name: 'choir' })
    const here = String(await storedPicture(await world.signedIn('editor')))
    const event = String(await world.event('Fair'))
    const form = Object.fromEntries(
      Object.entries(typed).map(([name, value]) => [
        name,
        value.replace('HERE', here).replace('EVENT', event),
      ]),
    )
    const found: number[] = []
    for (const login of ['contributor', 'author', 'editor']) {
      const person = await world.signedIn(login)
      const answer = await person.post(made, { name: login, status: 'publish', ...form })
      found.push(answer.status === 200 ? 403 : answer.status)
      if (answer.status !== 302) continue
      const { body } = await world.service.ask(`GET ${C}/${kind}/${idIn(answer.location)}`)
      const status = login === 'contributor' ? 'pending' : 'publishedAt' in typed ? 'future' : 'publish'
      expect([login, body]).toMatchObject([login, { status, [noun]: login }])
    }
    expect(found).toEqual(statuses)
  })

  it('a form of what went into the trash, or is another’s by now, changes nothing', async () => {
    const world = await deskWorld()
    const [editor, author] = [await world.signedIn('editor'), await world.signedIn('author')]
    const id = idIn((await author.post(made, { name: 'Mine', status: 'publish' })).location)
    const url = `/manage/${kind}/${id}`
    const fields = { ...fieldsIn((await author.get(url)).text), addTags: '', name: 'Changed' }
    const now = async () => (await world.service.ask(`GET ${C}/${kind}/${id}`)).body
    await editor.post(url, { ...fieldsIn((await editor.get(url)).text), author: '2' })
    for (const form of [fields, { ...fields, pictures: '1' }, { ...fields, form_token: 'old' }])
      expect((await author.post(url, form)).status).toBe(403)
    expect((await withFile(author, url, fields)).status).toBe(403)
    expect(await now()).toMatchObject({ [noun]: 'Mine' })
    await editor.post(`/manage/${kind}/several`, { do: 'trash', ...chosen([id]) })
    const stale = await editor.post(url, { ...fields, form_token: 'old' })
    expect([stale.status, textOf(stale.text)]).toEqual([410, expect.stringContaining('is in the trash')])
    const { form_token: token = '' } = (await editor.get('/account')).hidden
    const saved = await editor.post(url, { ...fields, form_token: token })
    expect([saved.status, saved.location]).toEqual([302, `https://school.example${url}`])
  })
})

/** Texts that nobody types by accident, and what no page of what was saved shows of them. */
const HOSTILE = [
  ['<script>alert(1)</script>', /<script>alert/],
  ['"><img src=x onerror=alert(1)>', /<img src=x/],
  ['a\u0000b\u0007c\u001b[31m', /[\u0000\u0007\u001b]/],
  ['x'.repeat(50_000), /x{2001}/],
] as const

describe('07 §7 hostile texts', () => {
  const pages = [
    ['/manage/venues/new', ['name', 'city', 'latitude', 'website', 'image', 'addTags', 'pictureAlt', 'slug']],
    ['/manage/organizers/new', ['name', 'email', 'phone', 'addTags', 'publishedAt', 'status', 'author']],
    ['/manage/categories/new', ['name', 'slug', 'parent']],
    ['/manage/tags/new', ['name', 'slug']],
    ['/manage/people/new', ['login', 'email', 'name', 'role']],
  ] as const

  it.each(pages)('at %s are shown as they were typed, or refused, and never run', async (url, names) => {
    const world = await deskWorld()
    const admin = await world.signedIn('admin')
    for (const [text, never] of HOSTILE) {
      const everywhere = Object.fromEntries(names.map(name => [name, text]))
      for (const typed of [everywhere, { name: text }]) {
        const sent = { name: 'Named', login: 'x', role: 'author', ...typed }
        const answer = await admin.post(url, sent)
        const shown = answer.location === null ? answer : await admin.get(answer.location)
        const about = [url, Object.keys(typed), text.slice(0, 20)]
        expect([about, [200, 302, 400].includes(answer.status)]).toEqual([about, true])
        // a form that was refused has what was typed, as a text
        const isRun = answer.status === 400 ? /<script>alert|<img src=x/ : never
        expect([about, isRun.test(shown.text)]).toEqual([about, false])
      }
    }
  })

  it('ids that are none, or of other kinds, lead nowhere', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const admin = await world.signedIn('admin')
    const venue = await world.made('venues', { venue: 'Hall' })
    const tag = await world.made('tags', { name: 'choir' })
    for (const [person, url] of [
      ...['1e0', '0x1', '01', '%201', '1.0', '-1', '99999999999999999999', 'constructor'].flatMap(
        id =>
          [
            [admin, `/manage/people/${id}`],
            [admin, `/manage/people/${id}/erase`],
            [editor, `/manage/venues/${id}`],
            [editor, `/manage/tags/${id}`],
          ] as const,
      ),
      ...([
        [editor, `/manage/organizers/${venue}`],
        [editor, `/manage/events/${venue}`],
        [editor, `/manage/categories/${tag}`],
      ] as const),
    ])
      for (const answer of [await person.get(url), await person.post(url, { name: 'X', rev: '1' })])
        expect([url, answer.status]).toEqual([url, 404])
  })

  it('a position that there never was is no form', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const id = await world.made('venues', { venue: 'Hall' })
    for (const rev of ['', '0', 'x', '-1', '1e9', '999999999999999999999'])
      expect((await editor.post(`/manage/venues/${id}`, { name: 'X', rev })).status).toBe(404)
  })
})

const tagsOf = async ({ service }: DeskWorld) =>
  (await service.ask(`GET ${C}/tags?hide_empty=false`)).body as { total: number }

it('07 §7 lists of a form are bounded, and told where they are too long', async () => {
  const world = await deskWorld()
  const editor = await world.signedIn('editor')
  const many = Array.from({ length: 100_000 }, (_, n) => n + 1).join(',')
  for (const url of ['/manage/venues/new', '/manage/events/new']) {
    const answer = await editor.post(url, { name: 'X', title: 'X', 'tags[0]': many })
    expect([url, answer.status, answer.text.length < 200_000]).toEqual([url, 400, true])
    const names = Array.from({ length: 101 }, (_, n) => `tag ${n}`).join(',')
    const named = await editor.post(url, { name: 'X', title: 'X', addTags: names })
    expect([url, named.status, named.text.includes('These are more than 100 names.')]).toEqual([
      url,
      400,
      true,
    ])
  }
  expect((await tagsOf(world)).total).toBe(0)
})
