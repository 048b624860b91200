import type { Role } from '../../../shared/facts/user.ts'
import { browser } from '../browser.ts'
import { startedService } from '../embedded-service.ts'
import { freePort } from '../free-port.ts'
import { madeFolder } from '../temporary-folder.ts'

export const PASSWORD = 'a very good password'

export const pathOf = (url: string): string => url.replace(/^https?:\/\/[^/]+/, '')

type Sent = { readonly body?: object; readonly guest?: boolean }
type Answer = { readonly status: number; readonly body: unknown }

/** The body of what went well. */
const bodyOf = (request: string, { status, body }: Answer): unknown => {
  if (status >= 300) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** The whole service in this process, at an address of its own, with an administrator `admin`. */
export const openSite = async () => {
  const { folder, remove } = madeFolder()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service = await startedService(
    { SITE_URL: url, SITE_NAME: 'Hillside School', ADMIN_PASSWORD: PASSWORD },
    folder,
  )
  await service.app.listen({ host: '127.0.0.1', port })
  /** An operator command by its arguments' names. */
  const operate = async (name: string, body: object): Promise<void> => {
    bodyOf(name, await service.operate(name, body))
  }
  return {
    url,
    /** `POST /cal/events/v1/events`, as the administrator. */
    ask: async <Body>(request: string, { body, guest = false }: Sent = {}): Promise<Body> => {
      const sent = { ...(body === undefined ? {} : { body }), ...(guest ? { headers: {} } : {}) }
      return bodyOf(request, await service.ask(request, sent)) as Body
    },
    operate,
    createUser: (login: string, role: Role, password: string) =>
      operate('create-user', { login, email: `${login}@school.example`, role, password }),
    /** The cookies that a browser has of somebody who signed in. */
    signIn: async (login: string, password: string): Promise<ReadonlyMap<string, string>> => {
      const { cookies, signIn } = browser(service)
      await signIn(login, password)
      return cookies
    },
    close: async () => {
      await service.stop()
      remove()
    },
  }
}
export type Site = Awaited<ReturnType<typeof openSite>>

type Made = { readonly id: number; readonly url: string }

const LONG =
  'Annual general meeting of the parents’ association with elections, the treasurer’s report and a long discussion'

/** A school's May 2027 and some weeks around it: overlapping, long, all-day, featured and protected events. */
export const fillSite = async ({ ask }: Site) => {
  const event = (title: string, from: string, to: string, more: object = {}) =>
    ask<Made>('POST /cal/events/v1/events', {
      body: { title, start_date: from, end_date: to, ...more },
    })
  const fair = await event('Book fair', '2027-05-12 10:00:00', '2027-05-12 15:00:00', {
    description:
      '<p>Second-hand books, cake and coffee in the main hall. All proceeds go to the library.</p><ul><li>Bring books until Tuesday</li><li>Sale from ten o’clock</li></ul>',
    cost: '5',
    website: 'https://books.example/fair',
    venue: {
      venue: 'Main Hall',
      address: '12 Hill Street',
      city: 'Troy',
      country: 'United States',
      zip: '12180',
    },
    organizer: [{ organizer: 'Parents’ association', email: 'pta@school.example', phone: '555-0100' }],
    categories: ['Fairs'],
    tags: ['library', 'books'],
  })
  const venue = await ask<{ venue: { id: number; url: string }; organizer: readonly Made[] }>(
    `GET /cal/events/v1/events/${fair.id}`,
  )
  await event('Chess club', '2027-05-12 14:00:00', '2027-05-12 16:00:00', { categories: ['Clubs'] })
  await event('Choir rehearsal', '2027-05-12 14:30:00', '2027-05-12 17:30:00', { categories: ['Music'] })
  await event(LONG, '2027-05-12 19:00:00', '2027-05-12 21:30:00', { venue: venue.venue.id })
  await event('Class trip to the lakes', '2027-05-17 08:00:00', '2027-05-20 18:00:00', { featured: true })
  await event('School closed', '2027-05-31 00:00:00', '2027-05-31 23:59:59', { all_day: true })
  for (const [n, day] of ['03', '10', '17', '24'].entries())
    await event(`Swimming, group ${n + 1}`, `2027-05-${day} 15:00:00`, `2027-05-${day} 16:00:00`)
  await event('Summer concert', '2027-06-18 18:00:00', '2027-06-18 20:00:00', { categories: ['Music'] })
  return { fair, venue: venue.venue, organizer: venue.organizer[0] ?? { id: 0, url: '' } }
}
export type Filled = Awaited<ReturnType<typeof fillSite>>
