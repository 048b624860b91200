import { expect, it, onTestFinished } from 'vitest'
import { deployment } from '../../support/deployment.ts'
import { eventually } from '../../support/eventually.ts'

const world = () => {
  const { close, ...rest } = deployment()
  onTestFinished(close)
  return rest
}

const event = {
  title: 'Fair',
  start_date: '2031-05-08 10:00:00',
  end_date: '2031-05-08 11:00:00',
  date_utc: '2026-01-02 03:04:05',
  cost: '5',
}

it('00 §7 currency and formats set in one process count in every other at once, for guests and kept answers', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  expect((await one.ask('POST events', { as: 'admin', body: event })).status).toBe(201)
  const shown = async () => (await other.ask('GET events/1')).body
  for (let n = 0; n < 2; n++) expect(await shown()).toMatchObject({ cost: '$5', date: '2026-01-02 03:04:05' })
  await one.operate('set-option', { name: 'currency_symbol', value: '¥' })
  expect(await shown()).toMatchObject({ cost: '¥5' })
  const details = async () => (await other.ask('GET /calx/v1/events/1')).body
  for (const [format, text] of [
    ['j. n. Y', '8. 5. 2031 @ 10:00 am'],
    ['Y/m/d', '2031/05/08 @ 10:00 am'],
  ] as const) {
    await one.operate('set-option', { name: 'date_format', value: format })
    expect(await details()).toMatchObject({ schedule_details: expect.stringContaining(text) as string })
  }
})

it('00 §7 a zone set in one process counts in every other at once', async () => {
  const { started } = world()
  await started('projections')
  const [one, other] = await Promise.all([started('api'), started('api')])
  expect((await one.ask('POST events', { as: 'admin', body: event })).status).toBe(201)
  await one.operate('set-option', { name: 'timezone_string', value: 'Asia/Tokyo' })
  expect((await other.ask('GET events/1')).body).toMatchObject({
    date: '2026-01-02 12:04:05',
    date_utc: '2026-01-02 03:04:05',
  })
})

it.each(['on servers', 'in one process'])(
  '00 §7 %s, settings that stand in kept texts count at once however often they change, also while one takes effect',
  async where => {
    const { started, alone } = world()
    if (where === 'on servers') await started('projections')
    const one = where === 'on servers' ? await started('api') : await alone()
    const other = where === 'on servers' ? await started('api') : one
    expect((await one.ask('POST events', { as: 'admin', body: event })).status).toBe(201)
    const cost = async () => (await other.ask('GET events/1')).body
    for (const symbol of ['¥', '£', '€']) {
      await one.operate('set-option', { name: 'currency_symbol', value: symbol })
      expect(await cost()).toMatchObject({ cost: `${symbol}5` })
    }
    await Promise.all([
      one.operate('set-option', { name: 'currency_symbol', value: '₩' }),
      other.operate('set-option', { name: 'timezone_string', value: 'Asia/Tokyo' }),
    ])
    expect(await cost()).toMatchObject({ cost: '₩5', date: '2026-01-02 12:04:05' })
  },
)

/** No zone of its own: the site's counts. */
const feed = {
  ok: true,
  items: [
    {
      title: 'Concert',
      start_date: '2031-05-08 10:00:00',
      end_date: '2031-05-08 11:00:00',
      global_id: 'feed.example?id=1',
    },
  ],
  warnings: [],
}

it('processes that work for imports use the zone as it was set last', async () => {
  const { started } = world()
  await started('projections')
  const api = await started('api')
  await started('workers')
  await api.operate('set-option', { name: 'timezone_string', value: 'Asia/Tokyo' })
  await api.operate('import-file', { origin: 'ics', source: 'school.ics', feed })
  await eventually(async () => {
    const { body } = await api.ask('GET events&start_date=2031-01-01&end_date=2032-01-01')
    expect(body).toMatchObject({
      events: [{ title: 'Concert', timezone: 'Asia/Tokyo', utc_start_date: '2031-05-08 01:00:00' }],
    })
  })
})
