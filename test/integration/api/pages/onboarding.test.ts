import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { ROUTE, world } from '../../../support/onboarding.ts'

describe('00 §5 {base_url}/onboarding', () => {
  it('is for administrators only', async () => {
    const { service } = await world()
    const guest = browser(service)
    const { status, location } = await guest.get('/onboarding')
    expect([status, location]).toEqual([
      302,
      'https://school.example/sign-in?redirect_to=https%3A%2F%2Fschool.example%2Fonboarding',
    ])
    await service.operate('create-user', {
      ...{ login: 'ed', email: 'ed@school.example', role: 'editor', password: 'a long password' },
    })
    await guest.signIn('ed', 'a long password')
    expect((await guest.get('/onboarding')).status).toBe(403)
    expect((await guest.ask('POST /onboarding', { form: {} })).status).toBe(403)
  })
  it('has a JSON block with both nonces, which work', async () => {
    const { data, service, admin } = await world()
    const { action_nonce, rest_nonce, rest_url } = await data()
    expect(rest_url).toBe('https://school.example/index.php?rest_route=/calx/v2/onboarding/wizard')
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = (headers: Record<string, string>) =>
      service.ask(`POST ${ROUTE}`, { body: { action_nonce, begun: true }, headers: { cookie, ...headers } })
    expect((await ask({ 'x-core-nonce': String(rest_nonce) })).body).toEqual({
      ...{ success: true, message: ['Progress saved.'] },
    })
    // without the REST nonce it is a guest, whose nonce this is not
    expect((await ask({})).status).toBe(400)
  })
  it('without scripts the whole form is sent at once', async () => {
    const { admin, names, settings, progress } = await world()
    const { status, text } = await admin.submit('/onboarding', {
      ...{ timezone_string: 'Europe/Paris', date_format: 'Y-m-d', start_of_week: '1', currency: 'EUR' },
      ...{ 'calEnableViews[]': 'month', 'organizer[name]': '', 'venue[name]': 'Aula', 'venue[city]': 'Troy' },
    })
    expect(status).toBe(200)
    expect(text).toContain('The calendar is ready')
    expect(text).toContain('<li>Venue: made.</li>')
    expect([await names('venues'), await names('organizers')]).toEqual([['Aula'], []])
    expect(await settings()).toMatchObject({ timezone_string: 'Europe/Paris', views: ['month'] })
    expect(await progress()).toMatchObject({
      begun: true,
      finished: true,
      completed_tabs: [1, 3, 4, 0, 5],
      skipped_tabs: [2],
    })
  })
  it('opt-in and tickets are asked for, and what was chosen is shown', async () => {
    const { admin, data } = await world()
    const checked = (text: string) =>
      [...text.matchAll(/<input\s+id="wizard-(\w+)"\s+type="checkbox"[^>]*?\schecked\s*\/>/g)].map(
        ([, name]) => name,
      )
    const before = await admin.get('/onboarding')
    expect(before.text).toContain('We would like to sell tickets')
    expect(before.text).toContain('may learn how it is used')
    expect([checked(before.text), (await data())['optin'], (await data())['tickets']]).toEqual([
      [],
      null,
      null,
    ])
    const { text } = await admin.submit('/onboarding', { optin: '1', eventTickets: '1' })
    expect(text).toContain('<li>Choice saved.</li>')
    expect(text).toContain('<li>Tickets: the wish is noted; nothing was installed.</li>')
    expect(checked((await admin.get('/onboarding')).text)).toEqual(['optin', 'eventTickets'])
    // boxes that are not checked say no
    await admin.submit('/onboarding', { optin: '1' })
    expect(checked((await admin.get('/onboarding')).text)).toEqual(['optin'])
    expect([(await data())['optin'], (await data())['tickets']]).toEqual([true, false])
    const wrong = await admin.submit('/onboarding', { eventTickets: '1', currency: 'none' })
    expect([wrong.status, checked(wrong.text)]).toEqual([400, ['eventTickets']])
  })
  it('what was wrong is said, what was typed stays, and what was made is not made again', async () => {
    const { admin, names } = await world()
    const form = { 'organizer[name]': 'PTA', 'venue[name]': 'Aula', 'venue[website]': 'javascript:alert(1)' }
    const { status, text, hidden } = await admin.submit('/onboarding', form)
    expect(status).toBe(400)
    expect(text).toMatch(/<p class="error">Venue: /)
    expect(text).toContain('value="Aula"')
    const again = { ...form, ...hidden, 'venue[website]': 'https://hall.example/' }
    expect((await admin.ask('POST /onboarding', { form: again })).status).toBe(200)
    expect([await names('venues'), await names('organizers')]).toEqual([['Aula'], ['PTA']])
  })
  it('a form without its token changes nothing', async () => {
    const { admin, names } = await world()
    const { status } = await admin.submit('/onboarding', { form_token: '', 'venue[name]': 'Aula' })
    expect([status, await names('venues')]).toEqual([403, []])
  })
})
