import { expect, it } from 'vitest'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import { embeddedService } from '../../support/embedded-service.ts'

type Event = Readonly<Record<string, unknown>> & { readonly id: number }

/** Imports a feed the way `import-file` does, and answers with what became of its items. */
const importing = async ({ operate }: Awaited<ReturnType<typeof embeddedService>>, text: string) => {
  const options = { nowUtc: '2027-05-01 20:00:00', siteZone: 'America/New_York' }
  const feed = parseIcs(Buffer.from(text), options)
  const { body, status } = await operate('import-file', {
    source: 'https://school.example/events/ical/',
    origin: 'ics',
    feed,
  })
  expect([status, body]).toEqual([200, expect.anything()])
  const { import_id: id } = body as { import_id: string }
  const shown = async () =>
    (await operate('show-import', { import_id: id })).body as {
      readonly status: string
      readonly items: readonly { readonly outcome: string; readonly title: string }[]
    }
  await expect.poll(async () => (await shown()).status, { timeout: 20_000 }).toBe('success')
  return (await shown()).items.map(({ outcome }) => outcome)
}

/** Without the website: the address in a feed is that of the event's page. */
const told = ({
  title,
  description,
  start_date,
  end_date,
  utc_start_date,
  all_day,
  categories,
  venue,
}: Event) => ({
  ...{ title, start_date, end_date, utc_start_date, all_day },
  categories: (categories as readonly { name: string }[]).map(({ name }) => name),
  venue: (venue as { venue?: string }).venue ?? null,
  hasText: description !== '',
})

it('06 §4 a feed that another calendar imports gives the same events, and importing it again changes nothing', async () => {
  const nowMs = () => Date.UTC(2027, 4, 1, 20)
  const own = await embeddedService({}, undefined, nowMs)
  const other = await embeddedService({}, undefined, nowMs)
  const create = (body: object) => own.ask('POST /cal/events/v1/events', { body })
  await create({
    ...{
      title: 'Fair, with; signs \\ and “more”',
      start_date: '2027-05-08 10:00:00',
      end_date: '2027-05-08 12:00:00',
    },
    ...{
      description: '<p>Cake &amp; tea</p>',
      categories: ['Fairs', 'Food, drink'],
      website: 'https://fair.example/?a=1',
    },
    venue: { venue: 'Main Hall', address: '1 Hill St' },
  })
  await create({ title: 'Closed', start_date: '2027-05-10', end_date: '2027-05-11', all_day: true })
  await create({
    ...{ title: 'Abroad', timezone: 'Europe/Berlin' },
    ...{ start_date: '2027-10-31 02:30:00', end_date: '2027-10-31 04:00:00' },
  })
  await create({ title: 'x'.repeat(300), start_date: '2027-06-01 10:00:00', end_date: '2027-06-01 10:00:00' })
  const feed = (await own.app.inject({ url: '/events/ical/' })).body
  expect(await importing(other, feed)).toEqual(['created', 'created', 'created', 'created'])
  expect(await importing(other, feed)).toEqual(['unchanged', 'unchanged', 'unchanged', 'unchanged'])
  const events = async ({ ask }: typeof own) =>
    (
      (await ask('GET /cal/events/v1/events&start_date=2027-01-01')).body as { events: readonly Event[] }
    ).events.map(told)
  expect(await events(other)).toEqual(await events(own))
})
