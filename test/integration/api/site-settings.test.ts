import { describe, expect, it } from 'vitest'
import { optionNames } from '../../../services/site/options.ts'
import { embeddedService, sharedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const set = ({ operate }: EmbeddedService, name: string, value: string) =>
  operate('set-option', { name, value })
const guest = { headers: {} }

const fair = {
  title: 'Fair',
  start_date: '2031-05-08 10:00:00',
  end_date: '2031-05-08 11:00:00',
  date_utc: '2026-01-02 03:04:05',
  cost: '5',
}

describe('00 §7 set-option', () => {
  it('root members change at once, for guests whose answer was kept, too', async () => {
    const service = await embeddedService()
    for (let n = 0; n < 3; n++) await service.ask('GET /', guest)
    for (const [name, value] of [
      ['name', 'Hill School'],
      ['description', 'All dates'],
      ['timezone_string', 'europe/berlin'],
      ['page_for_posts', '4'],
      ['page_on_front', '5'],
      ['show_on_front', 'page'],
    ] as const)
      expect(await set(service, name, value)).toMatchObject({ status: 200, body: { name } })
    expect((await service.ask('GET /', guest)).body).toMatchObject({
      name: 'Hill School',
      description: 'All dates',
      timezone_string: 'Europe/Berlin',
      page_for_posts: 4,
      page_on_front: 5,
      show_on_front: 'page',
    })
  })

  it('gmt_offset is that of now, in an answer that was kept before clocks were put forward, too', async () => {
    // 01:30 of the night in which New York goes from -5 to -4 at 02:00
    const clock = { ms: Date.UTC(2027, 2, 14, 6, 30) }
    const service = await embeddedService({}, undefined, () => clock.ms)
    for (let n = 0; n < 3; n++)
      expect((await service.ask('GET /', guest)).body).toMatchObject({ gmt_offset: -5 })
    clock.ms = Date.UTC(2027, 2, 14, 6, 59, 59)
    expect((await service.ask('GET /', guest)).body).toMatchObject({ gmt_offset: -5 })
    clock.ms = Date.UTC(2027, 2, 14, 7)
    expect((await service.ask('GET /', guest)).body).toMatchObject({ gmt_offset: -4 })
  })

  it('an empty timezone_string leaves the zone to gmt_offset', async () => {
    const service = await embeddedService()
    await set(service, 'gmt_offset', '5.5')
    await set(service, 'timezone_string', '')
    expect((await service.ask('GET /', guest)).body).toMatchObject({ timezone_string: '', gmt_offset: 5.5 })
  })

  it('texts that were made with other settings are made anew: dates, addresses and currency', async () => {
    const service = await embeddedService()
    expect((await service.ask('POST /cal/events/v1/events', { body: fair })).status).toBe(201)
    await set(service, 'timezone_string', 'Asia/Tokyo')
    await set(service, 'currency_symbol', '¥')
    await set(service, 'url', 'https://other.example/cal/')
    const list = 'GET /cal/events/v1/events&start_date=2000-01-01&end_date=2040-01-01'
    const { events } = (await service.ask(list, guest)).body as { events: object[] }
    const one = (await service.ask('GET /cal/events/v1/events/1', guest)).body
    expect(events).toHaveLength(1)
    for (const shown of [events[0], one])
      expect(shown).toMatchObject({
        date: '2026-01-02 12:04:05',
        date_utc: '2026-01-02 03:04:05',
        url: 'https://other.example/cal/event/fair/',
        cost: '¥5',
      })
  })

  it('date_format, time_format and map_link_template count at once, in answers that were kept, too (03 §1.1, §1.3)', async () => {
    const service = await embeddedService()
    await service.ask('POST /cal/events/v1/events', { body: fair })
    const hall = { venue: 'Hall', address: '1 School Lane', city: 'Troy', status: 'publish' }
    const { id } = (await service.ask('POST /cal/events/v1/venues', { body: hall })).body as { id: number }
    const shown = async (request: string, member: string) =>
      Object.entries((await service.ask(request, guest)).body as object).find(
        ([name]) => name === member,
      )?.[1] as unknown
    const details = () => shown('GET /calx/v1/events/1', 'schedule_details')
    const directions = async () => {
      const alone = await shown(`GET /calx/v1/venues/${id}`, 'directions_link')
      const { body } = await service.ask('GET /calx/v1/venues', guest)
      expect((body as readonly object[])[0]).toHaveProperty('directions_link', alone)
      return alone
    }
    for (let n = 0; n < 2; n++) {
      expect(await details()).toBe(
        '<span class="cal-event-date-start">May 8, 2031 @ 10:00 am</span> - <span class="cal-event-time">11:00 am</span>',
      )
      expect(await directions()).toBe(
        'https://www.openstreetmap.org/search?query=1%20School%20Lane%2C%20Troy',
      )
    }
    await set(service, 'date_format', 'j. n. Y')
    expect(await details()).toContain('>8. 5. 2031 @ 10:00 am<')
    await set(service, 'time_format', 'H:i')
    expect(await details()).toBe(
      '<span class="cal-event-date-start">8. 5. 2031 @ 10:00</span> - <span class="cal-event-time">11:00</span>',
    )
    await set(service, 'map_link_template', 'https://maps.example/?q=%s')
    expect(await directions()).toBe('https://maps.example/?q=1%20School%20Lane%2C%20Troy')
    await set(service, 'map_link_template', '')
    expect(await directions()).toBe('')
  })

  it('per_page counts for lists that ask for none, and 20 when it is empty', async () => {
    const service = await embeddedService()
    const names = Array.from({ length: 25 }, (_, n) => `Tag ${n}`)
    for (const name of names) await service.ask('POST /cal/events/v1/tags', { body: { name } })
    const shown = async () =>
      ((await service.ask('GET /cal/events/v1/tags&hide_empty=0', guest)).body as { tags: object[] }).tags
        .length
    expect(await shown()).toBe(10)
    await set(service, 'per_page', '7')
    expect(await shown()).toBe(7)
    await set(service, 'per_page', '')
    expect(await shown()).toBe(20)
  })

  it('unfiltered_html off cleans what administrators send (01 §9)', async () => {
    const service = await embeddedService()
    const sent = { ...fair, description: '<p>A</p><script>alert(1)</script>' }
    const describe = async () =>
      ((await service.ask('POST /cal/events/v1/events', { body: sent })).body as { description: string })
        .description
    expect(await describe()).toContain('<script>')
    await set(service, 'unfiltered_html', 'off')
    expect(await describe()).not.toContain('script')
  })

  it('application_passwords off: Basic is ignored and not offered; on: over plain http, too (01 §8.1)', async () => {
    const service = await embeddedService({ SITE_URL: 'http://school.example' })
    const offered = async () => {
      const { authentication } = (await service.ask('GET /')).body as { authentication: object }
      return Object.keys(authentication).length > 0
    }
    const create = async () => (await service.ask('POST /cal/events/v1/tags', { body: { name: 'A' } })).status
    expect([await offered(), await create()]).toEqual([false, 401])
    await set(service, 'application_passwords', 'on')
    expect([await offered(), await create()]).toEqual([true, 201])
    await set(service, 'application_passwords', 'off')
    expect([await offered(), await create()]).toEqual([false, 401])
  })

  it('imports are registered with the settings unless they say otherwise', async () => {
    const service = await embeddedService()
    const password = 'a password'
    await service.operate('create-user', {
      login: 'ada',
      email: 'ada@school.example',
      role: 'editor',
      password,
    })
    await set(service, 'import_user', 'ada')
    await set(service, 'import_post_status', 'draft')
    await set(service, 'import_update_authority', 'retain')
    await set(service, 'import_interval', '30')
    const register = { origin: 'ics', source: 'feed', import_id: 'feed1' }
    expect(await service.operate('register-import', register)).toMatchObject({ status: 201 })
    expect((await service.ask('GET /admin/imports/feed1')).body).toMatchObject({
      post_status: 'draft',
      update_authority: 'retain',
      author: 2,
    })
  })

  it('import_user is somebody who may edit events; who may not any more is named by the setting', async () => {
    const service = await embeddedService()
    for (const role of ['author', 'contributor', 'subscriber'])
      await service.operate('create-user', {
        ...{ login: role, email: `${role}@school.example`, role, password: 'a password' },
      })
    for (const login of ['contributor', 'subscriber@school.example', '4'])
      expect(await set(service, 'import_user', login)).toMatchObject({
        status: 400,
        body: {
          data: {
            params: {
              value:
                'this user may not edit events, as imports do: it takes the role author, editor or administrator',
            },
          },
        },
      })
    expect(await set(service, 'import_user', 'author')).toMatchObject({ status: 200, body: { value: 2 } })
    await service.operate('set-role', { login: 'author', role: 'subscriber' })
    expect(await service.operate('register-import', { origin: 'ics', source: 'feed' })).toMatchObject({
      status: 400,
      body: {
        data: {
          params: { author: 'author: the user of imports (import_user) is not a user who may edit events.' },
        },
      },
    })
  })

  const untouched = sharedService()
  it.each([
    ['planet', 'x', 'name'],
    ['name', '', 'value'],
    ['name', 'two\nlines', 'value'],
    ['url', 'ftp://school.example', 'value'],
    ['url', 'https://user:pw@school.example', 'value'],
    ['url', 'https://school.example/"onload', 'value'],
    ['url', 'https://школа.example', 'value'],
    ['home', 'school', 'value'],
    ['timezone_string', 'Mars/Base', 'value'],
    ['timezone_string', 'UTC+3', 'value'],
    ['gmt_offset', '15', 'value'],
    ['gmt_offset', '5.3', 'value'],
    ['page_for_posts', '-1', 'value'],
    ['show_on_front', 'home', 'value'],
    ['per_page', '0', 'value'],
    ['start_of_week', '7', 'value'],
    ['date_format', '', 'value'],
    ['map_link_template', 'https://maps.example/', 'value'],
    ['map_link_template', 'maps.example/%s', 'value'],
    ['map_link_template', 'javascript:alert(%s)', 'value'],
    ['map_link_template', 'https://%s/', 'value'],
    ['currency_position', 'left', 'value'],
    ['unfiltered_html', 'yes', 'value'],
    ['enabled_views', 'week', 'value'],
    ['enabled_views', 'month', 'value'],
    ['default_view', 'week', 'value'],
    ['import_user', 'nobody', 'value'],
    ['import_post_status', 'trash', 'value'],
    ['import_update_authority', 'mine', 'value'],
    ['import_interval', '9', 'value'],
    ['csv_date_order', 'DYM', 'value'],
    ['stall_timeout', '0', 'value'],
    ['keep_import_payloads', '31', 'value'],
    ['keep_trashed_versions', '1.5', 'value'],
    ['keep_sign_ins', '0', 'value'],
    ['keep_sign_ins', 'never', 'value'],
    ['application_passwords', 'maybe', 'value'],
  ])('%s %j is refused by the argument and changes nothing', async (name, value, argument) => {
    const service = untouched()
    expect(await set(service, name, value)).toMatchObject({
      status: 400,
      body: { data: { params: { [argument]: expect.any(String) as string } } },
    })
    expect((await service.operate('history', { type: 'site' })).body).toEqual({ entries: [] })
  })

  it('every setting of 00 §7 and 01 §8.1 can be set', async () => {
    const values = {
      name: 'A',
      description: '',
      url: 'https://a.example',
      home: 'https://b.example',
      timezone_string: 'UTC',
      gmt_offset: '-3',
      page_for_posts: '1',
      page_on_front: '1',
      show_on_front: 'page',
      per_page: '5',
      start_of_week: '1',
      date_format: 'j. F Y',
      time_format: 'H:i',
      map_link_template: 'https://maps.example/?q=%s',
      currency_symbol: '€',
      currency_code: 'EUR',
      currency_position: 'postfix',
      unfiltered_html: 'off',
      enabled_views: 'list, day',
      default_view: 'day',
      import_user: 'admin',
      import_post_status: 'draft',
      import_update_authority: 'retain',
      import_interval: '60',
      csv_date_order: 'DMY',
      stall_timeout: '90',
      keep_import_payloads: '7',
      keep_sign_ins: '90',
      keep_trashed_versions: 'for ever',
      application_passwords: 'on',
    }
    expect(Object.keys(values).sort()).toEqual([...optionNames].sort())
    const service = await embeddedService()
    for (const [name, value] of Object.entries(values))
      expect((await set(service, name, value)).status).toBe(200)
  })
})

describe('what was set', () => {
  it('is in the history of the site, and survives a restart over the environment', async () => {
    const folder = temporaryFolder()
    const first = await embeddedService({}, folder)
    await set(first, 'name', 'Hill School')
    await set(first, 'name', 'Hill School')
    await set(first, 'url', 'https://hill.example')
    await first.ask('POST /cal/events/v1/events', { body: fair })
    const told = [
      { fact: 'SiteSettingsChanged', source: 'operator', changes: { url: [null, 'https://hill.example'] } },
      { fact: 'SiteSettingsChanged', source: 'operator', changes: { name: [null, 'Hill School'] } },
    ]
    expect((await first.ask('GET /admin/history/site/1')).body).toMatchObject(told)
    expect((await first.operate('history', { type: 'site' })).body).toMatchObject({ entries: told })
    await first.stop()
    const second = await embeddedService({ SITE_NAME: 'From outside' }, folder)
    expect((await second.ask('GET /', guest)).body).toMatchObject({
      name: 'Hill School',
      url: 'https://hill.example',
    })
    expect((await second.ask('GET /cal/events/v1/events/1', guest)).body).toMatchObject({
      url: 'https://hill.example/event/fair/',
    })
  })
})
