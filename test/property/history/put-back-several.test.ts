import fc from 'fast-check'
import { expect, it } from 'vitest'
import { userId, streamName } from '../../../shared/kernel/brands.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { same } from '../../../services/calendar/item/changes.ts'
import { standingOf } from '../../../services/calendar/item/standing.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { organizerValues, venueValues } from '../../support/recorded.ts'
import { undoWorld } from '../../support/undo-world.ts'

const KINDS = ['event', 'venue', 'organizer'] as const
const PEOPLE = [2, 3, 4] as const
const NOTHING = { source: null, correlation: null, kind: null, member: null, since: null, until: null }

/** Members that stand alone, by kind. */
const ALONE = {
  event: ['title', 'description', 'cost', 'website'],
  venue: ['name', 'address', 'city', 'website'],
  organizer: ['name', 'phone', 'email', 'website'],
} as const

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  nth: fc.nat(2),
  member: fc.nat(3),
  actor: fc.constantFrom(...PEOPLE),
  isImport: fc.boolean(),
  isTrash: fc.boolean(),
  isMoved: fc.nat(9),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const values = {
  event: () => fair({ slug: '' }),
  venue: () => venueValues({ name: 'Hall', slug: '' }),
  organizer: () => organizerValues({ name: 'PTA', slug: '' }),
}

/** Three events, venues and organizers, to which several people and imports did this and that. */
const lived = async (steps: readonly Step[]) => {
  const store = memoryLog()
  const world = undoWorld(store)
  const calendar = calendarOn(world.writing)
  let second = 0
  const context = (actor: number, isImport = false): Meta => ({
    ...{
      ...personAt(++second),
      actor: userId(actor),
      source: isImport ? ('import' as const) : ('cal' as const),
    },
    correlation: `r${second}`,
  })
  const ids: Record<ItemKind, number[]> = { event: [], venue: [], organizer: [] }
  for (const kind of KINDS)
    for (let n = 0; n < 3; n++) {
      const made = await calendar[kind].create({ values: values[kind]() as never }, context(9))
      if (made.ok) ids[kind].push(made.id)
    }
  let text = 0
  for (const { kind, nth, member, actor, isImport, isTrash, isMoved } of steps) {
    const id = ids[kind][nth] ?? 0
    const by = context(actor, isImport)
    if (isMoved > 0) await calendar[kind].change(id, { [ALONE[kind][member] ?? '']: `text ${++text}` }, by)
    else if (isTrash) await calendar[kind].trash(id, 'deleted', by)
    else await calendar[kind].change(id, { status: 'publish' } as never, by)
  }
  const all = KINDS.flatMap(kind => ids[kind].map(id => ({ kind, id })))
  const recordsOf = ({ kind, id }: (typeof all)[number]) => store.read(streamName(`${kind}-${id}`))
  return { store, world, ids, all, recordsOf }
}

const pairIn = ({ data }: StoredRecord, member: string): readonly [unknown, unknown] | undefined =>
  (data['changes'] as Record<string, [unknown, unknown]> | undefined)?.[member]

/** As the specification says it: back to what was there before the last of theirs in a row, unless others wrote last. */
const expected = (
  records: readonly StoredRecord[],
  member: string,
  isTheirs: (record: StoredRecord) => boolean,
) => {
  const writes = records.filter(record => pairIn(record, member) !== undefined)
  const last = writes.at(-1)
  if (last === undefined) return undefined
  if (!isTheirs(last)) return pairIn(last, member)?.[1]
  const row = writes.slice(writes.findLastIndex(record => !isTheirs(record)) + 1)
  return row[0] === undefined ? undefined : pairIn(row[0], member)?.[0]
}

it('what one person did to many items in 2,000 steps of several people and imports goes, the rest stays, and it comes back', async () => {
  let stepped = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 80 }),
      fc.constantFrom(...PEOPLE),
      async (steps, who) => {
        stepped += steps.length
        const { world, ids, all, recordsOf } = await lived(steps)
        const before = await Promise.all(all.map(recordsOf))
        const items = (['event', 'organizer', 'venue'] as const).map(kind => ({ kind, ids: ids[kind] }))
        const id = await world.putBack({ chosen: { ...NOTHING, actor: userId(who) }, why: '', items })
        await world.work(id)
        const isTheirs = ({ meta }: StoredRecord) => meta.actor === who
        const standing = async () =>
          Promise.all(all.map(async item => standingOf(item.kind, await recordsOf(item))))
        const after = await standing()
        for (const [n, { kind }] of all.entries()) {
          const records = before[n] ?? []
          const [was, is] = [standingOf(kind, records), after[n]]
          const status = expected(records, 'status', isTheirs) ?? 'publish'
          expect(is?.trashed === null).toBe(status !== 'trash')
          for (const member of ALONE[kind]) {
            const now = was?.values[member]
            const wanted = expected(records, member, isTheirs)
            const then = wanted === undefined ? now : wanted
            // what is in the trash and stays there is left as it is
            const stays = was?.trashed !== null && is?.trashed !== null
            expect([member, is?.values[member]]).toEqual([member, stays ? now : then])
          }
        }
        const shown = (await world.undos.load(id)).undos[0]
        expect(shown).toMatchObject({ status: 'done', total: 9, done: 9 })
        expect(world.problems).toEqual([])

        await world.undo(`${id}.1`)
        const again = await standing()
        for (const [n, { kind }] of all.entries()) {
          const was = standingOf(kind, before[n] ?? [])
          expect(again[n]?.trashed === null).toBe(was?.trashed === null)
          for (const member of ALONE[kind])
            expect(same(again[n]?.values[member], was?.values[member])).toBe(true)
        }
      },
    ),
    { numRuns: 70, seed: 20_271_129 },
  )
  expect(stepped).toBeGreaterThan(2_000)
})
