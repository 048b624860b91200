import { expect, it, vi } from 'vitest'
import { plusSeconds } from '../../../shared/kernel/time/calculate.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { checkObjects, kept as keptObjects } from '../../support/checked-objects.ts'
import { known } from '../../support/known-questions.ts'

vi.mock(import('../../../services/api/platform/questions.ts'), async original => {
  const { counting } = await import('../../support/known-questions.ts')
  return counting(await original())
})
vi.mock(import('../../../projections/event-listing/kept-calx.ts'), async original => {
  const { checked } = await import('../../support/checked-objects.ts')
  return checked(await original())
})

const NOW_MS = Date.UTC(2027, 0, 10, 12)
const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'))
const EVENTS = '/cal/events/v1/events'

/** What guests ask all day: lists of months, of everything, searched and of a term; items, places and terms. */
const QUESTIONS = [
  ...MONTHS.map(month => `${EVENTS}&start_date=2027-${month}-01&end_date=2027-${month}-28`),
  EVENTS,
  `${EVENTS}&page=2&per_page=3`,
  `${EVENTS}&search=chess`,
  `${EVENTS}&categories=club`,
  `${EVENTS}/1`,
  `/calx/v1/events&start_date=2027-03-01`,
  `/calx/v1/events&per_page=2&order=desc&orderby=title`,
  '/cal/events/v1/venues',
  '/cal/events/v1/categories',
  '/cal/events/v1/tags',
  '/calx/v1/venues',
  '/calx/v1/events/1',
]

/** Lists of which pages are asked for. */
const LISTS = [
  `${EVENTS}&per_page=3`,
  `${EVENTS}&start_date=2027-03-01&per_page=2`,
  `${EVENTS}&search=chess&per_page=2`,
  `${EVENTS}&categories=club&tags=t1&per_page=2`,
  `${EVENTS}&venue=2&per_page=2`,
  `${EVENTS}&status=any&per_page=4`,
]

/** The same of the second generation, whose links say all that was sent. */
const CALX_LISTS = [
  '/calx/v1/events&per_page=3',
  '/calx/v1/events&orderby=title&order=desc&per_page=2',
  '/calx/v1/events&starts_after=2027-03-01&venue=2&per_page=2',
  '/calx/v1/events&context=edit&status=any&per_page=2',
]

/** Lists of venues and terms. */
const NAMED_LISTS = [
  '/cal/events/v1/venues&per_page=1',
  '/cal/events/v1/venues&has_events=1&status=any&per_page=2',
  '/cal/events/v1/venues&only_with_upcoming=1&per_page=1',
  '/cal/events/v1/venues&event=1',
  '/cal/events/v1/organizers',
  '/cal/events/v1/categories&hide_empty=0&per_page=1',
  '/cal/events/v1/tags&orderby=count&order=desc&per_page=2',
  '/cal/events/v1/tags&orderby=include&include=t2,t1&per_page=1',
  '/cal/events/v1/tags&event=1',
]

/** The same whose links say all that was sent. */
const LINKED_NAMED_LISTS = [
  '/calx/v1/venues&per_page=1',
  '/calx/v1/venues&has_events=1&status=any&per_page=2',
  '/calx/v1/venues&only_with_upcoming=1&per_page=1',
  '/calx/v1/venues&event=1',
  '/calx/v1/organizers&context=edit',
  '/core/v2/cal_events_cat&per_page=1',
  '/core/v2/tags&orderby=count&order=desc&per_page=2',
]
const ALL_LISTS = [
  ...LISTS.map(list => ['cal', list] as const),
  ...CALX_LISTS.map(list => ['calx', list] as const),
  ...NAMED_LISTS.map(list => ['named', list] as const),
  ...LINKED_NAMED_LISTS.map(list => ['linkedNamed', list] as const),
]

/** Headers of lists that are as they would be, beside their links. */
const COMPARED = [
  ...['x-cal-total', 'x-cal-totalpages', 'x-core-total', 'x-core-totalpages'],
  ...['x-cal-ignored', 'etag', 'allow'],
]

/** The same numbers each time. */
const drawing = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

type Ids = { readonly id?: number }

/** One change of something, as people make it. */
const change = async ({ ask }: EmbeddedService, draw: (below: number) => number, events: number[]) => {
  const day = `2027-${MONTHS[draw(12)]}-${String(draw(28) + 1).padStart(2, '0')}`
  const start = `${day} 10:00:00`
  // half of them are over the same day; the others last ten days or more, into other months
  const dates = {
    start_date: start,
    end_date: plusSeconds(start, 5_400 + Math.max(0, draw(8) - 3) * 10 * 86_400),
  }
  const one = events[draw(Math.max(1, events.length))] ?? 1
  const kind = draw(10)
  if (kind < 5 || events.length < 3) {
    const body = {
      ...{ title: `${draw(2) === 0 ? 'Chess' : 'Choir'} ${draw(50)}`, ...dates, status: 'publish' },
      ...(draw(2) === 0 ? { categories: ['Club'] } : {}),
      ...(draw(3) === 0 ? { tags: [`t${draw(3)}`] } : {}),
      ...(draw(3) === 0 ? { venue: { venue: `Hall ${draw(3)}` } } : {}),
    }
    const made = await ask(`POST ${EVENTS}`, { body })
    expect(made.status).toBe(201)
    const { id } = made.body as Ids
    if (id !== undefined) events.push(id)
  } else if (kind === 5) await ask(`PUT ${EVENTS}/${one}`, { body: dates })
  else if (kind === 6) await ask(`PUT ${EVENTS}/${one}`, { body: { title: `Renamed ${draw(50)}` } })
  else if (kind === 7)
    await ask(`PUT ${EVENTS}/${one}`, { body: { status: draw(2) === 0 ? 'draft' : 'publish' } })
  else if (kind === 8) await ask(`DELETE ${EVENTS}/${one}`)
  else {
    const { body } = await ask('GET /cal/events/v1/venues&per_page=1')
    const [venue] = (body as { readonly venues?: readonly Ids[] }).venues ?? []
    if (venue?.id !== undefined)
      await ask(`PUT /cal/events/v1/venues/${venue.id}`, { body: { venue: `Hall ${draw(9)}` } })
  }
}

