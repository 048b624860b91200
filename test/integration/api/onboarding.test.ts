import { describe, expect, it } from 'vitest'
import { basic } from '../../support/embedded-service.ts'
import { ROUTE, world, refusal } from '../../support/onboarding.ts'

describe('06-9 06 §3, 01 §9 onboarding (manage site): who may send the wizard', () => {
  it('action_nonce (string, required) absent: 400 missing', async () => {
    const { service } = await world()
    const { status, body } = await service.ask(`POST ${ROUTE}`, { body: { currentTab: 1 } })
    expect([status, refusal(body).code, refusal(body).data.params]).toEqual([
      400,
      'rest_missing_callback_param',
      ['action_nonce'],
    ])
  })
  it.each([
    ['made up', async () => '0123456789'],
    [
      'of another action',
      (nonceOf: (login: string, action?: string) => Promise<string>) => nonceOf('admin', 'core_rest'),
    ],
    ['of guests', (nonceOf: (login: string, action?: string) => Promise<string>) => nonceOf('guest')],
  ])(
    'not a nonce of action cal_wizard for this caller (session-less for Basic), but one %s: 400 with the nested code and status',
    async (_, make) => {
      const { service, nonceOf } = await world()
      const { status, body } = await service.ask(`POST ${ROUTE}`, {
        body: { action_nonce: await make(nonceOf) },
      })
      expect([status, refusal(body).code]).toEqual([400, 'rest_invalid_param'])
      expect(refusal(body).data.details).toMatchObject({
        action_nonce: {
          code: 'calx_invalid_nonce',
          message: 'action_nonce is not a valid nonce of yours for this: the page /onboarding has one.',
          data: { status: 403 },
        },
      })
    },
  )
  it('a guest with a bad nonce: 400; valid, guest / signed in without manage-site right: 401', async () => {
    const { service, nonceOf } = await world()
    const ask = (action_nonce: string) =>
      service.ask(`POST ${ROUTE}`, { body: { action_nonce }, headers: {} })
    expect((await ask('0123456789')).status).toBe(400)
    const { status, body } = await ask(await nonceOf('guest'))
    expect([status, refusal(body).code]).toEqual([401, 'rest_forbidden'])
  })
  it('an editor with an own nonce: 403', async () => {
    const { service, nonceOf } = await world()
    await service.operate('create-user', {
      login: 'ed',
      email: 'ed@school.example',
      role: 'editor',
      password: 'a long password',
    })
    const { body: made } = await service.operate('create-application-password', { login: 'ed', name: 'x' })
    const headers = basic('ed', (made as { password: string }).password)
    const { status, body } = await service.ask(`POST ${ROUTE}`, {
      body: { action_nonce: await nonceOf('ed') },
      headers,
    })
    expect([status, refusal(body).code]).toEqual([403, 'rest_forbidden'])
  })
  it('GET: 404; a part of a batch: 400', async () => {
    const { service } = await world()
    expect((await service.ask(`GET ${ROUTE}`)).status).toBe(404)
    const { body } = await service.ask('POST /batch/v1', { body: { requests: [{ path: ROUTE }] } })
    expect(body).toMatchObject({ responses: [{ status: 400, body: { code: 'rest_batch_not_allowed' } }] })
  })
  it('the index publishes the nonce alone', async () => {
    const { service } = await world()
    const { body } = await service.ask('GET /calx/v2/onboarding')
    const { routes } = body as { routes: Record<string, { endpoints: unknown }> }
    expect(Object.keys(routes)).toEqual(['/calx/v2/onboarding', ROUTE])
    expect(routes[ROUTE]?.endpoints).toEqual([
      {
        methods: ['POST'],
        args: {
          action_nonce: { type: 'string', description: 'Nonce of action cal_wizard.', required: true },
        },
      },
    ])
  })
  it.each([
    ['begun', 'perhaps'],
    ['finished', []],
    ['optin', 'x'],
    ['eventTickets', 'x'],
    ['currentTab', -1],
    ['currentTab', 100],
    ['completedTabs', [0, 100]],
    ['currentTab', 'x'],
    ['completedTabs', ['x']],
    ['skippedTabs', [-1]],
    ['venue', 'Hall'],
    ['organizer', [1]],
  ])('%s %j: 400, nothing is stored', async (member, value) => {
    const { send, progress } = await world()
    const { status, body } = await send({ [member]: value })
    expect([status, Object.keys(refusal(body).data.params as object)]).toEqual([400, [member]])
    expect(await progress()).toMatchObject({ last_send: null })
  })
})

