import { describe, expect, it } from 'vitest'
import { chosen, deskWorld, fieldsIn, textOf } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'
const idIn = (location: string | null) => Number(/\/(\d+)\?/.exec(location ?? '')?.[1])

describe('07 §7 the tables of venues, organizers, categories and tags', () => {
  it('show how many events use each, and lead to them', async () => {
    const world = await deskWorld()
    const hall = await world.made('venues', { venue: 'Old Hall', address: 'Main St 1', city: 'Troy' })
    await world.made('venues', { venue: 'Barn' })
    const music = await world.made('categories', { name: 'Music' })
    const choir = await world.made('categories', { name: 'Choir', parent: music })
    await world.event('Concert', {
      venue: hall,
      categories: [choir],
      tags: ['spring'],
      organizer: { organizer: 'PTA' },
    })
    await world.event('Draft', { venue: hall, status: 'draft' })
    const gone = await world.event('Gone', { venue: hall })
    await world.service.ask(`DELETE ${C}/events/${gone}`)
    const editor = await world.signedIn('editor')
    const venues = await editor.get('/manage/venues')
    expect([venues.status, Buffer.byteLength(venues.text) < 100_000]).toEqual([200, true])
    const told = textOf(venues.text)
    expect(told.indexOf('Barn')).toBeLessThan(told.indexOf('Old Hall'))
    expect(told).toMatch(/Old Hall Main St 1, Troy 2 events/)
    expect(told).toMatch(/Barn – 0 events/)
    const [, href = ''] = /href="https:\/\/school.example([^"]*)">2 events/.exec(venues.text) ?? []
    expect(textOf((await editor.get(href.replaceAll('&amp;', '&'))).text)).toContain('2 events')
    for (const [path, text] of [
      ['/manage/organizers', 'PTA'],
      ['/manage/categories', 'Choir Music 1 event'],
      ['/manage/tags', 'spring 1 event'],
    ] as const)
      expect([path, textOf((await editor.get(path)).text).includes(text)]).toEqual([path, true])
    const above = textOf((await editor.get('/manage/categories')).text)
    expect(above).toContain('Music – 1 event')
  })

  it('are searched, sorted and turned by their address', async () => {
    const world = await deskWorld()
    for (let n = 1; n <= 60; n++) await world.made('venues', { venue: `Room ${String(n).padStart(2, '0')}` })
    await world.made('venues', { venue: 'Hidden', status: 'draft' })
    const editor = await world.signedIn('editor')
    const names = async (query: string) => {
      const { text } = await editor.get(`/manage/venues${query}`)
      return [...text.matchAll(/manage-table__title">\s*<a[^>]*>([^<]*)</g)].map(([, name]) => name)
    }
    expect((await names('')).slice(0, 2)).toEqual(['Hidden', 'Room 01'])
    expect((await names('?page=2')).length).toBe(11)
    expect((await names('?order=desc'))[0]).toBe('Room 60')
    expect(await names('?search=room+17')).toEqual(['Room 17'])
    expect(await names('?tab=draft')).toEqual(['Hidden'])
    expect((await names('?sort=modified&order=desc')).length).toBe(50)
  })

  it.each([
    ['venues', 'venue'],
    ['organizers', 'organizer'],
  ])('%s go to the trash and come back, and are deleted for good from there alone', async (kind, noun) => {
    const world = await deskWorld()
    const id = await world.made(kind, { [noun]: 'Old' })
    await world.event('Concert', { [noun]: id })
    const editor = await world.signedIn('editor')
    const several = `/manage/${kind}/several`
    const asked = textOf((await editor.get(`${several}?do=trash&id[]=${id}`)).text)
    expect(asked).toContain(`Move 1 ${noun} to the trash?`)
    expect(asked).toContain('Old (used by 1 event)')
    const status = async () => (await world.service.ask(`GET ${C}/${kind}/${id}`)).status
    const purged = await editor.post(several, { do: 'purge', ...chosen([id]) })
    expect(textOf(purged.text)).toContain('Only what is in the trash is deleted for good.')
    const done = await editor.post(several, { do: 'trash', ...chosen([id]) })
    expect([textOf(done.text).includes(`1 ${noun} moved to the trash.`), await status()]).toEqual([true, 410])
    expect((await editor.get(`/manage/${kind}/${id}`)).status).toBe(410)
    await editor.post(`/manage/${kind}/undo`, { batch: done.hidden['batch'] ?? '', ...chosen([id]) })
    expect(await status()).toBe(200)
    await editor.post(several, { do: 'trash', ...chosen([id]) })
    await editor.post(several, { do: 'restore', ...chosen([id]) })
    expect(await status()).toBe(200)
    await editor.post(several, { do: 'trash', ...chosen([id]) })
    const good = await editor.post(several, { do: 'purge', ...chosen([id]) })
    expect(textOf(good.text)).toContain(`1 ${noun} deleted for good.`)
    expect(await status()).toBe(404)
  })

  it.each(['categories', 'tags'])('%s are deleted for good', async kind => {
    const world = await deskWorld()
    const id = await world.made(kind, { name: 'Old' })
    const event = await world.event('Fair', { [kind]: [id] })
    const editor = await world.signedIn('editor')
    const asked = textOf((await editor.get(`/manage/${kind}/several?do=purge&id[]=${id}`)).text)
    expect(asked).toContain('Old (used by 1 event)')
    // who is shown their own events alone is told of all that lose it
    const author = await world.signedIn(kind === 'tags' ? 'editor' : 'author')
    const theirs = textOf((await author.get(`/manage/${kind}/several?do=purge&id[]=${id}`)).text)
    expect(theirs).toContain('Old (used by 1 event)')
    const done = await editor.post(`/manage/${kind}/several`, { do: 'purge', ...chosen([id]) })
    expect([textOf(done.text).includes('deleted for good.'), done.hidden['batch']]).toEqual([true, undefined])
    expect((await world.read(event))[kind === 'tags' ? 'tags' : 'categories']).toEqual([])
    expect((await editor.post(`/manage/${kind}/several`, { do: 'trash', ...chosen([id]) })).status).toBe(404)
  })
})

