import sharp from 'sharp'
import { gate } from '../../shared/gate.ts'
import { basic, type EmbeddedService } from './embedded-service.ts'

type Made = { readonly id: number }

const STATUSES = ['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future'] as const
const COSTS = ['', '10', '5-20', '€7.50', 'Free', 'Donation $5', '0'] as const
const ZONES = ['America/New_York', 'Europe/Berlin', 'UTC', 'UTC+5:30'] as const

const picture = async (shade: number): Promise<string> => {
  const background = { r: shade % 256, g: (shade * 7) % 256, b: 40 }
  const bytes = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  return bytes.toString('base64')
}

const day = (n: number) =>
  `${2025 + (n % 4)}-${String((n % 12) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`

/** Calls of the first generation that have to be answered well. */
const making =
  (service: EmbeddedService) =>
  async (request: string, body: object): Promise<Made> => {
    const { status, body: made } = await service.ask(request, { body })
    if (status >= 300) throw new Error(`${request} answered ${status}: ${JSON.stringify(made)}`)
    return made as Made
  }

type Named = {
  readonly categories: readonly number[]
  readonly tags: readonly number[]
  readonly venues: readonly number[]
  readonly organizers: readonly number[]
  readonly pictures: readonly number[]
}

const one = (ids: readonly number[], n: number): number => ids[n % ids.length] ?? 0

const eventBody = (n: number, { categories, tags, venues, organizers, pictures }: Named): object => {
  const status = STATUSES[n % STATUSES.length]
  return {
    title: n % 5 === 0 ? `Fête & “Fair” ${n}` : `Event ${n}`,
    description:
      n % 3 === 0
        ? `<!-- wp:paragraph -->\n<p>Block ${n} &amp; more</p>\n<!-- /wp:paragraph -->`
        : `Line one of ${n}\n\nLine <b>two</b>`,
    excerpt: n % 4 === 0 ? `In short: ${n}` : '',
    ...(n % 6 === 0 ? { slug: `own-slug-${n}` } : {}),
    start_date: `${day(n)} ${n % 9 === 0 ? '00' : '09'}:30:00`,
    end_date: `${day(n)} 17:45:00`,
    all_day: n % 8 === 0,
    timezone: ZONES[n % ZONES.length],
    cost: COSTS[n % COSTS.length],
    ...(n % 3 === 1 ? { website: `https://event.example/${n}?a=1&b=2` } : {}),
    featured: n % 7 === 0,
    sticky: n % 11 === 0,
    hide_from_listings: n % 13 === 0,
    show_map: n % 2 === 0,
    show_map_link: n % 3 === 0,
    status: status === 'future' ? 'publish' : status,
    ...(status === 'future'
      ? { date: '2031-05-01 10:00:00' }
      : { date: `2024-03-${String((n % 28) + 1).padStart(2, '0')} 08:00:00` }),
    categories: n % 4 === 3 ? [] : [one(categories, n), one(categories, n + 3)],
    tags: n % 5 === 4 ? [] : [one(tags, n)],
    venue: n % 6 === 5 ? [] : n % 12 === 1 ? [one(venues, n), one(venues, n + 1)] : [one(venues, n)],
    organizer: n % 4 === 2 ? [] : [one(organizers, n), one(organizers, n + 2)],
    ...(n % 10 === 0 ? { image: String(one(pictures, n)) } : {}),
  }
}

/** A calendar with things of every kind: as many events, and some of everything that they name. */
export const fillCalendar = async (service: EmbeddedService, events: number): Promise<void> => {
  const make = making(service)
  const cal = 'POST /cal/events/v1'
  const pictures: number[] = []
  for (let n = 0; n < 6; n++) {
    const { body } = await service.operate('add-image', {
      name: `bild-${n}.png`,
      file: await picture(n * 40),
    })
    pictures.push((body as Made).id)
  }
  const categories: number[] = []
  for (let n = 0; n < 12; n++) {
    const parent = n % 3 === 0 ? 0 : (categories[n - 1] ?? 0)
    const made = { name: `Kind ${n} & co`, description: n % 2 === 0 ? `<em>About</em> ${n}` : '', parent }
    categories.push((await make(`${cal}/categories`, made)).id)
  }
  const tags: number[] = []
  for (let n = 0; n < 8; n++)
    tags.push((await make(`${cal}/tags`, { name: `tag ${n}`, slug: `the-tag-${n}` })).id)
  const venues: number[] = []
  for (let n = 0; n < 10; n++)
    venues.push(
      (
        await make(`${cal}/venues`, {
          venue: `Hall ${n} & Yard`,
          description: `<p>Room ${n}</p>`,
          ...{ address: `${n} Main St`, city: 'Troy', zip: '12180', phone: `555-010${n}` },
          ...(n % 2 === 0
            ? { country: 'United States', state: 'NY' }
            : { country: 'Germany', province: 'Hessen' }),
          ...(n % 3 === 0 ? { website: 'https://hall.example/?x=1&y=2' } : {}),
          ...(n === 3 ? { image: String(pictures[0]) } : {}),
          show_map: n % 2 === 1,
        })
      ).id,
    )
  const organizers: number[] = []
  for (let n = 0; n < 6; n++)
    organizers.push(
      (
        await make(`${cal}/organizers`, {
          organizer: `Team ${n}`,
          ...(n % 2 === 0
            ? { email: `team${n}@school.example`, phone: '555-0200' }
            : { website: 'https://team.example/' }),
          ...(n === 5 ? { status: 'draft' } : {}),
        })
      ).id,
    )
  const named = { categories, tags, venues, organizers, pictures }
  const inTurn = gate(8)
  await Promise.all(
    Array.from({ length: events }, (_, n) => inTurn(() => make(`${cal}/events`, eventBody(n, named)))),
  )
}

/** Things that the calendars of schools have now and then: trash, a password, another author. */
export const addOddities = async (service: EmbeddedService): Promise<{ readonly protectedId: number }> => {
  const make = making(service)
  const dates = { start_date: '2027-04-01 10:00:00', end_date: '2027-04-01 11:00:00' }
  const gone = await make('POST /cal/events/v1/events', { title: 'Called off', ...dates })
  await service.ask(`DELETE /cal/events/v1/events/${gone.id}`)
  const shut = await make('POST /cal/events/v1/events', {
    title: 'Staff only',
    description: '<p>Inside</p>',
    ...dates,
  })
  await service.operate('set-password', { type: 'event', id: String(shut.id), text: 'open sesame' })
  await service.operate('create-user', {
    ...{ login: 'grace', email: 'grace@school.example', role: 'editor', password: 'a long account password' },
  })
  const { body } = await service.operate('create-application-password', { login: 'grace', name: 'writing' })
  const { password } = body as { readonly password: string }
  await service.ask('POST /cal/events/v1/events', {
    headers: basic('grace', password),
    body: { title: 'By Grace', ...dates },
  })
  return { protectedId: shut.id }
}
