import { describe, expect, it } from 'vitest'
import { deskWorld, fieldsIn, textOf } from '../../../support/desk-world.ts'

const when = {
  ...{ startDate: '2027-05-08', startTime: '18:00', endDate: '', endTime: '20:00' },
  timezone: 'America/New_York',
}
const concert = { title: 'Concert', ...when, status: 'publish', description: 'All welcome.', author: '2' }
const idIn = (location: string | null) => Number(/\/events\/(\d+)/.exec(location ?? '')?.[1])

describe('07 §5 the form of an event', () => {
  it('makes an event with a new venue, organizer, category and tags', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const empty = await editor.get('/manage/events/new')
    expect([empty.status, fieldsIn(empty.text)['timezone']]).toEqual([200, 'America/New_York'])
    expect(Buffer.byteLength(empty.text)).toBeLessThan(100_000)
    const saved = await editor.post('/manage/events/new', {
      ...{ ...concert, cost: '5', featured: '1', addCategories: 'Music', addTags: 'choir, spring' },
      ...{ 'newVenue[venue]': 'Barn', 'newVenue[city]': 'Troy', 'newOrganizer[organizer]': 'PTA' },
    })
    expect(saved.status).toBe(302)
    const id = idIn(saved.location)
    expect(await world.read(id)).toMatchObject({
      ...{ title: 'Concert', status: 'publish', author: '2', cost: '$5' },
      ...{ start_date: '2027-05-08 18:00:00', end_date: '2027-05-08 20:00:00' },
      venue: { venue: 'Barn', city: 'Troy' },
      organizer: [{ organizer: 'PTA' }],
      categories: [{ name: 'Music' }],
      tags: [{ name: 'choir' }, { name: 'spring' }],
    })
    expect(await world.history(id)).toMatchObject([
      { source: 'desk', route: 'POST /manage/events/new', actor: { login: 'editor' } },
    ])
    const form = await editor.get(saved.location ?? '')
    expect(textOf(form.text)).toContain('The event is made. Everybody sees it now, on its page .')
    expect(form.text).toContain(`now, on <a href="https://school.example/?p=${id}">its page</a>`)
    expect(textOf(form.text)).toContain('Shown as: $5')
  })

  it('says at the fields what is wrong, and loses nothing that was typed', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const wrong = await editor.post('/manage/events/new', {
      ...{ ...concert, endTime: '17:00', website: 'nowhere', description: '<p>Long & wide</p>' },
      'newVenue[city]': 'Troy',
    })
    expect(wrong.status).toBe(400)
    expect(textOf(wrong.text)).toContain('Please give the new venue a name.')
    const noVenue = await editor.post('/manage/events/new', {
      ...{ ...concert, endTime: '17:00', website: 'no where', description: '<p>Long & wide</p>' },
    })
    expect(noVenue.status).toBe(400)
    expect(noVenue.text).toContain('id="f-endDate-why">The end is before the start.')
    expect(noVenue.text).toContain('id="f-website-why"')
    expect(fieldsIn(noVenue.text)).toMatchObject({
      ...{ title: 'Concert', endTime: '17:00', website: 'no where', description: '<p>Long & wide</p>' },
    })
    const { body } = await world.service.ask('GET /cal/events/v1/events&status=any&start_date=2000-01-01')
    expect(body).toMatchObject({ total: 0 })
  })

  it('changes only what was changed, and nothing when it is sent as it was', async () => {
    const world = await deskWorld()
    const hall = await world.made('venues', { venue: 'Hall' })
    const id = await world.event('Fair', { venue: hall, tags: ['a', 'b'], description: 'x\ny', cost: '3' })
    const editor = await world.signedIn('editor')
    const url = `/manage/events/${id}`
    const same = await editor.post(url, fieldsIn((await editor.get(url)).text))
    expect(same.location).toBe(`https://school.example${url}?saved=yes`)
    expect((await world.history(id)).length).toBe(1)
    const fields = fieldsIn((await editor.get(url)).text)
    await editor.post(url, { ...fields, title: 'Book fair', password: 'owl' })
    expect(await world.history(id)).toMatchObject([
      { fact: 'EventProtected' },
      { fact: 'EventRetitled' },
      { fact: 'EventCreated' },
    ])
    const none = Object.fromEntries(
      Object.entries(fieldsIn((await editor.get(url)).text)).filter(([name]) => !name.startsWith('venues')),
    )
    await editor.post(url, { ...none, password: '', allDay: '1' })
    const now = await world.read(id)
    expect(now).toMatchObject({
      title: 'Book fair',
      venue: [],
      all_day: true,
      end_date: '2027-05-08 23:59:59',
    })
  })

  it('duplicates, and shows what is in the trash as that', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair', { cost: '3' })
    const editor = await world.signedIn('editor')
    const copy = fieldsIn((await editor.get(`/manage/events/new?from=${id}`)).text)
    expect(copy).toMatchObject({
      title: 'Fair',
      cost: '3',
      status: 'draft',
      slug: '',
      startDate: '2027-05-08',
      endDate: '',
    })
    const saved = await editor.post('/manage/events/new', copy)
    expect(await world.read(idIn(saved.location))).toMatchObject({
      ...{ title: 'Fair', status: 'draft' },
      ...{ start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' },
    })
    expect(textOf((await editor.get(saved.location ?? '')).text)).toContain('its status is “Draft”')
    await world.service.ask(`DELETE /cal/events/v1/events/${id}`)
    const trashed = await editor.get(`/manage/events/${id}`)
    expect([trashed.status, textOf(trashed.text).includes('Restore')]).toEqual([410, true])
  })

  it('is for those who may change the event', async () => {
    const world = await deskWorld()
    const [open, draft] = [await world.event('Open'), await world.event('Draft', { status: 'draft' })]
    const author = await world.signedIn('author')
    const shown = async (id: number) => (await author.get(`/manage/events/${id}`)).status
    expect([await shown(open), await shown(draft), await shown(999_999)]).toEqual([403, 404, 404])
    const form = { ...concert, title: 'Mine now', rev: '1' }
    expect((await author.post(`/manage/events/${open}`, form)).status).toBe(403)
    expect((await author.post(`/manage/events/${draft}`, form)).status).toBe(404)
    expect((await author.get(`/manage/events/new?from=${draft}`)).status).toBe(404)
    const contributor = await world.signedIn('contributor')
    const saved = await contributor.post('/manage/events/new', { ...concert, author: '4' })
    expect(await world.read(idIn(saved.location))).toMatchObject({ status: 'pending', author: '4' })
    const others = await contributor.post('/manage/events/new', { ...concert, author: '1' })
    expect([others.status, textOf(others.text).includes('You may not do this.')]).toEqual([403, true])
    const category = await contributor.post('/manage/events/new', {
      ...{ ...concert, author: '4', addCategories: 'Mine' },
    })
    expect(textOf(category.text)).toContain('There is no category called “Mine”, and you may not make one.')
  })

  it('looks for nothing under a name that is longer than names are, and says so at its field', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    for (const [field, noun] of [
      ['addVenue', 'venue'],
      ['addOrganizer', 'organizer'],
      ['addTags', 'tag'],
      ['addCategories', 'category'],
    ] as const) {
      const long = '<?'.repeat(1_001)
      const { status, text } = await editor.post('/manage/events/new', { ...concert, [field]: long })
      expect([field, status, fieldsIn(text)[field]]).toEqual([field, 400, long])
      expect(textOf(text)).toContain(`The name of a ${noun} has at most 2000 characters.`)
      expect(text.split('&lt;?&lt;?').length, field).toBeLessThan(1_001)
    }
  })

  it('keeps what was typed when its token is old, or nobody is signed in any more', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const editor = await world.signedIn('editor')
    const fields = fieldsIn((await editor.get(`/manage/events/${id}`)).text)
    const old = await editor.post(`/manage/events/${id}`, { ...fields, title: 'Typed', form_token: 'x' })
    expect([old.status, fieldsIn(old.text)['title']]).toEqual([403, 'Typed'])
    editor.cookies.clear()
    const out = await editor.ask(`POST /manage/events/${id}`, {
      form: { ...fields, title: 'Typed “long”', 'newVenue[venue]': 'Barn' },
    })
    expect([out.status, textOf(out.text).includes('Please sign in again')]).toEqual([401, true])
    const wrong = await editor.ask('POST /manage/sign-in', {
      form: { ...fieldsIn(out.text), sign_in_login: 'editor', sign_in_password: 'wrong' },
    })
    expect([wrong.status, fieldsIn(wrong.text)['title']]).toEqual([401, 'Typed “long”'])
    const back = await editor.ask('POST /manage/sign-in', {
      form: { ...fieldsIn(wrong.text), sign_in_login: 'editor', sign_in_password: 'a good password' },
    })
    const shown = fieldsIn(back.text)
    expect([back.status, shown['title'], shown['newVenue[venue]']]).toEqual([200, 'Typed “long”', 'Barn'])
    expect((await world.read(id)).title).toBe('Fair')
    const saved = await editor.ask(`POST /manage/events/${id}`, { form: shown })
    expect(saved.location).toContain('saved=yes')
    expect(await world.read(id)).toMatchObject({ venue: { venue: 'Barn' } })
  })
})