describe('06 §3 progress: begun, finished, optin, eventTickets; currentTab; completedTabs, skippedTabs', () => {
  it('06-12 numbers once, what is completed is not skipped; absent members keep what is stored', async () => {
    const { send, progress } = await world()
    expect(
      (await send({ completedTabs: [1, 1, 0], skippedTabs: [2, 3, 1], currentTab: 2 })).body,
    ).toMatchObject({ success: true })
    const stored = {
      begun: false,
      finished: false,
      current_tab: 2,
      completed_tabs: [1, 0],
      skipped_tabs: [2, 3],
    }
    expect(await progress()).toMatchObject(stored)
    expect((await send({})).status).toBe(200)
    expect(await progress()).toMatchObject(stored)
  })
  it('finished implies begun, which completes tab 0; the current tab is completed', async () => {
    const { send, progress } = await world()
    await send({ finished: true, currentTab: 4 })
    expect(await progress()).toMatchObject({ begun: true, finished: true, completed_tabs: [0, 4] })
  })
  it('tells when it was last sent', async () => {
    const { send, progress } = await world()
    await send({ begun: true })
    expect(await progress()).toMatchObject({
      last_send: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
    })
  })
})

describe('06 §3 opt-in and tickets', () => {
  it('opt-in is stored when both were sent', async () => {
    const { send, data } = await world()
    await send({ optin: true })
    expect((await data())['optin']).toBeNull()
    for (const optin of [true, true, false]) {
      await send({ optin, currentTab: 0 })
      expect((await data())['optin']).toBe(optin)
    }
  })
  it('tickets are a wish from tab 5 on', async () => {
    const { send, data } = await world()
    await send({ eventTickets: true, currentTab: 4 })
    expect((await data())['tickets']).toBeNull()
    await send({ eventTickets: true, currentTab: 5 })
    expect((await data())['tickets']).toBe(true)
  })
})

describe('06 §3 settings: currency (code, e.g. EUR), date_format, timezone_string, start_of_week (0-6), calEnableViews (list of list, month, day; all dropped)', () => {
  it('06-10 all steps fine: the time zone is stored, and an unknown one is not', async () => {
    const { send, root } = await world()
    const { status, body } = await send({ currentTab: 1, timezone_string: 'Europe/Paris' })
    expect([status, body]).toEqual([
      200,
      { success: true, message: ['Progress saved.', 'Time zone: saved.'] },
    ])
    expect((await root())['timezone_string']).toBe('Europe/Paris')
    // a fixed offset is no name
    for (const timezone_string of ['Mars/X', 'UTC+3']) {
      const bad = await send({ currentTab: 1, timezone_string })
      expect([bad.status, (bad.body as { success: boolean }).success]).toEqual([400, false])
    }
    expect((await root())['timezone_string']).toBe('Europe/Paris')
  })
  it('all or none', async () => {
    const { send, root, settings } = await world()
    const { status, body } = await send({ currentTab: 1, timezone_string: 'Europe/Paris', currency: 'XXX' })
    expect([status, (body as { message: string[] }).message]).toEqual([
      400,
      ['Progress saved.', 'Currency: there is none with the code XXX.'],
    ])
    expect((await root())['timezone_string']).toBe('America/New_York')
    expect(await settings()).toMatchObject({ currency: 'USD' })
  })
  it('currency, date format, first day, views', async () => {
    const { send, service, settings } = await world()
    const sent = {
      currency: 'EUR',
      date_format: 'j. F Y',
      start_of_week: 1,
      calEnableViews: ['all', 'month', 'day'],
    }
    expect((await send({ currentTab: 1, ...sent })).status).toBe(200)
    expect(await settings()).toEqual({
      ...{ currency: 'EUR', date_format: 'j. F Y', start_of_week: '1' },
      ...{ timezone_string: 'America/New_York', views: ['month', 'day'] },
    })
    // what was made before shows the new ones
    const { body: event } = await service.ask('POST /cal/events/v1/events', {
      body: { title: 'Fair', start_date: '2027-05-08', end_date: '2027-05-08', cost: '5' },
    })
    expect(event).toMatchObject({ cost: '€5' })
    const { body } = await send({ currentTab: 1, ...sent })
    expect((body as { message: string[] }).message).toEqual([
      'Progress saved.',
      'Currency: as it was.',
      'Date format: as it was.',
      'First day of the week: as it was.',
      'Views: as it was.',
    ])
  })
  it.each([
    ['currency', 'EURO'],
    ['start_of_week', 7],
    ['start_of_week', -1],
    ['calEnableViews', ['month', 'year']],
    ['timezone_string', 'Paris'],
  ])('an unknown %s, %j: 400, nothing changes', async (member, value) => {
    const { send, settings } = await world()
    const before = await settings()
    const { status, body } = await send({ currentTab: 1, [member]: value })
    expect([status, (body as { success: boolean }).success]).toEqual([400, false])
    expect(await settings()).toEqual(before)
  })
  it('empty members and earlier tabs change nothing', async () => {
    const { send, settings } = await world()
    const before = await settings()
    const nothing = {
      currency: '',
      date_format: '',
      timezone_string: '',
      start_of_week: '',
      calEnableViews: [],
    }
    expect((await send({ currentTab: 1, ...nothing })).status).toBe(200)
    expect((await send({ currentTab: 0, timezone_string: 'Europe/Paris' })).status).toBe(200)
    expect((await send({ timezone_string: 'Europe/Paris' })).status).toBe(200)
    expect(await settings()).toEqual(before)
  })
})

