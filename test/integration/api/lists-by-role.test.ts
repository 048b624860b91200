import { describe, expect, it, vi } from 'vitest'
import { basic, embeddedService } from '../../support/embedded-service.ts'
import { known } from '../../support/known-questions.ts'

vi.mock(import('../../../services/api/platform/questions.ts'), async original => {
  const { counting } = await import('../../support/known-questions.ts')
  return counting(await original())
})

const LIST = '/cal/events/v1/events&start_date=2027-03-01'

describe('01 §8.1 and §9 what lists are kept for', () => {
  it('is what the role of who asks may see at that moment', async () => {
    const service = await embeddedService()
    const { ask, operate } = service
    await operate('create-user', {
      ...{ login: 'ann', email: 'ann@school.example', role: 'editor', password: 'a long password' },
    })
    const made = await operate('create-application-password', { login: 'ann', name: 'test' })
    const { password, uuid } = made.body as { readonly password: string; readonly uuid: string }
    const dates = { start_date: '2027-03-10 10:00:00', end_date: '2027-03-10 11:00:00' }
    await ask('POST /cal/events/v1/events', { body: { title: 'Fair', status: 'publish', ...dates } })
    await ask('POST /cal/events/v1/events', { body: { title: 'Surprise', status: 'draft', ...dates } })

    let times = 0
    const seen = async (headers: Readonly<Record<string, string>>) => {
      const url = `/index.php?rest_route=${LIST}&nobody=${++times}`
      const { statusCode, headers: answered, body } = await service.app.inject({ url, headers })
      const { events = [] } = JSON.parse(body) as { readonly events?: readonly { readonly title: string }[] }
      return [statusCode, answered.allow, ...events.map(({ title }) => title)]
    }
    const ann = basic('ann', password)
    for (let n = 0; n < 4; n++) {
      expect(await seen({})).toEqual([200, 'GET', 'Fair'])
      expect(await seen(ann)).toEqual([200, 'GET, POST', 'Fair', 'Surprise'])
      expect(await seen(basic('ann', 'x'.repeat(24)))).toEqual([401, undefined])
    }
    // from the third time on, of each
    expect(known.times).toBe(4)
    await operate('set-role', { login: 'ann', role: 'subscriber' })
    expect(await seen(ann)).toEqual([200, 'GET', 'Fair'])
    await operate('set-role', { login: 'ann', role: 'administrator' })
    for (let n = 0; n < 3; n++) expect(await seen(ann)).toEqual([200, 'GET, POST', 'Fair', 'Surprise'])
    await operate('set-role', { login: 'ann', role: 'contributor' })
    expect(await seen(ann)).toEqual([200, 'GET, POST', 'Fair'])
    await operate('set-role', { login: 'ann', role: 'editor' })
    expect(await seen(ann)).toEqual([200, 'GET, POST', 'Fair', 'Surprise'])
    await operate('revoke-application-password', { login: 'ann', uuid })
    expect(await seen(ann)).toEqual([401, undefined])
    expect(await seen({})).toEqual([200, 'GET', 'Fair'])
  })
})

it('03 §2 links say all that was sent but the route, whether or not the question is known', async () => {
  const { ask, app } = await embeddedService()
  const dates = { start_date: '2027-03-10 10:00:00', end_date: '2027-03-10 11:00:00' }
  for (const title of ['Fair', 'Market'])
    await ask('POST /calx/v1/events', { body: { title, status: 'publish', ...dates } })
  const before = known.times
  for (let n = 0; n < 4; n++) {
    const sent = `nobody=${n}&=unnamed&per_page=1&rest_route=%2Fcal%2Fevents%2Fv1&search=&words=%c3%bc+*`
    const { headers } = await app.inject(`/api/calx/v1/events?${sent}`)
    expect(headers.link).toContainEqual(
      expect.stringMatching(
        `/calx/v1/events&nobody=${n}&per_page=1&search=&words=%C3%BC%20\\*&page=2>; rel="next"$`,
      ),
    )
  }
  expect(known.times - before).toBe(2)
})