describe('07 §6 two people at one event', () => {
  it('both are heard where they changed different things, and asked where they changed the same', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const url = `/manage/events/${id}`
    const [ann, bob] = [await world.signedIn('editor'), await world.signedIn('admin')]
    const seen = fieldsIn((await ann.get(url)).text)
    const other = fieldsIn((await bob.get(url)).text)
    await bob.post(url, { ...other, title: 'Bob’s fair', cost: '7' })
    const asked = await ann.post(url, { ...seen, title: 'Ann’s fair', cost: '7', excerpt: 'By Ann' })
    expect(asked.status).toBe(409)
    const told = textOf(asked.text)
    for (const text of ['As you typed it', 'As admin wrote it', 'Ann’s fair', 'Bob’s fair'])
      expect(told).toContain(text)
    expect(await world.read(id)).toMatchObject({
      title: 'Bob’s fair',
      cost: '$7',
      excerpt: '<p>By Ann</p>',
    })
    const form = fieldsIn(asked.text)
    const silent = await ann.post(url, form)
    expect([silent.status, (await world.read(id)).title]).toEqual([409, 'Bob’s fair'])
    const theirs = await ann.post(url, { ...form, 'choice[title]': 'theirs' })
    expect([theirs.location?.includes('saved=yes'), (await world.read(id)).title]).toEqual([
      true,
      'Bob’s fair',
    ])
    await ann.post(url, { ...form, 'choice[title]': 'mine' })
    expect((await world.read(id)).title).toBe('Ann’s fair')
  })

  it('what only others changed stays, and is named', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const url = `/manage/events/${id}`
    const editor = await world.signedIn('editor')
    const seen = fieldsIn((await editor.get(url)).text)
    await world.service.ask(`POST /cal/events/v1/events/${id}`, { body: { title: 'Bazaar' } })
    const saved = await editor.post(url, { ...seen, cost: '4' })
    expect(saved.location).toBe(`https://school.example${url}?saved=yes,title`)
    expect(await world.read(id)).toMatchObject({ title: 'Bazaar', cost: '$4' })
    const { text } = await editor.get(saved.location ?? '')
    expect(textOf(text)).toContain('Others have changed meanwhile, and that stays: Title.')
  })

  it('of two who save at the same moment one is asked', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const url = `/manage/events/${id}`
    const [ann, bob] = [await world.signedIn('editor'), await world.signedIn('admin')]
    const seen = fieldsIn((await ann.get(url)).text)
    const other = fieldsIn((await bob.get(url)).text)
    const answers = await Promise.all([
      ann.ask(`POST ${url}`, { form: { ...seen, title: 'Ann’s fair' } }),
      bob.ask(`POST ${url}`, { form: { ...other, title: 'Bob’s fair' } }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([302, 409])
    expect((await world.history(id)).filter(({ fact }) => fact === 'EventRetitled').length).toBe(1)
  })
})
