import { describe, expect, it } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import { calendarOn } from '../../../services/calendar/calendar.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { keptItems, type FactAt } from '../../../services/subscriptions/kept-items.ts'
import { fair, personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

/** An event with so many new titles. */
const world = async (changes: number) => {
  const store = memoryLog()
  const calendar = calendarOn(writingOn(store))
  const made = await calendar.event.create({ values: fair({ title: 'Title 0' }) }, personAt())
  const id = made.ok ? made.id : 0
  for (let n = 1; n <= changes; n++)
    await calendar.event.change(id, () => ({ ok: true, patch: { title: `Title ${n}` } }) as const, personAt())
  const stream = streamName(`event-${id}`)
  return { store, stream, facts: await store.read(stream) }
}

const at = ({ stream, revision, position }: FactAt): FactAt => ({ stream, revision, position })

describe('08 §3 items as they are told', () => {
  it('are the same in whatever order their facts are asked for', async () => {
    const { store, facts } = await world(12)
    const items = keptItems(store).of('s1')
    // there and back, again, and in leaps
    for (const revision of [0, 1, 2, 5, 5, 4, 12, 0, 11, 12, 3]) {
      const fact = facts[revision]
      if (fact === undefined) throw new Error('no such fact')
      const around = await items.around(at(fact))
      expect([around?.before?.values['title'], around?.after?.values['title']]).toEqual([
        revision === 0 ? undefined : `Title ${revision - 1}`,
        `Title ${revision}`,
      ])
      expect(around?.record.id).toBe(fact.id)
    }
  })

  it('are as they are now, with what came since they were looked at', async () => {
    const { store, stream, facts } = await world(3)
    const kept = keptItems(store)
    const { now } = kept.of('s1')
    expect((await now(stream)).seen?.values['title']).toBe('Title 3')
    const [first] = facts
    if (first === undefined) throw new Error('no fact')
    // somebody else looks at what was before
    await kept.of('s2').around(at(first))
    const last = {
      ...(facts[3] ?? first),
      id: crypto.randomUUID(),
      data: { ...facts[3]?.data, changes: { title: ['Title 3', 'New'] } },
    }
    await store.append(stream, [last], streamRevision(3))
    expect((await now(stream)).seen?.values['title']).toBe('New')
    expect((await now(streamName('event-999'))).seen).toBeNull()
  })

  it('are not what was deleted, and of what began anew only what is there', async () => {
    const { store, stream, facts } = await world(3)
    const items = keptItems(store).of('s1')
    const [first, second, , last] = facts
    if (first === undefined || second === undefined || last === undefined) throw new Error('too few facts')
    expect((await items.around(at(second)))?.after?.values['title']).toBe('Title 1')
    await items.now(stream)
    await store.deleteStream(stream)
    expect(await items.around(at(second))).toBeNull()
    expect(await items.around(at(last))).toBeNull()
    expect((await items.now(stream)).seen).toBeNull()
    await store.append(stream, [{ ...first, id: crypto.randomUUID() }], 'absent')
    const [anew] = await store.read(stream)
    expect(await items.around(at(first))).toBeNull()
    expect((await items.around(at(anew ?? first)))?.before).toBeNull()
    expect((await items.now(stream)).seen?.values['title']).toBe('Title 0')
  })

  it('forget what was truncated', async () => {
    const { store, stream, facts } = await world(3)
    const items = keptItems(store).of('s1')
    const [first, second] = facts
    if (first === undefined || second === undefined) throw new Error('too few facts')
    await items.around(at(second))
    await store.append(stream, [{ ...first, id: crypto.randomUUID() }], streamRevision(3))
    await store.truncate(stream, streamRevision(4))
    expect(await items.around(at(second))).toBeNull()
    const [anew] = await store.read(stream)
    expect(await items.around(at(anew ?? first))).toMatchObject({
      before: null,
      after: { values: { title: 'Title 0' } },
    })
  })
})
