import { expect, it } from 'vitest'
import { merge, mergedInto, unmerge } from '../../../services/calendar/merge/merge.ts'
import { putBackTerm } from '../../../services/calendar/put-back/term.ts'
import { putsBack } from '../../../services/calendar/put-back/thing.ts'
import { changeTerm, createTerm } from '../../../services/calendar/term/write.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { termId, type Position, logPosition } from '../../../shared/kernel/brands.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

const kind = 'tag'

/** Three tags; the first was called Choir, is called Jazz, and was merged into the second. */
const merged = async () => {
  const store = memoryLog()
  const writing = writingOn(store)
  const ids: number[] = []
  for (const name of ['Choir', 'Blues', 'Swing']) {
    const values = { taxonomy: 'post_tag', name, slug: '', description: '', parent: null } as const
    const made = await createTerm(writing, values, personAt(1))
    if (made.ok) ids.push(made.id)
  }
  const [id = 0, second = 0, third = 0] = ids
  const records = () => store.read(termStream(termId(id)))
  const first = (await records()).at(-1)?.position ?? logPosition(0)
  await changeTerm(writing, termId(id), { name: 'Jazz', description: 'Trio' }, personAt(2))
  const named = (await records()).at(-1)?.position ?? logPosition(0)
  expect(await merge(writing, { kind, from: id, into: second }, personAt(3))).toMatchObject({ ok: true })
  const types = async () => (await records()).map(({ type }) => type)
  return { store, writing, id, second, third, first, named, types }
}

/** The log, on which something else is done as soon as the unmerging is recorded. */
const withMeanwhile = (store: EventStore, meanwhile: () => Promise<unknown>): EventStore => ({
  ...store,
  append: async (stream, records, expected) => {
    const appended = await store.append(stream, records, expected)
    if (records.some(({ type }) => type === 'TermUnmerged')) await meanwhile()
    return appended
  },
})

const asOf = (position: Position) => ({ moment: { position }, only: 'since', members: null }) as const

it('00 §6.4 what somebody changes right after the unmerging stays, and the answer tells of both', async () => {
  const { store, writing, id, second, first, types } = await merged()
  const slow = withMeanwhile(store, () =>
    changeTerm(writing, termId(id), { description: 'Quartet' }, personAt(4)),
  )
  const put = putsBack(kind, putBackTerm(writingOn(slow), kind))
  expect(await put.put(id, asOf(first), null, personAt(5))).toEqual({
    ok: true,
    changes: { into: [second, null], description: ['Trio', 'Quartet'] },
    stays: { name: 'changed', description: 'changed' },
  })
  expect((await types()).slice(-2)).toEqual(['TermUnmerged', 'TermDescribed'])
})

it('00 §6.4 nothing happens to one that somebody unmerged, or merged into another, meanwhile', async () => {
  for (const isMergedAgain of [false, true]) {
    const { writing, id, third, named, types } = await merged()
    const thing = putBackTerm(writing, kind)
    let before: readonly string[] = []
    const put = putsBack(kind, {
      ...thing,
      change: async (...given) => {
        await unmerge(writing, { kind, id }, personAt(4))
        if (isMergedAgain) await merge(writing, { kind, from: id, into: third }, personAt(5))
        before = await types()
        return thing.change(...given)
      },
    })
    expect(await put.put(id, asOf(named), null, personAt(6))).toEqual({ ok: false, code: 'put_back_moved' })
    expect(await types()).toEqual(before)
    expect(await mergedInto(writing, { kind, id })).toBe(isMergedAgain ? third : null)
  }
})