const signedIn = async ({ operate }: EmbeddedService, role: 'subscriber' | 'editor' | 'author') => {
  await operate('create-user', {
    login: role,
    email: `${role}@school.example`,
    role,
    password: 'a long password',
  })
  const made = await operate('create-application-password', { login: role, name: 'test' })
  return basic(role, (made.body as { readonly password: string }).password)
}

const countOf = async ({ app }: EmbeddedService, how: 'kept' | 'shown'): Promise<number> =>
  Number(
    new RegExp(`shared_answers_total\\{how="${how}"\\} (\\d+)`).exec(
      (await app.inject('/metrics')).body,
    )?.[1] ?? 0,
  )

it('after any change every answer that is kept or shown again is what it would be if it were made anew', async () => {
  const service = await embeddedService({}, undefined, () => NOW_MS)
  const draw = drawing(20_270_110)
  const events: number[] = []
  // who reads what guests read, and for whom neither answers nor what lists are found by is kept
  const headers = await signedIn(service, 'subscriber')
  const ask = async (path: string, as = {}) => {
    const url = `/index.php?rest_route=${path}`
    const { statusCode, body } = await service.app.inject({ url, headers: as })
    await checkObjects()
    return [statusCode, body]
  }
  let kept = 0
  for (let round = 0; round < 60; round++) {
    await change(service, draw, events)
    const before = await countOf(service, 'kept')
    const answers = []
    for (const path of QUESTIONS) answers.push(await ask(path))
    kept += (await countOf(service, 'kept')) - before
    for (const [n, path] of QUESTIONS.entries()) {
      const anew = await ask(path, headers)
      // whoever is signed in is told that there is something which they may not read, guests are not
      const isHidden = answers[n]?.[0] === 404 && anew[0] === 403
      if (!isHidden) expect(anew, path).toEqual(answers[n])
    }
  }
  // each change is about one month, and few of the other questions; the collector may take what would tell
  expect(kept).toBeGreaterThan((60 * QUESTIONS.length) / 3)
  // of other months, when a category or a place has changed
  expect(await countOf(service, 'shown')).toBeGreaterThan(60)
})

it('after any change every page of a list whose question is kept is what it would be if it were understood anew', async () => {
  let nowMs = NOW_MS
  const service = await embeddedService({}, undefined, () => nowMs)
  const draw = drawing(20_270_111)
  const events: number[] = []
  const readers = [{}, await signedIn(service, 'editor'), await signedIn(service, 'author')]
  const ask = async (path: string, headers: Readonly<Record<string, string>>) => {
    const url = `/index.php?rest_route=${path}`
    const { statusCode, body, headers: answered } = await service.app.inject({ url, headers })
    await checkObjects()
    const link = String(answered.link).replaceAll(/&_n=\d+/g, '')
    return { statusCode, body, link, ...Object.fromEntries(COMPARED.map(name => [name, answered[name]])) }
  }
  let shown = 0
  const times = { cal: 0, calx: 0, named: 0, linkedNamed: 0 }
  for (let round = 0; round < 40; round++) {
    await change(service, draw, events)
    // with the day questions end, and from month to month events come to an end
    if (round % 4 === 0) nowMs += 36 * 86_400_000
    for (const headers of readers)
      for (const [kind, list] of ALL_LISTS) {
        // links of the second generation say it, encoded their way
        const [page, ignored] = [1 + draw(3), `&nobody=${round}+%c3%bc*`]
        const before = known.times
        const kept = await ask(`${list}&page=${page}${ignored}`, headers)
        times[kind] += known.times - before
        // what is spelled in an unusual way is read each time
        const anew = await ask(`${list}&p%61ge=${page}${ignored}&_n=${round}`, headers)
        expect(kept, list).toEqual(anew)
        if (kept.statusCode !== 200) continue
        shown++
        expect(kept).toMatchObject({ 'x-cal-ignored': 'nobody' })
      }
  }
  expect(shown).toBeGreaterThan(40)
  // each change may be about any of them; of authors nothing is kept
  expect(times.cal).toBeGreaterThan(200)
  expect(times.calx).toBeGreaterThan(100)
  expect(times.named).toBeGreaterThan(100)
  expect(times.linkedNamed).toBeGreaterThan(100)
  expect(keptObjects.times).toBeGreaterThan(100)
})
