import { describe, expect, it } from 'vitest'
import { deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const C = '/cal/events/v1'

/** An event that names one of everything, and the title and lists of it as an administrator reads them. */
const filled = async (world: DeskWorld) => {
  const [venue, organizer] = [
    await world.made('venues', { venue: 'Gym' }),
    await world.made('organizers', { organizer: 'PTA' }),
  ]
  const [category, tag] = [
    await world.made('categories', { name: 'Fairs' }),
    await world.made('tags', { name: 'Cake' }),
  ]
  const id = await world.event('Fair', { venue, organizer, categories: [category], tags: [tag] })
  const listed = async () => {
    const { title, venue: place, organizer: people, categories, tags } = await world.read(id)
    const names = [...people.map(one => one.organizer), ...[...categories, ...tags].map(({ name }) => name)]
    return [title, place.venue, ...names]
  }
  return { ...{ id, venue, organizer, category, tag, listed }, url: `/manage/events/${id}` }
}

describe('07 §6 what an event names changes while its form is open', () => {
  it('a venue and an organizer that come out of the trash stay with the event', async () => {
    const world = await deskWorld()
    const { url, venue, organizer, listed } = await filled(world)
    const paths = [`${C}/venues/${venue}`, `${C}/organizers/${organizer}`]
    for (const path of paths) await world.service.ask(`DELETE ${path}`)
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    for (const path of paths) await world.service.ask(`POST ${path}`, { body: { status: 'publish' } })
    const saved = await editor.post(url, { ...opened, title: 'Bazaar' })
    expect(saved.location).toBe(`https://school.example${url}?saved=yes,venues,organizers`)
    expect(await listed()).toEqual(['Bazaar', 'Gym', 'PTA', 'Fairs', 'Cake'])
  })

  it('what is refused and sent again keeps them, too', async () => {
    const world = await deskWorld()
    const { url, venue, listed } = await filled(world)
    await world.service.ask(`DELETE ${C}/venues/${venue}`)
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    await world.service.ask(`POST ${C}/venues/${venue}`, { body: { status: 'publish' } })
    const refused = await editor.post(url, { ...opened, title: '' })
    expect(refused.status).toBe(400)
    await editor.post(url, { ...fieldsIn(refused.text), title: 'Bazaar' })
    expect(await listed()).toEqual(['Bazaar', 'Gym', 'PTA', 'Fairs', 'Cake'])
  })

  it('what is gone is nothing that somebody typed: the rest is saved', async () => {
    const world = await deskWorld()
    const { url, venue, organizer, category, tag, listed } = await filled(world)
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    for (const path of [
      ...[`calx/v1/venues/${venue}?force=true`, `cal/events/v1/organizers/${organizer}`],
      ...[`cal/events/v1/categories/${category}`, `cal/events/v1/tags/${tag}`],
    ])
      await world.service.ask(`DELETE /${path}`)
    const typed = { title: 'Bazaar', addCategories: 'Sales', addTags: 'Tea' }
    const saved = await editor.post(url, { ...opened, ...typed })
    expect([saved.status, await listed()]).toEqual([302, ['Bazaar', undefined, 'Sales', 'Tea']])
  })

  it('what nobody touched is left to who writes it meanwhile', async () => {
    const world = await deskWorld()
    const { id, url, listed } = await filled(world)
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    await world.service.ask(`POST ${C}/events/${id}`, { body: { venue: { venue: 'Aula' }, organizer: [] } })
    const saved = await editor.post(url, { ...opened, title: 'Bazaar' })
    expect(saved.location).toBe(`https://school.example${url}?saved=yes,venues,organizers`)
    expect(await listed()).toEqual(['Bazaar', 'Aula', 'Fairs', 'Cake'])
  })

  it('one that was merged is the other, and nobody is asked', async () => {
    const world = await deskWorld()
    const { url, venue, listed } = await filled(world)
    const into = await world.made('venues', { venue: 'New gym' })
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    await world.service.ask(`POST /admin/merge/venue/${venue}`, { body: { into } })
    const saved = await editor.post(url, { ...opened, title: 'Bazaar' })
    expect([saved.status, await listed()]).toEqual([302, ['Bazaar', 'New gym', 'PTA', 'Fairs', 'Cake']])
  })
})

describe('07 §6 the zone of the site changes while a form is open', () => {
  const setZone = (world: DeskWorld, value: string) =>
    world.service.operate('set-option', { name: 'timezone_string', value })
  const published = async (world: DeskWorld, path: string) =>
    ((await world.service.ask(`GET ${path}`)).body as { readonly date_utc: string }).date_utc

  it.each(['events', 'venues', 'organizers'])('%s stay published when they were', async kind => {
    const world = await deskWorld()
    const named = { venue: 'Gym', organizer: 'PTA' }
    const id = kind === 'events' ? await world.event('Fair') : await world.made(kind, named)
    const [url, path] = [`/manage/${kind}/${id}`, `${C}/${kind}/${id}`]
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    await setZone(world, 'Europe/Berlin')
    const saved = await editor.post(url, { ...opened, website: 'https://fair.example/' })
    expect(saved.location).toBe(`https://school.example${url}?saved=yes`)
    expect(await published(world, path)).toBe('2027-01-10 17:00:00')
  })

  it('what somebody typed is what they read on it, in a form that was refused, too', async () => {
    const world = await deskWorld()
    const id = await world.event('Fair')
    const url = `/manage/events/${id}`
    const editor = await world.signedIn('editor')
    const opened = fieldsIn((await editor.get(url)).text)
    await setZone(world, 'Europe/Berlin')
    const refused = await editor.post(url, { ...opened, publishedAt: '2027-01-09T08:30', title: '' })
    const shown = fieldsIn(refused.text)
    expect([refused.status, shown['publishedAt']]).toEqual([400, '2027-01-09T14:30'])
    await editor.post(url, { ...shown, title: 'Bazaar' })
    expect(await published(world, `${C}/events/${id}`)).toBe('2027-01-09 13:30:00')
  })
})

describe('01 §9.1 forms that come back', () => {
  it('name no venue or organizer that their sender may not see', async () => {
    const world = await deskWorld()
    const venue = await world.made('venues', { venue: 'Bunker', status: 'private' })
    const organizer = await world.made('organizers', { organizer: 'Conspiracy', status: 'draft' })
    const sent = { title: '', 'venues[0]': String(venue), 'organizers[0]': String(organizer) }
    const refused = await (await world.signedIn('contributor')).post('/manage/events/new', sent)
    expect(refused.status).toBe(400)
    const told = textOf(refused.text)
    expect([told.includes('Bunker'), told.includes('Conspiracy')]).toEqual([false, false])
    expect(told).toContain(`no longer there (#${venue})`)
    const own = textOf((await (await world.signedIn('editor')).post('/manage/events/new', sent)).text)
    expect([own.includes('Bunker'), own.includes('Conspiracy')]).toEqual([true, true])
  })
})