describe('07 §7 forms of venues, organizers, categories and tags', () => {
  it('make a venue with everything, and change only what was changed', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const empty = await editor.get('/manage/venues/new')
    expect(Buffer.byteLength(empty.text)).toBeLessThan(100_000)
    expect(fieldsIn(empty.text)).toMatchObject({ showMap: '1', status: 'publish', author: '2' })
    const made = await editor.post('/manage/venues/new', {
      ...{ ...fieldsIn(empty.text), name: 'Old Hall', address: 'Main St 1', city: 'Troy', zip: '12180' },
      ...{ latitude: '42.73', longitude: '-73.69', excerpt: 'Old' },
    })
    const id = idIn(made.location)
    expect((await world.service.ask(`GET ${C}/venues/${id}`)).body).toMatchObject({
      ...{ venue: 'Old Hall', address: 'Main St 1', city: 'Troy', zip: '12180', geo_lat: 42.73 },
      ...{ slug: 'old-hall', show_map: true },
    })
    const form = await editor.get(made.location ?? '')
    expect(textOf(form.text)).toContain('The venue is made.')
    const fields = fieldsIn(form.text)
    expect(fields).toMatchObject({ password: '', latitude: '42.73' })
    const changed = await editor.post(`/manage/venues/${id}`, {
      ...fields,
      phone: '1234',
      showMap: '',
      password: 'owl',
    })
    expect(changed.location).toContain('saved=yes')
    const history = (await world.service.ask(`GET /admin/history/venue/${id}`)).body
    expect(history).toMatchObject([
      { fact: 'VenueProtected' },
      { fact: 'VenuePresented', source: 'desk', actor: { login: 'editor' } },
      { fact: 'VenueContactChanged', route: 'POST /manage/venues/{id}' },
      { fact: 'VenueCreated' },
    ])
  })

  it('clean a text that no argument brings as those that one brings', async () => {
    const world = await deskWorld()
    const author = await world.signedIn('author')
    const text = '<b>Old</b><script>x</script>'
    const made = await author.post('/manage/venues/new', { name: 'Hall', excerpt: text, description: text })
    const fields = fieldsIn((await author.get(made.location ?? '')).text)
    expect(fields).toMatchObject({ excerpt: '<b>Old</b>', description: '<b>Old</b>' })
  })

  it('say at the fields what is wrong', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const venue = await editor.post('/manage/venues/new', { name: 'X', website: 'no where', latitude: '' })
    expect([venue.status, venue.text.includes('id="f-website-why">Website must be an address')]).toEqual([
      400,
      true,
    ])
    const nowhere = await editor.post('/manage/venues/new', { name: 'X', latitude: '91', city: 'Troy' })
    expect(nowhere.text).toContain('id="f-latitude-why">Latitude is a number from −90 to 90.')
    expect(fieldsIn(nowhere.text)).toMatchObject({ city: 'Troy', latitude: '91' })
    for (const [name, half] of [
      ['Longitude', { latitude: '42.73' }],
      ['Latitude', { longitude: '0' }],
    ] as const) {
      const { status, text } = await editor.post('/manage/venues/new', { name: 'X', ...half })
      expect(status).toBe(400)
      expect(text).toContain(
        `id="f-${name.toLowerCase()}-why">${name} is missing: a place has a latitude and a longitude, or neither.`,
      )
    }
    const nameless = await editor.post('/manage/organizers/new', { name: ' ', phone: '1' })
    expect([nameless.status, nameless.text.includes('id="f-name-why"')]).toEqual([400, true])
    const { body } = await world.service.ask(`GET ${C}/venues`)
    expect(body).toMatchObject({ total: 0 })
  })

  it('put categories below each other, and none below itself', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const made = async (name: string, parent = '') =>
      idIn((await editor.post('/manage/categories/new', { name, parent })).location)
    const music = await made('Music')
    const choir = await made('Choir', String(music))
    expect((await world.service.ask(`GET ${C}/categories/${choir}`)).body).toMatchObject({ parent: music })
    const fields = fieldsIn((await editor.get(`/manage/categories/${music}`)).text)
    const loop = await editor.post(`/manage/categories/${music}`, { ...fields, parent: String(choir) })
    expect(loop.text).toContain('id="f-parent-why">Below is the term itself or below it.')
    const twice = await editor.post('/manage/categories/new', { name: 'Music' })
    expect(textOf(twice.text)).toContain('A term with this name exists already.')
    const top = fieldsIn((await editor.get(`/manage/categories/${choir}`)).text)
    await editor.post(`/manage/categories/${choir}`, { ...top, parent: '', description: 'All voices' })
    expect((await world.service.ask(`GET ${C}/categories/${choir}`)).body).toMatchObject({ parent: 0 })
  })

  it.each([
    ['venues', 'venue', 'city'],
    ['organizers', 'organizer', 'phone'],
    ['tags', 'name', 'description'],
  ])('%s that two people change are asked about', async (kind, argument, member) => {
    const world = await deskWorld()
    const id = await world.made(kind, { [argument]: 'Old' })
    const url = `/manage/${kind}/${id}`
    const [ann, bob] = [await world.signedIn('editor'), await world.signedIn('admin')]
    const seen = fieldsIn((await ann.get(url)).text)
    await bob.post(url, { ...fieldsIn((await bob.get(url)).text), name: 'Bob’s' })
    const asked = await ann.post(url, { ...seen, name: 'Ann’s', [member]: '17' })
    expect(asked.status).toBe(409)
    expect(textOf(asked.text)).toContain('As admin wrote it')
    const now = async () => fieldsIn((await bob.get(url)).text)
    expect(await now()).toMatchObject({ name: 'Bob’s', [member]: '17' })
    await ann.post(url, { ...fieldsIn(asked.text), 'choice[name]': 'mine' })
    expect((await now())['name']).toBe('Ann’s')
    const both = await Promise.all(
      [ann, bob].map(async (one, n) => {
        const fields = fieldsIn((await one.get(url)).text)
        return one.post(url, { ...fields, name: `At once ${n}` })
      }),
    )
    expect(both.map(({ status }) => status).filter(status => status === 302).length).toBeGreaterThan(0)
  })

  it('keep what was typed when nobody is signed in any more', async () => {
    const world = await deskWorld()
    const id = await world.made('venues', { venue: 'Hall' })
    const editor = await world.signedIn('editor')
    const fields = fieldsIn((await editor.get(`/manage/venues/${id}`)).text)
    editor.cookies.clear()
    const out = await editor.ask(`POST /manage/venues/${id}`, { form: { ...fields, city: 'Troy' } })
    expect(out.status).toBe(401)
    const back = await editor.ask('POST /manage/sign-in', {
      form: { ...fieldsIn(out.text), sign_in_login: 'editor', sign_in_password: 'a good password' },
    })
    expect([back.status, fieldsIn(back.text)['city']]).toEqual([200, 'Troy'])
    const tag = await editor.ask('POST /manage/sign-in', {
      form: {
        ...{ ...fieldsIn(out.text), kept_for: 'tags/new', sign_in_login: 'contributor' },
        ...{ sign_in_password: 'a good password' },
      },
    })
    expect(tag.status).toBe(403)
  })
})

