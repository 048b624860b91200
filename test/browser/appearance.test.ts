import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { pathOf, type Filled } from '../support/chromium/site.ts'
import { fileImport } from '../support/chromium/imports.ts'
import { lookAllAround } from '../support/chromium/looks.ts'
import { openWorld, sharedWindows, type World } from '../support/chromium/world.ts'

const chromium = inject('chromium')

type Made = Filled & {
  readonly importId: string
  readonly picture: number
  readonly locked: { readonly url: string }
  /** Position of the first entry of the fair. */
  readonly began: number
  /** Position of the first entry of another user. */
  readonly joined: number
  /** Another venue. */
  readonly hall: number
  /** Id of a subscription. */
  readonly told: string
  /** Id of what was put back together. */
  readonly together: string
  readonly hebrew: { readonly url: string }
  /** Where one read model is built anew. */
  readonly rebuild: string
}
type Shown = {
  readonly path: (made: Made) => string
  readonly guest?: true
  readonly status?: number
}

const pages: Readonly<Record<string, Shown>> = {
  month: { path: () => '/events/month/2027-05/', guest: true },
  list: { path: () => '/events/list/', guest: true },
  day: { path: () => '/events/2027-05-12/', guest: true },
  search: { path: () => '/events/list/?cal-bar-search=nothing-like-this', guest: true },
  event: { path: ({ fair }) => pathOf(fair.url), guest: true },
  hebrew: { path: ({ hebrew }) => pathOf(hebrew.url), guest: true },
  protected: { path: ({ locked }) => pathOf(locked.url), guest: true },
  venue: { path: ({ venue }) => pathOf(venue.url), guest: true },
  organizer: { path: ({ organizer }) => pathOf(organizer.url), guest: true },
  embed: { path: ({ fair }) => `${pathOf(fair.url)}?embed=true`, guest: true },
  'not-found': { path: () => '/nothing/here/', guest: true, status: 404 },
  'sign-in': { path: () => '/sign-in', guest: true },
  'sign-out': { path: () => '/sign-out' },
  authorize: {
    path: () => '/authorize-application?app_name=Books&success_url=https%3A%2F%2Fbooks.example%2F',
  },
  account: { path: () => '/account' },
  'account-changed': { path: () => '/account?password=changed' },
  onboarding: { path: () => '/onboarding' },
  imports: { path: () => '/imports' },
  import: { path: ({ importId }) => `/imports/${importId}` },
  'import-undo': { path: ({ importId }) => `/imports/${importId}/undo` },
  schedules: { path: () => '/schedules' },
  manage: { path: () => '/manage' },
  'manage-search': { path: () => '/manage/search?q=fair' },
  'manage-people': { path: () => '/manage/people' },
  'manage-person': { path: () => '/manage/people/1?done=role' },
  'manage-person-other': { path: () => '/manage/people/2' },
  'manage-person-new': { path: () => '/manage/people/new' },
  'manage-person-erase': { path: () => '/manage/people/2/erase' },
  'manage-subscriptions': { path: () => '/manage/subscriptions' },
  'manage-subscription': { path: ({ told }) => `/manage/subscriptions/${told}` },
  'manage-subscription-new': { path: () => '/manage/subscriptions/new' },
  'manage-settings': { path: () => '/manage/settings?saved=yes' },
  'manage-state': { path: () => '/manage/state' },
  'manage-rebuild': { path: ({ rebuild }) => rebuild },
  'new-password': { path: () => '/new-password', guest: true, status: 410 },
  'manage-events': { path: () => '/manage/events?category=&venue=Main+Hall&from=' },
  'manage-several': { path: ({ fair }) => `/manage/events/several?do=venue&id[]=${fair.id}` },
  'manage-new': { path: () => '/manage/events/new' },
  'manage-pictures': { path: () => '/manage/pictures' },
  'manage-picture': { path: ({ picture }) => `/manage/pictures/${picture}` },
  'manage-remove': { path: ({ picture }) => `/manage/pictures/remove?id[]=${picture}` },
  'manage-event': { path: ({ fair }) => `/manage/events/${fair.id}` },
  'manage-venues': { path: () => '/manage/venues' },
  'manage-venue': { path: ({ venue }) => `/manage/venues/${venue.id}` },
  'manage-categories': { path: () => '/manage/categories' },
  'manage-category-new': { path: () => '/manage/categories/new' },
  'manage-tag-new': { path: () => '/manage/tags/new' },
  'manage-alike': { path: () => '/manage/venues/alike' },
  'manage-merge': { path: ({ venue }) => `/manage/venues/${venue.id}/merge` },
  'manage-merge-look': { path: ({ venue, hall }) => `/manage/venues/${venue.id}/merge?into=%23${hall}` },
  history: { path: () => '/history' },
  'history-event': { path: ({ fair }) => `/history/event/${fair.id}` },
  'put-back': { path: ({ fair, began }) => `/history/event/${fair.id}/put-back?as_of=${began}` },
  'history-site': { path: () => '/history/site/1' },
  'put-back-site': { path: () => '/history/site/1/put-back?as_of=0' },
  'put-back-user': { path: ({ joined }) => `/history/user/2/put-back?as_of=${joined}` },
  'history-person': { path: () => '/history?person=admin' },
  'put-back-several': { path: () => '/history/put-back?person=admin' },
  'put-back-done': { path: ({ together }) => `/history/put-back/${together}` },
  'history-then': { path: ({ fair }) => `/history/event/${fair.id}?at=2099-01-01T00:00` },
}

