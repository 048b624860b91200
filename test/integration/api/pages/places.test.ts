import { expect, it } from 'vitest'
import { embeddedService } from '../../../support/embedded-service.ts'

it.each([
  ['abroad', { country: 'Canada', province: 'ON', state: 'NY' }, 'ON'],
  ['at home', { country: 'USA', province: 'ON', state: 'NY' }, 'NY'],
  ['as sent', { country: 'Canada', province: 'ON', state: 'NY', stateprovince: 'Ontario' }, 'Ontario'],
])('02 §8 stateprovince %s: pages, views, feeds and objects name the same', async (_, sent, region) => {
  const service = await embeddedService({}, undefined, () => Date.UTC(2027, 0, 10, 17))
  await service.operate('set-option', { name: 'map_link_template', value: 'https://map.example/?q=%s' })
  const made = await service.ask('POST /cal/events/v1/events', {
    body: {
      ...{ title: 'Fair', start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 14:00:00' },
      venue: { venue: 'Hall', address: '1 Lane', city: 'Troy', zip: '12180', show_map_link: true, ...sent },
    },
  })
  expect(made.status).toBe(201)
  const { venue } = made.body as { venue: { id: number; stateprovince: string } }
  expect(venue.stateprovince).toBe(region)
  const text = async (url: string) =>
    (await service.app.inject({ url, headers: { accept: 'text/html' } })).body
  const { country } = sent
  expect(await text('/event/fair/')).toMatch(
    new RegExp(`<address>\\s*1 Lane<br />Troy, ${region} 12180<br />${country}`),
  )
  expect(await text('/events/list/')).toContain(`1 Lane, Troy, ${region} 12180, ${country}<`)
  expect((await text('/event/fair/ical/')).replaceAll('\r\n ', '')).toContain(
    `LOCATION:Hall\\, 1 Lane\\, Troy\\, ${region}\\, 12180\\, ${country}`,
  )
  const q = encodeURIComponent(`1 Lane, Troy, ${region}, 12180, ${country}`)
  expect(await text('/venue/hall/')).toContain(`href="https://map.example/?q=${q}"`)
  const { body } = await service.ask(`GET /calx/v1/venues/${venue.id}`)
  expect(body).toMatchObject({ directions_link: `https://map.example/?q=${q}`, state_province: region })
})
