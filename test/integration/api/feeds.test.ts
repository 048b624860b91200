import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { listeningService, type ListeningService } from '../../support/listening-service.ts'
import { authorization } from '../../support/service-process.ts'
import { madeFolder } from '../../support/temporary-folder.ts'

const { folder, remove } = madeFolder()
let service: ListeningService

const create = async (body: object) => {
  const answer = await fetch(`${service.url}/index.php?rest_route=/cal/events/v1/events`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ start_date: '2037-05-01 10:00:00', end_date: '2037-05-01 11:00:00', ...body }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: number; slug: string }
}
const feed = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${service.url}${path}`, { headers })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}
const titles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)

beforeAll(async () => {
  service = await listeningService(folder)
  await create({ title: 'Fair', categories: ['Sports'], tags: ['Loud'] })
  await create({ title: 'Hidden', hide_from_listings: true })
  await create({ title: 'Draft', status: 'draft' })
  await create({ title: 'Long ago', start_date: '2020-01-01', end_date: '2020-01-02' })
  const shut = await create({ title: 'Shut' })
  await cli(folder, ['set-password', 'event', String(shut.id), 'secret'])
})
afterAll(async () => {
  await service.stop()
  remove()
})

describe('06 §4 addresses', () => {
  it('the whole calendar: what is published, not hidden, unprotected and not long over', async () => {
    const { status, headers, text } = await feed('/events/ical/')
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'text/calendar; charset=UTF-8',
      'attachment; filename="calendar.ics"',
    ])
    expect(titles(text)).toEqual(['Fair'])
    expect(text).toContain('BEGIN:VTIMEZONE\r\nTZID:America/New_York\r\n')
  })
  it('a known feed is not sent again, until an event changes', async () => {
    const etag = (await feed('/events/ical')).headers.get('etag') ?? ''
    const again = await feed('/events/ical', { 'if-none-match': etag })
    expect([again.status, again.text]).toEqual([304, ''])
    await create({ title: 'New one' })
    const changed = await feed('/events/ical', { 'if-none-match': etag })
    expect([changed.status, titles(changed.text)]).toEqual([200, ['Fair', 'New one']])
  })
  it('by category and tag; unknown ones are not found', async () => {
    expect(titles((await feed('/events/category/sports/ical/')).text)).toEqual(['Fair'])
    expect(titles((await feed('/events/tag/loud/ical/')).text)).toEqual(['Fair'])
    expect((await feed('/events/category/loud/ical/')).status).toBe(404)
    expect((await feed('/events/tag/nothing/ical/')).status).toBe(404)
  })
  it('a request may name the host before the path, as one asks a proxy, whatever it asks for', async () => {
    const types: unknown[] = []
    for (const path of ['/events/ical/', '/events/month/', '?rest_route=/', '/?rest_route=/', '/nothing']) {
      const asked = request(service.url, { path: `HTTP://school.example${path}` }).end()
      const [answer] = (await once(asked, 'response')) as [IncomingMessage]
      answer.resume()
      types.push([answer.statusCode, answer.headers['content-type']?.split(';', 1)[0]])
    }
    expect(types).toEqual([
      [200, 'text/calendar'],
      [200, 'text/html'],
      [200, 'application/json'],
      [200, 'application/json'],
      [404, 'application/json'],
    ])
  })
  it('a single event, past ones too, but none that is not for everybody', async () => {
    expect(titles((await feed('/event/long-ago/ical/')).text)).toEqual(['Long ago'])
    for (const slug of ['draft', 'shut', 'nothing'])
      expect((await feed(`/event/${slug}/ical/`)).status, slug).toBe(404)
  })
})
