import { describe, expect, it } from 'vitest'
import { deskWorld } from '../../../support/desk-world.ts'

const E = '/cal/events/v1/events'

/** Two events, one of which the desk changed. */
const open = async () => {
  const world = await deskWorld()
  const one = await world.event('Spring fair')
  const other = await world.event('=SUM(1)')
  await world.service.ask(`POST ${E}/${one}`, { body: { title: 'Summer fair' } })
  return { ...world, one, other, admin: await world.signedIn('admin') }
}

describe('00 §6.6 the page of the whole history', () => {
  it('shows what is asked for, keeps the form filled, and its address gives the same again', async () => {
    const { admin, one, other } = await open()
    const { text } = await admin.get('/history?kind=event&member=title&person=admin')
    expect(text).toContain(`/history/event/${one}"`)
    expect(text).not.toContain(`/history/event/${other}"`)
    expect(text).toMatch(/<option value="event"\s+selected/)
    expect(text).toMatch(/<option value="title"\s+selected/)
    expect(text).toMatch(/name="person"\s+value="admin"/)
    expect(text).toContain('/history/export?format=csv&amp;person=admin&amp;kind=event')
    // the clock of the service stands on this day
    expect(text).toMatch(/1 change from\s+December 14, 2026 to January 10, 2027; the fullest day has\s+1/)
    expect(text).toMatch(/<rect\s+class="chart__bar chart__bar--0"\s+x="[\d.]+"\s+y="0.0"/)
    expect((await admin.get('/history?text=fair')).text).not.toContain('<svg class="chart"')
    const nothing = await admin.get('/history?kind=venue')
    expect(nothing.text).toContain('Nothing was recorded, or nothing of this kind.')
    const wrong = await admin.get('/history?kind=vnue&from=soon')
    expect(wrong.text).toContain('“vnue” is none of event, venue')
    expect(wrong.text).toContain('“soon” is no date')
  })

  it('GET /admin/history tells the same with what was changed, and refuses what it does not know', async () => {
    const { service, one } = await open()
    const answer = await service.ask('GET /admin/history?kind=event&member=title')
    expect(answer.body).toMatchObject({
      entries: [{ kind: 'event', id: String(one), changes: { title: ['Spring fair', 'Summer fair'] } }],
      older: null,
      until: null,
    })
    const first = await service.ask('GET /admin/history?kind=event&limit=1')
    const { older } = first.body as { older: number }
    expect((await service.ask(`GET /admin/history?kind=event&limit=2&before=${older}`)).body).toMatchObject({
      entries: [{ fact: 'EventCreated' }, { fact: 'EventCreated' }],
    })
    const refused = await service.ask('GET /admin/history?kind=nothing&from=2027-13-01')
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      data: {
        params: { kind: expect.stringContaining('is none of') as string, from: expect.any(String) as string },
      },
    })
  })

  it('editors are told nothing of users; others nothing at all', async () => {
    const { signedIn } = await open()
    const [editor, author] = [await signedIn('editor'), await signedIn('author')]
    expect((await editor.get('/history?kind=user')).text).toContain('Nothing was recorded')
    expect((await editor.get('/history')).text).not.toContain('/history/user/')
    expect((await author.get('/history?kind=event')).status).toBe(403)
    expect((await author.get('/history/export?format=csv')).status).toBe(403)
    const { location } = await editor.get('/history/export?format=jsonl')
    const file = (await editor.get(location ?? '')).text
    expect(file).toContain('"kind":"event"')
    expect(file).not.toContain('"kind":"user"')
  })
})

describe('00 §6.6 the history as a file', () => {
  it('an address that can be kept leads to it; formulas are none', async () => {
    const { admin, one, other } = await open()
    const { location, status } = await admin.get('/history/export?format=csv&kind=event')
    expect(status).toBe(302)
    expect(location).toMatch(/\/admin\/history\/export\?format=csv&kind=event&_nonce=\w+$/)
    const csv = await admin.get(location ?? '')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(csv.headers['content-disposition']).toBe('attachment; filename="history.csv"')
    const rows = csv.text.trimEnd().split('\r\n')
    expect(rows.map(row => row.split(',').slice(4, 7).join(' '))).toEqual([
      'kind id fact',
      `event ${one} EventRetitled`,
      `event ${other} EventCreated`,
      `event ${one} EventCreated`,
    ])
    const lines = await admin.get(
      (await admin.get('/history/export?format=jsonl&text=%3Dsum(1)')).location ?? '',
    )
    expect(
      lines.text
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as object),
    ).toMatchObject([{ kind: 'event', id: String(other), changes: { title: [null, '=SUM(1)'] } }])
  })

  it('comes part by part on the command line, the newest first', async () => {
    const { service, one } = await open()
    for (let n = 0; n < 120; n++) await service.ask(`POST ${E}/${one}`, { body: { title: `Fair ${n}` } })
    const texts: string[] = []
    for (let before: number | null = Infinity; before !== null;) {
      const from: object = before === Infinity ? {} : { before }
      const { body } = await service.operate('export-history', {
        ...{ format: 'jsonl', member: 'title', ...from },
      })
      const part = body as { text: string; next: number | null }
      texts.push(part.text)
      before = part.next
    }
    const titles = texts
      .flatMap(text => text.split('\n').filter(Boolean))
      .map(line => (JSON.parse(line) as { changes: { title: string[] } }).changes.title[1])
    expect(titles).toHaveLength(121)
    expect(titles.slice(0, 2)).toEqual(['Fair 119', 'Fair 118'])
    expect(titles.at(-1)).toBe('Summer fair')
    const refused = await service.operate('export-history', { format: 'csv', person: 'nobody' })
    expect(refused).toMatchObject({ status: 400 })
  })
})
