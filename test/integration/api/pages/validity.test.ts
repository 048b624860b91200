import { HtmlValidate } from 'html-validate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { browser } from '../../../support/browser.ts'
import { embeddedService } from '../../../support/embedded-service.ts'
import { calendarOf } from '../../../support/feed-server.ts'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // `<br />` is as valid as `<br>`
    'void-style': 'off',
    // blanks at the end of a line are no fault of a document
    'no-trailing-whitespace': 'off',
    // cells of a month are to be elements of their own (spec 06 §1.3)
    'prefer-native-element': 'off',
    // lists without marks are told as lists only when they say so
    'no-redundant-role': 'off',
  },
})

const problemsOf = async (text: string): Promise<readonly string[]> => {
  const { results } = await validator.validateString(text)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  )
}

/** Everything that can be opened, of a site on which something stands everywhere. */
const opened = async () => {
  const service = await embeddedService()
  const { ask } = service
  const event = (title: string, day: string, more: object = {}) =>
    ask('POST /cal/events/v1/events', {
      body: { title, start_date: `${day} 10:00:00`, end_date: `${day} 12:00:00`, ...more },
    })
  const fair = await event('Fair & <em>more</em>', '2099-05-12', {
    description: '<p>Cake</p><p>and tea</p>',
    cost: '5',
    website: 'https://fair.example/?a=1&b=2',
    venue: { venue: 'Main Hall', address: '1 Hill St', phone: '555' },
    organizer: [{ organizer: 'PTA', email: 'pta@school.example' }],
    categories: ['Fairs'],
    tags: ['books'],
  })
  await event('Trip', '2099-05-12', { end_date: '2099-05-14 12:00:00' })
  await event('Closed', '2099-05-13', { all_day: true })
  const locked = await event('Locked', '2099-05-15')
  const { id: lockedId } = locked.body as { id: number }
  await service.operate('set-password', { type: 'event', id: lockedId, text: 'open sesame' })
  const { id } = fair.body as { id: number }
  await ask(`POST /cal/events/v1/events/${id}`, { body: { title: 'Spring fair', cost: '' } })
  const { body } = await ask('POST /admin/imports', {
    body: { origin: 'ics', source: 'https://feed.example/a.ics' },
  })
  const { import_id: importId } = body as { import_id: string }
  const feed = await ask('POST /admin/schedules', {
    body: { url: 'https://feeds.invalid/a.ics?a=1&b=2', every: '6h', source: 'Clubs "& teams"' },
  })
  const { schedule_id: scheduleId } = feed.body as { schedule_id: string }
  const somebody = browser(service)
  await somebody.signIn()
  const file = (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a3b12' } })
      .png()
      .toBuffer()
  ).toString('base64')
  const picture = await service.operate('add-image', { name: 'stage.png', file })
  const { id: pictureId } = picture.body as { id: number }
  return { guest: browser(service), somebody, id, importId, scheduleId, pictureId }
}

const forGuests = [
  ['/', 200],
  ['/events/month/2099-05/', 200],
  ['/events/list/', 200],
  ['/events/list/?cal-bar-search=%22%3E%3Cb%3E', 200],
  ['/events/2099-05-12/', 200],
  ['/event/fair-more/', 200],
  ['/event/fair-more/?embed=true', 200],
  ['/event/locked/', 200],
  ['/event/locked/?embed=true', 200],
  ['/venue/main-hall/', 200],
  ['/organizer/pta/', 200],
  ['/nothing/here/', 404],
  ['/sign-in', 200],
  ['/sign-out', 200],
] as const
const forEditors = [
  '/',
  '/sign-out',
  '/imports',
  '/imports/IMPORT',
  '/schedules',
  '/schedules/SCHEDULE',
  '/history/schedule/SCHEDULE',
  '/history',
  '/history?type=event&id=x',
  '/history?kind=event&source=desk&member=title&person=admin&from=2020-01-01&text=a',
  '/history?kind=nothing&member=nothing',
  '/history/event/EVENT',
  '/history/event/EVENT?at=2098-01-01T10:00',
  '/history/event/EVENT/put-back?as_of=999999999',
  '/history/event/EVENT?person=nobody',
  '/history/user/1',
  '/history/import/IMPORT',
  '/onboarding',
  '/manage/pictures',
  '/manage/events/new',
  '/manage/events/EVENT',
  '/manage/pictures/PICTURE',
  '/manage/pictures/remove?id[]=PICTURE',
  '/authorize-application?app_name=Books&success_url=https%3A%2F%2Fbooks.example%2F',
]

describe('documents are valid HTML', () => {
  it('for guests', async () => {
    const { guest } = await opened()
    for (const [path, expected] of forGuests) {
      const { text, status } = await guest.get(path)
      expect([path, status, await problemsOf(text)]).toEqual([path, expected, []])
    }
    const wrong = await guest.submit('/event/locked/', { password: 'wrong' })
    expect([wrong.status, await problemsOf(wrong.text)]).toEqual([403, []])
  })
  it('for those who have signed in', async () => {
    const { somebody, id, importId, scheduleId, pictureId } = await opened()
    for (const path of forEditors) {
      const { text, status } = await somebody.get(
        path
          .replace('EVENT', String(id))
          .replace('IMPORT', importId)
          .replace('SCHEDULE', scheduleId)
          .replace('PICTURE', String(pictureId)),
      )
      expect([path, status, await problemsOf(text)]).toEqual([path, 200, []])
    }
  })
  it('of an import that is tried, and of one that is refused', async () => {
    const { somebody } = await opened()
    const { hidden } = await somebody.get('/imports')
    for (const [file, status] of [
      [{ name: 'a "b".ics', body: calendarOf('Fair', 'Concert & <b>more</b>', '') }, 200],
      [{ name: 'a.ics', body: 'none' }, 400],
    ] as const) {
      const form = { ...hidden, choice: 'try', author: status === 200 ? '' : 'nobody' }
      const answer = await somebody.ask('POST /imports', { form, file })
      expect([answer.status, await problemsOf(answer.text)]).toEqual([status, []])
    }
  })
  it('the check finds faults', async () => {
    expect(await problemsOf('<!doctype html><html lang="en"><body><p><div></p></body></html>')).not.toEqual(
      [],
    )
  })
})
