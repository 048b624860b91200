import { userId } from '../../shared/kernel/brands.ts'
import { describe, expect, it } from 'vitest'
import { calendarOn } from '../../services/calendar/calendar.ts'
import { RevisionConflict, StoreUnavailable, type EventStore } from '../../shared/event-store/port.ts'
import { fair, personAt } from '../support/calendar.ts'
import { failAt } from '../support/fail-at.ts'
import { memoryLog } from '../support/memory-log.ts'
import { undoWorld } from '../support/undo-world.ts'

const [ANA, BOB] = [7, 8]
const NOTHING = { source: null, correlation: null, kind: null, member: null, since: null, until: null }

const allowOutage = (error: unknown) => {
  if (!(error instanceof StoreUnavailable) && !(error instanceof RevisionConflict)) throw error
}

/** Ana retitled two events, trashed a third and made a fourth; Bob retitled one of hers since. */
const lived = async (store: EventStore) => {
  const world = undoWorld(store)
  const { event } = calendarOn(world.writing)
  const by = (actor: number) => ({ ...personAt(), actor: userId(actor) })
  const made = async (title: string, actor: number) => {
    const done = await event.create({ values: fair({ title, slug: title.toLowerCase() }) }, by(actor))
    return done.ok ? done.id : 0
  }
  const ids = [await made('One', BOB), await made('Two', BOB), await made('Three', BOB)]
  const [one = 0, two = 0, three = 0] = ids
  await event.change(one, { title: 'ONE', cost: '5' }, by(ANA))
  await event.change(two, { title: 'TWO', cost: '6' }, by(ANA))
  await event.change(two, { title: 'Second' }, by(BOB))
  await event.trash(three, 'deleted', by(ANA))
  const four = await made('Four', ANA)
  const items = [{ kind: 'event' as const, ids: [...ids, four] }]
  const id = await world.putBack({ chosen: { ...NOTHING, actor: userId(ANA) }, why: 'by mistake', items })
  return { world, id, ids: [...ids, four] }
}

const standing = async (store: EventStore, ids: readonly number[]) => {
  const { values } = undoWorld(store)
  return Promise.all(
    ids.map(async one => {
      const { title, cost, status, slug } = await values(one)
      return [title, cost, status, slug]
    }),
  )
}

const END = [
  ['One', '', 'publish', 'one'],
  ['Second', '', 'publish', 'two'],
  ['Three', '', 'publish', 'three'],
  ['Four', '', 'trash', 'four__trashed'],
]

describe.each(['before', 'after'] as const)(
  '00 §6.8 stopped, killed: an outage %s each store call in turn',
  when => {
    it('goes on where it was, to the same end and the same record', async () => {
      let points = 0
      for (let n = 1; ; n += 1) {
        const store = memoryLog()
        const { id, ids } = await lived(store)
        const broken = failAt(store, n, when)
        await undoWorld(broken.store).work(id).catch(allowOutage)
        const again = undoWorld(store)
        await again.work(id, 2)
        expect(await standing(store, ids)).toEqual(END)
        const [undo] = (await again.undos.load(id)).undos
        expect(undo).toMatchObject({ status: 'done', total: 4, done: 4 })
        expect(undo?.counts).toMatchObject({ changed: 2, restored: 1, trashed: 1 })
        const [kept] = await again.kept(`${id}.1`)
        expect(kept).toMatchObject({
          id: ids[1],
          reason: 'changed',
          members: [{ member: 'title', actor: BOB }],
        })
        expect(again.problems).toEqual([])
        if (!broken.fired()) break
        points += 1
      }
      expect(points).toBeGreaterThan(5)
    })
  },
)