/** An event whose text is written from right to left. */
const hebrewEvent = ({ site }: World) =>
  site.ask<{ url: string }>('POST /cal/events/v1/events', {
    body: {
      ...{ title: 'יריד ספרים (PTA) 2027!', slug: 'yarid', description: '<p>ספרים, עוגה וקפה. PTA!</p>' },
      ...{ start_date: '2027-05-13 10:00:00', end_date: '2027-05-13 11:00:00' },
    },
  })

const addressOfRebuild = async ({ inWindow, administrator }: World): Promise<string> => {
  let address = ''
  await inWindow(async page => {
    await page.goto('/manage/state')
    address = (await page.getByRole('link', { name: 'Build anew' }).first().getAttribute('href')) ?? ''
  }, administrator)
  return pathOf(address)
}

/** A picture, brought as people bring it. */
const uploaded = async ({ inWindow, administrator }: World): Promise<{ id?: number }> => {
  const made: { id?: number } = {}
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#7a3b12' } })
    .png()
    .toBuffer()
  await inWindow(async page => {
    await page.goto('/manage/pictures')
    await page.getByText('Upload a picture').click()
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'stage.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByText('The picture is here.').waitFor()
    made.id = Number(/(\d+)\?/.exec(page.url())?.[1])
  }, administrator)
  return made
}

describe.skipIf(chromium === null)('pages in a browser', () => {
  let world: World
  let made: Made
  beforeAll(async () => {
    world = await openWorld(chromium ?? '')
    const { site, made: filled } = world
    await site.ask(`POST /cal/events/v1/events/${filled.fair.id}`, {
      body: { title: 'Spring book fair', start_date: '2027-05-12 11:00:00', cost: '' },
    })
    const locked = await site.ask<{ id: number; url: string }>('POST /cal/events/v1/events', {
      body: { title: 'Teachers only', start_date: '2027-05-14 15:00:00', end_date: '2027-05-14 16:00:00' },
    })
    await site.operate('set-password', { type: 'event', id: locked.id, text: 'open sesame' })
    await site.createUser('bo', 'author', 'a good password')
    await site.operate('set-role', { login: 'bo', role: 'editor' })
    await site.operate('set-name', { login: 'bo', name: 'Bo Andersen' })
    for (const [name, value] of [
      ['description', 'What happens at school'],
      ['start_of_week', '1'],
      ['map_link_template', `https://maps.invalid/${'a'.repeat(80)}?q=%s`],
    ] as const)
      await site.operate('set-option', { name, value })
    const ofBo = await site.ask<readonly { position: number }[]>('GET /admin/history/user/2')
    for (const name of ['Phone', 'A very long name of an application that nobody would ever read to its end'])
      await site.operate('create-application-password', { login: 'admin', name })
    for (const [url, source] of [
      ['https://feeds.invalid/clubs.ics', 'Clubs'],
      [`https://feeds.invalid/${'long/'.repeat(40)}.ics`, undefined],
    ])
      await site.ask('POST /admin/schedules', { body: { url, every: '6h', source } })
    const { subscription_id: told } = await site.ask<{ subscription_id: string }>(
      'POST /admin/subscriptions',
      {
        body: { name: 'School app', url: 'https://receiver.invalid/hook', kinds: 'event,venue' },
      },
    )
    await site.ask(`POST /cal/events/v1/events/${filled.fair.id}`, { body: { cost: '5' } })
    const facts = await site.ask<readonly { position: number }[]>(
      `GET /admin/history/event/${filled.fair.id}`,
    )
    const began = facts.at(-1)?.position ?? 0
    const { id: hall } = await site.ask<{ id: number }>('POST /cal/events/v1/venues', {
      body: { venue: 'Hall, main', city: 'Troy', phone: '555-0100' },
    })
    const { undo_id: together } = await site.ask<{ undo_id: string }>('POST /admin/history/put-back', {
      body: { person: 'admin', member: 'cost', why: 'The cost was right' },
    })
    const { id: picture = 0 } = await uploaded(world)
    made = {
      ...filled,
      locked,
      began,
      joined: ofBo.at(-1)?.position ?? 0,
      told,
      hall,
      together: together.replace('.1', ''),
      picture,
      hebrew: await hebrewEvent(world),
      rebuild: await addressOfRebuild(world),
      importId: await fileImport(site),
    }
  })
  afterAll(() => world.close())

  const windowOf = sharedWindows(() => world)

  it.each(Object.entries(pages))(
    '%s is accessible, whole and quiet: on a desktop and on a phone, light and dark, from both sides',
    async (name, { path, guest, status = 200 }) => {
      const { page, faults } = windowOf(guest === true)
      const before = faults.length
      const answer = await page.goto(path(made))
      expect(answer?.status()).toBe(status)
      await lookAllAround(page, name)
      const allowed = status === 200 ? null : /Failed to load resource/
      expect(faults.slice(before).filter(fault => allowed?.test(fault) !== true)).toEqual([])
    },
  )
})
