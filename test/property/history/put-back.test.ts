import { localAt } from '../../../shared/kernel/time/calculate.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { standingOf } from '../../../services/calendar/item/standing.ts'
import { putBack, showPutBack } from '../../../services/calendar/put-back/put-back.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { utcTime, userId, streamName, logPosition } from '../../../shared/kernel/brands.ts'

const ACTORS = [2, 3, 4] as const

const text = fc.constantFrom('', 'Fair', 'Concert', '<p>Bring a chair.</p>')
const status = fc.constantFrom('publish', 'draft', 'pending', 'private')
const day = fc.integer({ min: 1, max: 28 }).map(n => `2027-05-${String(n).padStart(2, '0')}`)

const patch: fc.Arbitrary<Partial<EventValues>> = fc.oneof(
  fc.record({ title: fc.constantFrom('Fair', 'Concert', 'Play') }),
  fc.record({ description: text, excerpt: text }),
  fc.record({
    cost: fc.constantFrom('', '5', '$3 – $7'),
    website: fc.constantFrom('', 'https://x.example/'),
  }),
  fc.record({ featured: fc.boolean(), sticky: fc.boolean(), hidden: fc.boolean() }),
  fc.record({ status }),
  fc.record({ slug: fc.constantFrom('fair', 'concert', 'play') }),
  fc.record({ author: fc.constantFrom(...ACTORS.map(userId)) }),
  fc.record({ password: fc.constantFrom('', 'secret') }),
  day.map(date => ({
    ...{ start: localAt(date, '10:00:00'), end: localAt(date, '12:00:00') },
    ...{ startUtc: utcTime(`${date} 14:00:00`), endUtc: utcTime(`${date} 16:00:00`) },
  })),
)

const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('change' as const), patch }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('trash' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('back' as const), status }) },
)

type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const steps = fc.array(fc.tuple(step, fc.constantFrom(...ACTORS), fc.boolean()), {
  minLength: 5,
  maxLength: 40,
})

/** An event to which several people and imports did this and that. */
const lived = async (all: readonly (readonly [Step, number, boolean])[]) => {
  const store = memoryLog()
  const writing = writingOn(store)
  const { event } = calendarOn(writing)
  let second = 0
  const context = (actor: number, isImport: boolean): Meta => ({
    ...personAt(second++),
    actor: userId(actor),
    source: isImport ? 'import' : 'cal',
  })
  const made = await event.create({ values: fair({ slug: 'fair' }) }, context(2, false))
  const id = made.ok ? made.id : 0
  for (const [one, actor, isImport] of all)
    if (one.do === 'trash') await event.trash(id, 'deleted', context(actor, isImport))
    else
      await event.change(id, one.do === 'back' ? { status: one.status } : one.patch, context(actor, isImport))
  const records = () => store.read(streamName(`event-${id}`))
  const deps = { writing, there: async () => true }
  return { store, writing, deps, id, records, context }
}

const KNOWN_BY = ['origin', 'lineage']
const plain = (values: object | undefined) => {
  const entries = Object.entries(values ?? {}).filter(([member]) => !KNOWN_BY.includes(member))
  return Object.fromEntries(
    entries.map(([member, value]) => [
      member,
      // terms have no order of their own, and a slug in the trash is marked
      member === 'categories'
        ? [...(value as number[])].sort()
        : member === 'slug'
          ? String(value).replace('__trashed', '')
          : value,
    ]),
  )
}

it('an event is as it was at any moment of 2,000 steps, member by member, and can be put forward again', async () => {
  let [moments, stepped] = [0, 0]
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (all, nth) => {
      const { deps, id, records, context } = await lived(all)
      stepped += all.length
      const before = await records()
      const chosen = before[nth % before.length]
      const then = standingOf('event', before.slice(0, before.indexOf(chosen as never) + 1))
      const now = standingOf('event', before)
      const moment = { position: chosen?.position ?? logPosition(0) }
      const wanted = { moment, only: 'since', members: null } as const
      const done = await putBack(deps, { kind: 'event', id }, wanted, null, context(9, false))
      expect(done.ok).toBe(true)
      if (!done.ok) return
      const after = standingOf('event', await records())
      const stays = Object.keys(done.stays)
      const expected = { ...plain(then?.values), ...pick(plain(after?.values), stays) }
      expect(plain(after?.values)).toEqual(expected)
      if (stays.length === 0) {
        expect(after?.trashed === null).toBe(then?.trashed === null)
        moments += 1
      } else if (now?.trashed == null)
        expect(
          stays.every(member => member === 'slug' || member === 'status' || member === 'publishedAt'),
        ).toBe(true)
      // nothing is left to do, and it can be taken forward again
      const again = await showPutBack(deps, { kind: 'event', id }, wanted)
      expect(again.ok && Object.keys(again.changes).filter(member => !stays.includes(member))).toEqual([])
      const last = before.at(-1)?.position ?? logPosition(0)
      await putBack(
        deps,
        { kind: 'event', id },
        { ...wanted, moment: { position: last } },
        null,
        context(9, false),
      )
      if (stays.length === 0) {
        const forward = standingOf('event', await records())
        const left = await showPutBack(deps, { kind: 'event', id }, { ...wanted, moment: { position: last } })
        const open = left.ok ? [...Object.keys(left.changes), ...Object.keys(left.stays)] : []
        expect(plain(forward?.values)).toEqual({
          ...plain(now?.values),
          ...pick(plain(forward?.values), open),
        })
      }
    }),
    { numRuns: 180, seed: 20_270_601 },
  )
  expect(stepped).toBeGreaterThan(2_000)
  expect(moments).toBeGreaterThan(140)
})

const pick = (values: object, members: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([member]) => members.includes(member)))

it('one entry is taken back without what others changed since', async () => {
  let left = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (all, nth) => {
      const { deps, id, records, context } = await lived(all)
      const before = await records()
      const at = 1 + (nth % Math.max(before.length - 1, 1))
      const chosen = before[at]
      if (chosen === undefined) return
      const [earlier, now] = [standingOf('event', before.slice(0, at)), standingOf('event', before)]
      if (now?.trashed !== null) return
      const changed = Object.keys((chosen.data['changes'] ?? {}) as object)
      const wanted = { moment: { position: chosen.position }, only: 'entry', members: null } as const
      const done = await putBack(deps, { kind: 'event', id }, wanted, null, context(9, false))
      if (!done.ok) return
      const stays = Object.keys(done.stays)
      if (stays.includes('title')) left++
      const after = plain(standingOf('event', await records())?.values)
      const own = changed.filter(member => !KNOWN_BY.includes(member) && !stays.includes(member))
      const others = Object.keys(after).filter(
        member => !['status', 'slug', 'publishedAt', ...own].includes(member),
      )
      expect(pick(after, others)).toEqual(pick(plain(now.values), others))
      const plainOwn = own.filter(member => !['status', 'slug', 'publishedAt'].includes(member))
      expect(pick(after, plainOwn)).toEqual(pick(plain(earlier?.values), plainOwn))
    }),
    { numRuns: 60, seed: 20_270_602 },
  )
  expect(left).toBeGreaterThan(0)
})