describe('07 §1 who may do what with venues, organizers, categories and tags', () => {
  const kinds = ['venues', 'organizers', 'categories', 'tags'] as const

  it.each([
    ['subscriber', []],
    ['contributor', ['venues', 'organizers']],
    ['author', ['venues', 'organizers', 'categories']],
    ['editor', kinds],
    ['admin', kinds],
  ] as const)('%s sees %j', async (login, allowed) => {
    const world = await deskWorld()
    const { get, post } = await world.signedIn(login)
    const others = {
      venues: { venue: 'X' },
      organizers: { organizer: 'X' },
      categories: { name: 'X' },
      tags: { name: 'X' },
    }
    for (const kind of kinds) {
      const isAllowed = (allowed as readonly string[]).includes(kind)
      const id = await world.made(kind, others[kind])
      const isTerm = kind === 'categories' || kind === 'tags'
      const isEditor = login === 'editor' || login === 'admin'
      const status = isAllowed ? 200 : 403
      for (const path of [
        `/manage/${kind}`,
        `/manage/${kind}/new`,
        `/manage/${kind}/several?do=purge&id[]=${id}`,
      ])
        expect([path, (await get(path)).status]).toEqual([path, status])
      const form = isAllowed && (isTerm || isEditor) ? 200 : 403
      expect([kind, (await get(`/manage/${kind}/${id}`)).status]).toEqual([kind, form])
      if (form === 200) continue
      expect((await post(`/manage/${kind}/${id}`, { name: 'Mine', rev: '1' })).status).toBe(403)
      await post(`/manage/${kind}/several`, { do: isTerm ? 'purge' : 'trash', ...chosen([id]) })
      expect((await world.service.ask(`GET ${C}/${kind}/${id}`)).status).toBe(200)
      if (!isAllowed) expect((await post(`/manage/${kind}/new`, { name: 'New' })).status).toBe(403)
    }
  })

  it('nothing is done without a token', async () => {
    const world = await deskWorld()
    const id = await world.made('venues', { venue: 'Hall' })
    const editor = await world.signedIn('editor')
    const form = { name: 'Mine', rev: '1', do: 'trash', batch: 'x', ...chosen([id]) }
    for (const path of [
      `/manage/venues/${id}`,
      '/manage/venues/new',
      '/manage/venues/several',
      '/manage/venues/undo',
    ])
      expect([path, [403, 404].includes((await editor.ask(`POST ${path}`, { form })).status)]).toEqual([
        path,
        true,
      ])
    expect((await world.service.ask(`GET ${C}/venues`)).body).toMatchObject({ total: 1 })
    expect((await world.service.ask(`GET ${C}/venues/${id}`)).body).toMatchObject({ venue: 'Hall' })
  })
})