describe('06 §3 organizer, venue: venue {venueId, name, address, city, state, zip, country, phone, website}, organizer {organizerId, name, phone, email, website}', () => {
  it('06-11 one venue, however often it is sent with its id', async () => {
    const { send, names } = await world()
    const { status, body } = await send({ currentTab: 5, finished: true, venue: { name: 'Aula' } })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: ['Progress saved.', 'Venue: made.'],
        venue_id: expect.any(Number) as unknown,
      },
    ])
    const { venue_id: venueId } = body as { venue_id: number }
    const again = await send({ currentTab: 5, finished: true, venue: { venueId, name: 'Aula' } })
    expect([again.status, again.body]).toEqual([
      200,
      { success: true, message: ['Progress saved.', 'Venue: there already.'] },
    ])
    expect(await names('venues')).toEqual(['Aula'])
  })
  it('both are published, with everything that was sent', async () => {
    const { send, service } = await world()
    const { body } = await send({
      currentTab: 5,
      venue: {
        ...{ name: 'Aula', address: '1 School Lane', city: 'Troy', state: 'NY', zip: '12180' },
        ...{ country: 'United States', phone: '555', website: 'https://hall.example/' },
      },
      organizer: { name: 'PTA', phone: '556', email: 'pta@school.example', website: 'https://pta.example/' },
    })
    const { venue_id, organizer_id } = body as { venue_id: number; organizer_id: number }
    const guest = { headers: {} }
    expect((await service.ask(`GET /cal/events/v1/venues/${venue_id}`, guest)).body).toMatchObject({
      ...{
        status: 'publish',
        venue: 'Aula',
        address: '1 School Lane',
        city: 'Troy',
        state: 'NY',
        zip: '12180',
      },
      ...{ country: 'United States', phone: '555', website: 'https://hall.example/' },
    })
    expect((await service.ask(`GET /cal/events/v1/organizers/${organizer_id}`, guest)).body).toMatchObject({
      ...{ status: 'publish', organizer: 'PTA', phone: '556' },
      ...{ email: 'pta@school.example', website: 'https://pta.example/' },
    })
  })
  it('not before tab 5', async () => {
    const { send, names } = await world()
    expect((await send({ currentTab: 4, venue: { name: 'Aula' } })).status).toBe(200)
    expect(await names('venues')).toEqual([])
  })
  it.each([
    [{ city: 'Troy' }],
    [{ name: '' }],
    [{ name: '   ' }],
    [{ name: ['x'] }],
    [{ name: 'Aula', website: 'javascript:alert(1)' }],
  ])(
    'a step fails: the venue %j: 400, none is made; earlier steps stay, later ones are not run',
    async venue => {
      const { send, names, data } = await world()
      const { status, body } = await send({
        currentTab: 5,
        organizer: { name: 'PTA' },
        venue,
        eventTickets: true,
      })
      expect([status, (body as { success: boolean }).success]).toEqual([400, false])
      expect((body as { message: string[] }).message).toHaveLength(3)
      expect([await names('organizers'), await names('venues')]).toEqual([['PTA'], []])
      expect((await data())['tickets']).toBeNull()
    },
  )
  it('the organizer of a try whose venue fails is named, and made once however often it is tried', async () => {
    const { send, names } = await world()
    const organizer = { name: 'PTA' }
    const failed = await send({ currentTab: 5, organizer, venue: { name: '' } })
    expect([failed.status, failed.body]).toEqual([
      400,
      {
        success: false,
        message: ['Progress saved.', 'Organizer: made.', 'Venue: A name is needed.'],
        organizer_id: expect.any(Number) as unknown,
      },
    ])
    const { organizer_id: organizerId } = failed.body as { organizer_id: number }
    const again = await send({
      currentTab: 5,
      organizer: { ...organizer, organizerId },
      venue: { name: 'Aula' },
    })
    expect(again.status).toBe(200)
    expect([await names('organizers'), await names('venues')]).toEqual([['PTA'], ['Aula']])
    expect((await send({ currentTab: 5, venue: { name: '' } })).body).toEqual({
      success: false,
      message: ['Progress saved.', 'Venue: A name is needed.'],
    })
  })
})
