import { organizerId, venueId, termId } from '../../../../shared/kernel/brands.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESK, deskEvent, fillDesk, ONE_OF } from '../../../../bench/desk-calendar.ts'
import { logFile } from '../../../../services/wiring/data-folder.ts'
import { openSqliteLog } from '../../../../shared/event-store/sqlite/sqlite.ts'
import { browser } from '../../../support/browser.ts'
import { sharedService } from '../../../support/embedded-service.ts'
import { textOf } from '../../../support/desk-world.ts'
import { startSharedWriter } from '../../../support/shared-writer.ts'

/** 10 January 2027, noon in New York: the calendar began in June, and ends in May of the next year. */
const NOW = Date.UTC(2027, 0, 10, 17)
const PEOPLE = 120

type Event = ReturnType<typeof deskEvent>
const all = Array.from({ length: DESK.events }, (_, n) => deskEvent(n))
const live = all.filter(({ status }) => status !== 'trash')
const countOf = (is: (event: Event) => boolean) => live.filter(is).length
const isComing = ({ end }: Event) => end >= '2027-01-10 00:00:00'
const has = (event: Event, word: string) => event.title.toLowerCase().includes(word)

const ids = (from: number) => Array.from({ length: 100 }, (_, n) => `&id[]=${from + n}`).join('')

type Page = readonly [path: string, ...says: readonly string[]]

const comingWith = (status: Event['status']) => countOf(event => event.status === status && isComing(event))
const withoutVenue = countOf(
  event => event.status === 'publish' && isComing(event) && event.venues.length === 0,
)

const home: readonly Page[] = [
  [
    '/manage',
    `${comingWith('publish')} events published and not over`,
    `Waiting for approval : ${comingWith('pending')} `,
    `Drafts that are near : ${comingWith('draft')} `,
    `Without a venue : ${withoutVenue} `,
  ],
  ['/manage/search?q=concert', `Events ${countOf(event => has(event, 'concert'))} `],
  ['/manage/search?q=a'],
  ['/manage/search?q=school'],
]

const events: readonly Page[] = (
  [
    ['?from=', () => true],
    ['?from=&sort=title', () => true],
    ['?from=&sort=modified&order=desc&page=100', () => true],
    [`?from=&sort=published&page=${Math.ceil(live.length / 50)}`, () => true],
    ['', isComing],
    ['?to=2027-02-01', event => isComing(event) && event.start <= '2027-02-01 23:59:59'],
    ['?from=&search=chess', event => has(event, 'chess')],
    ['?from=&search=everybody+else', event => has(event, 'everybody else')],
    ['?from=&venue=%237', ({ venues }) => venues.includes(venueId(7))],
    ['?from=&venue=-', ({ venues }) => venues.length === 0],
    [
      `?from=&organizer=%23${ONE_OF.organizer}`,
      ({ organizers }) => organizers.includes(organizerId(ONE_OF.organizer)),
    ],
    ['?from=&category=2', ({ categories }) => categories.includes(termId(2))],
    [`?from=&tag=tag+number+0`, ({ tags }) => tags.includes(termId(ONE_OF.tag))],
    ['?from=&author=1', () => true],
    ['?from=&source=-', () => false],
    ['?from=&since=2026-09-01', () => true],
    ['?from=&tab=draft', ({ status }) => status === 'draft'],
  ] as const satisfies readonly (readonly [string, (event: Event) => boolean])[]
).map(([query, is]) => [`/manage/events${query}`, `${countOf(is)} events`])

const forms: readonly Page[] = [
  ['/manage/events/new', 'New event'],
  [`/manage/events/new?from=${ONE_OF.event}`],
  [`/manage/events/${ONE_OF.event}`, all[0]?.title ?? ''],
  [`/manage/events/several?do=venue${ids(ONE_OF.event)}`],
  [`/manage/events/several?do=add-category${ids(ONE_OF.event)}`],
  [`/manage/events/several?do=author${ids(ONE_OF.event)}`],
]

const used = (is: (event: Event) => boolean) => `Used by ${countOf(is)} events`
const last = (count: number) => Math.ceil(count / 50)

