import fc, { type Arbitrary } from 'fast-check'
import { type SentEnd, type SentPeriod } from './period.ts'
import { type Asked, type Caller } from './state.ts'
import { meanings, ms } from './times.ts'
import { SITE_ZONE, type Generation, type Sent } from './writes.ts'

// around both changes of the clocks of the site's zone and of another, and ordinary days
const WALLS = [
  ...['2027-03-13 12:00:00', '2027-03-14 02:30:00', '2027-03-14 02:45:00', '2027-03-14 03:30:00'],
  ...['2027-03-28 02:30:00', '2027-03-28 03:15:00', '2027-10-31 02:30:00'],
  ...['2027-11-07 00:30:00', '2027-11-07 01:30:00', '2027-11-07 01:45:00', '2027-11-07 02:30:00'],
  ...['2027-05-08 10:00:00', '2027-05-08 14:00:00', '2027-05-09 00:00:00', '2027-05-10 23:59:59'],
].map(ms)

const ZONES = [SITE_ZONE, 'Europe/Paris', 'Asia/Tokyo', 'UTC', 'UTC+5:30']

const DURATIONS = [0, 60, 3_600, 5_400, 86_399, 86_400, 86_401, 172_799, 89_999, 82_799]

export const NOBODYS = 999_999

/** Commands name events by their turn, and what is linked by its place. */
export type Plan = {
  readonly type: 'create' | 'update' | 'delete'
  readonly generation: Generation
  readonly as: Caller
  readonly which: number
  readonly sent: Sent
  /** Of a delete. */
  readonly force?: boolean
}

export type Command =
  | Plan
  | {
      readonly type: 'batch'
      readonly strict: boolean
      readonly parts: readonly Plan[]
      readonly as: Caller
    }
  | { readonly type: 'place'; readonly which: number; readonly to: Asked | 'trash' }
  | { readonly type: 'password'; readonly which: number; readonly password: string }
  | { readonly type: 'import'; readonly uid: string; readonly title: string; readonly period: SentPeriod }

const wall = fc.constantFrom(...WALLS)

const instant = fc
  .tuple(wall, fc.constantFrom(...ZONES), fc.nat(1))
  .map(([at, zone, n]) => meanings(zone, at)[n]?.utc ?? at)

const end: Arbitrary<SentEnd> = fc.oneof(
  { weight: 5, arbitrary: wall.map(at => ({ wall: at })) },
  { weight: 2, arbitrary: instant.map(utc => ({ utc })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(wall, fc.constantFrom(...ZONES), fc.nat(1))
      .map(([at, zone, n]) => ({ wall: at, utc: meanings(zone, at)[n]?.utc ?? at })),
  },
)

/** Mostly in order. */
const ordered = ({ start, end: last, ...period }: SentPeriod, turned: boolean): SentPeriod => {
  const swap = !turned && (start?.wall ?? 0) > (last?.wall ?? Infinity)
  const [from, until] = swap ? [last, start] : [start, last]
  return { ...period, ...(from && { start: from }), ...(until && { end: until }) }
}

const rest = { zone: fc.constantFrom(...ZONES), allDay: fc.boolean() }

const whole = fc
  .tuple(
    fc.record({ start: end, end, ...rest }, { requiredKeys: ['start', 'end'] }),
    fc.integer({ min: 0, max: 9 }),
  )
  .map(([period, dice]) => ordered(period, dice === 0))

const partial = fc
  .tuple(
    fc.record({ start: end, end, duration: fc.constantFrom(...DURATIONS), ...rest }, { requiredKeys: [] }),
    fc.integer({ min: 0, max: 3 }),
  )
  .map(([period, dice]) => ordered(period, dice === 0))

const ids = (most: number): Arbitrary<readonly number[]> =>
  fc.array(
    fc.oneof({ weight: 15, arbitrary: fc.nat(most) }, { weight: 1, arbitrary: fc.constant(NOBODYS) }),
    { maxLength: 3 },
  )

const titles = fc.constantFrom('Fair', 'Choir & friends', 'Été', 'A <b>bold</b> one')

const members = {
  status: fc.constantFrom<Asked | 'trash'>(
    ...(['publish', 'publish', 'publish', 'draft', 'pending', 'private', 'future', 'trash'] as const),
  ),
  date: fc.constantFrom('2026-06-01 08:00:00', '2031-01-01 00:00:00'),
  featured: fc.boolean(),
  categories: ids(2),
  tags: ids(1),
  venues: ids(1),
  organizers: ids(1),
}

const callers = fc.constantFrom<Caller>(
  ...(['administrator', 'editor', 'editor', 'author', 'author', 'contributor', 'contributor'] as const),
  ...(['other', 'subscriber', 'guest'] as const),
)

const generation = fc.constantFrom<Generation>('cal', 'calx')

const which = fc.nat(11)

const creates: Arbitrary<Plan> = fc.record({
  type: fc.constant('create' as const),
  ...{ generation, as: callers, which },
  sent: fc
    .tuple(
      fc.record({ title: titles, ...members }, { requiredKeys: [] }),
      fc.oneof({ weight: 3, arbitrary: whole }, { weight: 2, arbitrary: partial }),
      fc.integer({ min: 0, max: 9 }),
    )
    .map(([sent, period, dice]) => ({ ...(dice === 0 ? {} : { title: 'Fair' }), ...sent, period })),
})

const updates: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, as: callers, which },
  sent: fc
    .tuple(fc.record({ title: titles, ...members }, { requiredKeys: [] }), partial)
    .map(([sent, period]) => ({ ...sent, period })),
})

const dateUpdates: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, which },
  as: fc.constantFrom<Caller>('editor', 'administrator'),
  sent: partial.map(period => ({ period })),
})

const deletes: Arbitrary<Plan> = fc.record({
  type: fc.constant('delete' as const),
  ...{ generation, as: callers, which },
  sent: fc.constant({ period: {} }),
  force: fc.boolean(),
})

const restores: Arbitrary<Plan> = fc.record({
  type: fc.constant('update' as const),
  ...{ generation, as: callers, which },
  sent: fc.constantFrom<Asked>('publish', 'draft', 'private').map(status => ({ status, period: {} })),
})

const single: Arbitrary<Plan> = fc.oneof(
  { weight: 5, arbitrary: creates },
  { weight: 6, arbitrary: updates },
  { weight: 6, arbitrary: dateUpdates },
  { weight: 2, arbitrary: restores },
  { weight: 2, arbitrary: deletes },
)

export const commands: Arbitrary<Command> = fc.oneof(
  { weight: 20, arbitrary: single },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('place' as const),
      which: fc.nat(3),
      to: fc.constantFrom<Asked | 'trash'>('publish', 'draft', 'trash', 'private'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('password' as const),
      which,
      password: fc.constantFrom('', 'secret'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('import' as const),
      uid: fc.constantFrom('a', 'b'),
      title: fc.constantFrom('Imported', 'Brought in'),
      period: whole,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('batch' as const),
      strict: fc.boolean(),
      as: callers,
      parts: fc.array(single, { maxLength: 4 }),
    }),
  },
)
