import { describe, expect, it } from 'vitest'
import { deskWorld, fieldsIn, textOf, type DeskWorld } from '../../../support/desk-world.ts'

const made = '/manage/events/new'

const training = {
  ...{ title: 'Training', startDate: '2027-05-04', startTime: '16:00', endDate: '', endTime: '18:00' },
  ...{ timezone: 'America/New_York', status: 'publish', author: '2', description: 'Bring shoes.' },
}
/** Tuesdays and Thursdays, without the second Tuesday. */
const weekly = {
  ...{ repeat: 'weekly', 'repeatDays[0]': 'TU', 'repeatDays[1]': 'TH', repeatUntil: '2027-05-20' },
  repeatExcept: '2027-05-11',
}

type Listed = { readonly id: number; readonly start_date: string; readonly venue: { readonly id?: number } }

const listed = async ({ service }: DeskWorld): Promise<readonly Listed[]> => {
  const { body } = await service.ask('GET /cal/events/v1/events&status=any&start_date=2027-01-01&per_page=50')
  return (body as { events: readonly Listed[] }).events
}
const days = async (world: DeskWorld) => (await listed(world)).map(event => event.start_date.slice(0, 10))

const offered = (html: string) =>
  [...html.matchAll(/name="dates\[\]"\s+value="([^"]+)"/g)].map(([, day = '']) => day)

describe('07 §5 an event that repeats', () => {
  it('a coach repeats a training, leaves a date out, cancels one, and takes all of it back', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const asked = await editor.post(made, { ...training, ...weekly, 'newVenue[venue]': 'Gym' })
    expect(asked.status).toBe(200)
    expect(offered(asked.text)).toEqual([
      '2027-05-04',
      '2027-05-06',
      '2027-05-13',
      '2027-05-18',
      '2027-05-20',
    ])
    expect(textOf(asked.text)).toContain('Tue, May 4, 2027')
    expect(await days(world)).toEqual([])
    const fields = fieldsIn(asked.text)
    const left = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '2027-05-18'))
    const done = await editor.post(made, { ...left, then: 'make' })
    expect(textOf(done.text)).toContain('4 events made.')
    expect(await days(world)).toEqual(['2027-05-04', '2027-05-06', '2027-05-13', '2027-05-20'])
    const events = await listed(world)
    expect(new Set(events.map(({ venue }) => venue.id)).size).toBe(1)
    for (const { id } of events)
      expect(await world.history(id)).toMatchObject([{ source: 'desk', route: 'POST /manage/events/new' }])
    const [first] = events
    await editor.post('/manage/events/several', { do: 'trash', 'id[0]': String(first?.id) })
    expect(await days(world)).toEqual(['2027-05-06', '2027-05-13', '2027-05-20'])
    const second = events[1]?.id ?? 0
    await world.service.ask(`POST /cal/events/v1/events/${second}`, { body: { title: 'Match' } })
    const { batch = '', id = '' } = done.hidden
    const undone = await editor.post('/manage/events/undo', { batch, id })
    expect(textOf(undone.text)).toContain('Taken back for 2 events.')
    expect(await days(world)).toEqual(['2027-05-06'])
    const { batch: again = '', id: ids = '' } = undone.hidden
    await editor.post('/manage/events/undo', { batch: again, id: ids })
    expect(await days(world)).toEqual(['2027-05-06', '2027-05-13', '2027-05-20'])
  })

  it('says at the fields what is wrong, goes back to the form, and makes nothing of no date', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const wrong = await editor.post(made, { ...training, endTime: '', repeat: 'daily' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('id="f-repeatUntil-why"')
    expect(wrong.text).toContain('id="f-endTime-why"')
    const asked = await editor.post(made, { ...training, ...weekly })
    const back = await editor.post(made, { ...fieldsIn(asked.text), then: 'back' })
    expect(back.status).toBe(200)
    expect(fieldsIn(back.text)).toMatchObject({
      ...{ title: 'Training', repeat: 'weekly', repeatUntil: '2027-05-20', description: 'Bring shoes.' },
    })
    const fields = fieldsIn(asked.text)
    const none = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith('dates')))
    const empty = await editor.post(made, { ...none, then: 'make' })
    expect([empty.status, textOf(empty.text)]).toEqual([
      400,
      expect.stringContaining('choose at least one date'),
    ])
    expect(await days(world)).toEqual([])
  })

  it('makes only dates of the rule, and tells of those that are refused', async () => {
    const world = await deskWorld()
    const contributor = await world.signedIn('contributor')
    const sent = { ...training, author: '4', status: 'pending', ...weekly, then: 'make' }
    const done = await contributor.post(made, { ...sent, 'dates[0]': '2027-05-06', 'dates[1]': '2027-06-06' })
    expect(textOf(done.text)).toContain('1 event made.')
    expect(await days(world)).toEqual(['2027-05-06'])
    const refused = await contributor.post(made, { ...sent, website: 'no where', 'dates[0]': '2027-05-06' })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('id="f-website-why"')
  })

  it('shows a year of days on a page of less than 100 KB', async () => {
    const world = await deskWorld()
    const editor = await world.signedIn('editor')
    const asked = await editor.post(made, { ...training, repeat: 'daily', repeatCount: '366' })
    expect(offered(asked.text).length).toBe(366)
    expect(Buffer.byteLength(asked.text)).toBeLessThan(100_000)
  })
})