const directory: readonly Page[] = [
  ...(
    [
      ['venues', DESK.places, ONE_OF.venue, ({ venues }) => venues.includes(ONE_OF.venue)],
      [
        'organizers',
        DESK.places,
        ONE_OF.organizer,
        ({ organizers }) => organizers.includes(organizerId(ONE_OF.organizer)),
      ],
      [
        'categories',
        DESK.categories,
        ONE_OF.category,
        ({ categories }) => categories.includes(ONE_OF.category),
      ],
      ['tags', DESK.tags, ONE_OF.tag, ({ tags }) => tags.includes(termId(ONE_OF.tag))],
    ] as const satisfies readonly (readonly [string, number, number, (event: Event) => boolean])[]
  ).flatMap(([part, count, id, is]): readonly Page[] => [
    [`/manage/${part}`, `${count} ${part}`],
    [`/manage/${part}?sort=name&order=desc&page=${last(count)}`, `${count} ${part}`],
    [`/manage/${part}?search=e`],
    [`/manage/${part}/new`],
    [`/manage/${part}/${id}`, used(is)],
    [`/manage/${part}/alike`],
    [`/manage/${part}/${id}/merge`],
    [`/manage/${part}/${id}/merge?into=%23${id + 1}`],
    [
      `/manage/${part}/several?do=${part === 'venues' || part === 'organizers' ? 'trash' : 'purge'}${ids(id)}`,
    ],
  ]),
  ['/manage/venues?sort=modified', `${DESK.places} venues`],
  ['/manage/categories?sort=count&order=desc', `${DESK.categories} categories`],
  ['/manage/names?of=venues&words=library'],
]

const pictures: readonly Page[] = [
  ['/manage/pictures', `${DESK.pictures} pictures`],
  [`/manage/pictures?page=${DESK.pictures / 40}`, `${DESK.pictures} pictures`],
  ['/manage/pictures?unused=1', `${DESK.pictures / 2} pictures`],
  ['/manage/pictures?search=th+day', `${DESK.pictures} pictures`],
  [`/manage/pictures/${ONE_OF.picture}`],
  [`/manage/pictures/remove?${ids(ONE_OF.picture)}`],
]

const people: readonly Page[] = [
  ['/manage/people', `${PEOPLE + 1} people`, String(all.length)],
  ['/manage/people?page=3', `${PEOPLE + 1} people`],
  [
    '/manage/people?search=person-1',
    `${Array.from({ length: PEOPLE }, (_, n) => n).filter(n => String(n).startsWith('1')).length} people`,
  ],
  ['/manage/people/1'],
  ['/manage/people/2/erase'],
  ['/manage/people/new'],
]

const others: readonly Page[] = [
  ['/manage/settings'],
  ['/manage/state'],
  ['/manage/subscriptions'],
  ['/manage/subscriptions/new'],
  ['/history'],
  ['/history?what=event&days=2026-09-01'],
  [`/history/event/${ONE_OF.event}`],
  ['/imports'],
  ['/account'],
]

describe('07 §1 a desk with 10,000 events', () => {
  const service = sharedService(
    {},
    async folder => {
      const store = await openSqliteLog({ file: logFile(folder), start: startSharedWriter })
      await fillDesk(store)
      await store.close()
    },
    () => NOW,
  )
  let admin: ReturnType<typeof browser> | null = null
  const get = (path: string) => {
    if (admin === null) throw new Error('nobody is signed in')
    return admin.get(path)
  }
  beforeAll(async () => {
    admin = browser(service())
    await admin.signIn()
    for (let n = 0; n < PEOPLE; n++) {
      const form = { login: `person-${n}`, email: `person-${n}@school.example`, name: '', role: 'author' }
      const { status } = await admin.submit('/manage/people/new', form)
      expect(status).toBe(200)
    }
  })

  it.each([...home, ...events, ...forms, ...directory, ...pictures, ...people, ...others])(
    '%s has less than 100 KB, and counts right',
    async (path, ...says) => {
      const { status, text } = await get(path)
      expect(status).toBe(200)
      expect(Buffer.byteLength(text)).toBeLessThan(100_000)
      const shown = textOf(text)
      for (const words of says) expect(shown).toContain(words)
    },
  )
})
