import sharp from 'sharp'
import { expect, it } from 'vitest'
import { sharedService } from '../../support/embedded-service.ts'

const SLOW = 240_000
const service = sharedService({ COMPATIBILITY: 'the-events-calendar' })
const source = 'old.example'

const at = async (url: string) => {
  const { statusCode, headers, payload } = await service().app.inject({ url })
  return { status: statusCode, location: headers.location, payload }
}

it(
  '05 §15 pictures: where one stood leads to it, and a smaller size to the same size',
  async () => {
    const background = { r: 10, g: 90, b: 40 }
    const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background } })
      .png()
      .toBuffer()
    const picture = {
      ...{
        source,
        id: 7_700,
        address: 'https://old.example/wp-content/uploads/2026/05/Fair.png',
        name: 'Fair.png',
      },
      file: bytes.toString('base64'),
    }
    const first = await service().operate('move-in-image', picture)
    expect(first.body).toMatchObject({ items: [{ id: 7_700, here: 7_700, outcome: 'created' }] })
    const again = await service().operate('move-in-image', picture)
    expect(again.body).toMatchObject({ items: [{ here: 7_700, outcome: 'unchanged' }] })

    expect(await at('/wp-content/uploads/2026/05/Fair.png?x=1')).toMatchObject({
      status: 301,
      location: '/media/fair.png',
    })
    expect((await at('/wp-content/uploads/2026/05/Fair-150x150.png')).location).toBe(
      '/media/fair-150x150.png',
    )
    expect((await at('/wp-content/uploads/2026/05/Fair-99x98.png')).location).toBe('/media/fair.png')
    expect((await at('/wp-content/uploads/2026/05/other.png')).status).toBe(404)
  },
  SLOW,
)

it(
  '05 §15 ids, slugs: stored links to what moved in lead to it',
  async () => {
    const event = {
      ...{ title: 'Fair', slug: 'the-fair', status: 'publish', date_utc: '2026-01-02 03:04:05' },
      ...{ modified_utc: '2026-02-03 04:05:06', global_id: 'old.example?id=4100' },
      ...{ start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 12:00:00', timezone: 'Europe/Berlin' },
    }
    const things = [{ id: 4_100, cal: event, calx: null, links: { author: 1 } }]
    const moved = await service().operate('move-in-things', { source, kind: 'event', things })
    expect(moved.body).toMatchObject({ items: [{ here: 4_100, outcome: 'created' }] })
    const { body } = await service().ask('GET /cal/events/v1/events/4100')
    expect(body).toMatchObject({
      ...{ date_utc: '2026-01-02 03:04:05', modified_utc: '2026-02-03 04:05:06', slug: 'the-fair' },
      global_id_lineage: ['school.example?id=4100', 'old.example?id=4100'],
    })
    for (const address of ['/event/the-fair/', '/?p=4100', '/?post_type=tribe_events&p=4100'])
      expect([address, (await at(address)).payload]).toEqual([address, expect.stringContaining('Fair')])
  },
  SLOW,
)
