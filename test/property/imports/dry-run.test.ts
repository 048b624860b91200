import { expect, it } from 'vitest'
import { randomFrom, type Random } from '../../../scripts/fuzz-bodies/random.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { expectAsPlanned } from '../../support/planned-imports.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { noFetcher } from '../../support/tried-imports.ts'

const SEEDS = [1, 2]
const ROUNDS = 7
const NOW = Date.UTC(2027, 2, 1, 12)

const pad = (n: number) => String(n).padStart(2, '0')

/** Once in `times`: these members. */
const maybe = ({ number }: Random, times: number, members: object): object =>
  number(times) === 0 ? members : {}

/** On a few days, so that items look alike, and are moved within their day. */
const when = ({ number, oneOf }: Random) => {
  const [day, hour] = [`2027-05-${pad(1 + number(4))}`, 8 + number(4)]
  return {
    start_date: oneOf([`${day} ${pad(hour)}:00:00`, `${day} ${pad(hour)}:00:00`, 'some day']),
    end_date: oneOf([`${day} ${pad(hour + 1)}:30:00`, `${day} ${pad(hour - 1)}:00:00`]),
    timezone: oneOf(['America/New_York', 'Europe/Berlin', 'Nowhere/Town']),
    ...maybe({ number, oneOf }, 8, { all_day: true }),
  }
}

const place = ({ number, oneOf }: Random) => ({
  venue: { venue: oneOf(['Hall', 'Gym', 'Field', 'Hall, Gym']), city: oneOf(['', 'Troy', 'Albany']) },
  organizer: [
    { organizer: oneOf(['PTA', 'Choir']), email: oneOf(['', 'pta@school.example']) },
    ...(number(4) === 0 ? [{ organizer: 'Parents' }] : []),
  ],
})

const more = (random: Random) => ({
  ...when(random),
  ...maybe(random, 2, place(random)),
  ...maybe(random, 2, { categories: [random.oneOf(['Fairs', 'Music', 'Sports'])] }),
  ...maybe(random, 3, { tags: random.oneOf([[], ['new'], ['new', 'free']]) }),
  ...maybe(random, 2, { description: random.oneOf(['', '<p>Come!</p>', '<p>Come all!</p>']) }),
  ...maybe(random, 6, { cost: random.oneOf(['', '5', '12.50']), featured: random.oneOf([true, false]) }),
  ...maybe(random, 8, { image: 'https://pictures.example/one.png' }),
  ...maybe(random, 8, { status: random.oneOf(['cancelled', 'tentative', 'confirmed']) }),
  ...maybe(random, 3, { sequence: random.number(5) }),
})

/** One with a uid, a row without, one that names ids of other sites, an occurrence, or a row of a table of venues. */
const itemFrom = (random: Random): object => {
  const title = random.oneOf(['Book fair', 'Concert', 'Club', ''])
  const item = { title, ...more(random) }
  switch (random.number(8)) {
    case 0:
      return item
    case 1:
      return { ...item, global_id: `other.example?id=${random.number(3)}` }
    case 2:
      return { ...place(random), csv_row: random.oneOf(['venue', 'organizer']) }
    case 3:
    case 4: {
      const day = `2027-05-${pad(3 + 7 * random.number(3))}`
      const [sequence, hour] = [random.number(4), 14 + random.number(2)]
      return {
        ...{ ...item, uid: 'series', occurrence: `${day}T${hour}:00:00Z`, sequence },
        ...{ start_date: `${day} ${hour - 4}:00:00`, end_date: `${day} ${hour - 3}:00:00` },
        ...{ timezone: 'America/New_York' },
        ...maybe(random, 2, { series: { start: '2027-05-03', end: '2027-05-17', sequence } }),
      }
    }
    default:
      return { ...item, uid: random.oneOf(['a', 'b', 'c', 'd', 'series']) }
  }
}

const settings = (random: Random) => ({
  origin: random.oneOf(['ics', 'csv']),
  source: random.oneOf(['fairs', 'fairs', 'clubs']),
  update_authority: random.oneOf(['overwrite', 'preserve_changes', 'retain']),
  post_status: random.oneOf(['publish', 'draft', 'pending']),
})

const BY_HAND: readonly [object, ...object[]] = [
  { title: 'Retitled' },
  { description: 'by hand' },
  { venue: [] },
  { start_date: '2027-05-02 09:00:00', end_date: '2027-05-02 10:00:00' },
]

/** What people do to an event between two imports. */
const touch = async ({ ask }: EmbeddedService, random: Random, id: number): Promise<void> => {
  const at = `/cal/events/v1/events/${id}`
  switch (random.number(5)) {
    case 0:
      await ask(`DELETE ${at}`)
      return
    case 1:
      await ask(`POST ${at}`, { body: { status: 'publish' } })
      return
    default:
      await ask(`POST ${at}`, { body: random.oneOf(BY_HAND) })
  }
}

it.each(SEEDS)(
  '05 §13 whatever is imported over whatever is there, a dry run says it (seed %i)',
  async seed => {
    const random = randomFrom(seed)
    const service = await embeddedService({}, temporaryFolder(), () => NOW, undefined, noFetcher)
    const ends = new Set<string>()
    for (let round = 0; round < ROUNDS; round++) {
      const items = Array.from({ length: 4 + random.number(24) }, () => itemFrom(random))
      const given = { ...settings(random), feed: { ok: true, items, warnings: [] } }
      const done = await expectAsPlanned(service, given, items.length)
      for (const { outcome, id } of done.items) {
        ends.add(outcome)
        if (id !== null && random.number(3) === 0) await touch(service, random, id)
      }
    }
    // otherwise what is compared is nothing much
    expect([...ends]).toEqual(
      expect.arrayContaining(['created', 'updated', 'skipped', 'failed', 'duplicate']),
    )
  },
)
