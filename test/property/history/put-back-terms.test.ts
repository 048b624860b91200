import { termId, userId, logPosition } from '../../../shared/kernel/brands.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { merge, unmerge } from '../../../services/calendar/merge/merge.ts'
import { putBackTerm } from '../../../services/calendar/put-back/term.ts'
import { putsBack } from '../../../services/calendar/put-back/thing.ts'
import type { TermState } from '../../../services/calendar/term/state.ts'
import { term } from '../../../services/calendar/term/term.ts'
import { changeTerm, createTerm, deleteTerm } from '../../../services/calendar/term/write.ts'
import { writingOn } from '../../../services/calendar/writing.ts'
import { folded } from '../../../services/handle.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { Meta } from '../../../shared/facts/meta.ts'
import { termStream } from '../../../shared/facts/term.ts'
import { personAt } from '../../support/calendar.ts'
import { memoryLog } from '../../support/memory-log.ts'

const PEOPLE = [2, 3, 4] as const
/** The first of these are categories, the others tags. */
const [CATEGORIES, TERMS] = [4, 6]

const one = fc.nat(TERMS - 1)
const step = fc.record({
  actor: fc.constantFrom(...PEOPLE),
  isImport: fc.boolean(),
  nth: one,
  other: one,
  do: fc.oneof(
    { weight: 4, arbitrary: fc.constant('name' as const) },
    { weight: 9, arbitrary: fc.constant('slug' as const) },
    { weight: 4, arbitrary: fc.constant('description' as const) },
    { weight: 9, arbitrary: fc.constant('parent' as const) },
    { weight: 3, arbitrary: fc.constant('merge' as const) },
    { weight: 9, arbitrary: fc.constant('unmerge' as const) },
    { weight: 1, arbitrary: fc.constant('delete' as const) },
  ),
  text: fc.constantFrom('music', 'arts', 'sport'),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

const kindOf = (nth: number) => (nth < CATEGORIES ? ('category' as const) : ('tag' as const))

/** Categories and tags to which several people and imports did this and that. */
const lived = async (steps: readonly Step[]) => {
  const store = memoryLog()
  const writing = writingOn(store)
  let second = 0
  const context = (actor: number, isImport = false): Meta => ({
    ...{
      ...personAt(++second),
      actor: userId(actor),
      source: isImport ? ('import' as const) : ('desk' as const),
    },
  })
  const ids: number[] = []
  for (let nth = 0; nth < TERMS; nth++) {
    const taxonomy = kindOf(nth) === 'category' ? 'cal_events_cat' : 'post_tag'
    const values = { taxonomy, name: `Term ${nth}`, slug: '', description: '', parent: null } as const
    const made = await createTerm(writing, values, context(2))
    if (made.ok) ids.push(made.id)
  }
  let deleted = 0
  for (const { actor, isImport, nth, other, do: what, text } of steps) {
    const [id, another, by] = [ids[nth] ?? 0, ids[other] ?? 0, context(actor, isImport)]
    const kind = kindOf(nth)
    if (what === 'merge') await merge(writing, { kind, from: id, into: another }, by)
    else if (what === 'unmerge') await unmerge(writing, { kind, id }, by)
    else if (what === 'delete' && deleted < 2) {
      if ((await deleteTerm(writing, termId(id), [], by)).ok) deleted += 1
    } else if (what === 'parent' && kind === 'category')
      await changeTerm(
        writing,
        termId(id),
        { parent: nth === other || kindOf(other) === 'tag' ? null : termId(another) },
        by,
      )
    else if (what === 'name' || what === 'slug' || what === 'description')
      await changeTerm(writing, termId(id), { [what]: text }, by)
  }
  const recordsOf = (id: number) => store.read(termStream(termId(id)))
  const stateOf = async (id: number): Promise<TermState> => folded(term, await recordsOf(id)).state
  return { writing, ids, context, recordsOf, stateOf }
}

type Values = Readonly<Record<string, unknown>>

/** As its facts say, with the one that it was merged into. */
const was = (records: readonly StoredRecord[]): Values => {
  const { state } = folded(term, records)
  return state.status === 'absent'
    ? {}
    : { ...state.values, into: state.status === 'merged' ? state.into : null }
}
const pick = (values: Values, members: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([member]) => members.includes(member)))

type World = Awaited<ReturnType<typeof lived>>

/** Whether a reason holds, as the streams of all say. */
const holds = async (
  { ids, stateOf }: World,
  id: number,
  [member, why]: readonly [string, string],
  then: Values,
  now: Values,
): Promise<boolean> => {
  const named = typeof then[member] === 'number' ? await stateOf(then[member]) : null
  switch (why) {
    case 'purged':
      return named?.status === 'deleted'
    case 'merged':
      return named?.status === 'merged' || now['into'] !== null
    case 'taken': {
      const others = await Promise.all(ids.filter(other => other !== id).map(stateOf))
      return others.some(
        state => (state.status === 'live' || state.status === 'merged') && state.values.slug === then['slug'],
      )
    }
    case 'circle': {
      let at: unknown = then[member]
      for (let depth = 0; typeof at === 'number' && at !== id && depth < TERMS; depth++) {
        const state = await stateOf(at)
        at =
          state.status === 'absent'
            ? null
            : member === 'into' && state.status === 'merged'
              ? state.into
              : state.values.parent
      }
      return at === id
    }
    default:
      return false
  }
}

it('00 §6.4 a term is as it was at any moment of 4,000 steps of several people and imports, member by member', async () => {
  let [stepped, whole] = [0, 0]
  const reasons = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.noBias(step), { minLength: 40, maxLength: 120, size: 'max' }),
      fc.noBias(one),
      fc.noBias(fc.nat(10_000)),
      async (steps, chosen, nth) => {
        stepped += steps.length
        const world = await lived(steps)
        const { writing, ids, context, recordsOf, stateOf } = world
        const id = ids[chosen] ?? 0
        const puts = putsBack(kindOf(chosen), putBackTerm(writing, kindOf(chosen)))
        const before = await recordsOf(id)
        const at = nth % before.length
        const [then, now] = [was(before.slice(0, at + 1)), was(before)]
        const wanted = {
          moment: { position: before[at]?.position ?? logPosition(0) },
          only: 'since',
          members: null,
        } as const
        const shown = await puts.show(id, wanted, context(9))
        const done = await puts.put(id, wanted, null, context(9))
        if ((await stateOf(id)).status === 'deleted') {
          expect(done).toEqual({ ok: false, code: 'put_back_nothing' })
          return
        }
        if (!done.ok || !shown.ok) throw new Error('it is there, and so it is put back')
        // what was shown is what is done
        expect([done.stays, done.changes]).toEqual([shown.stays, shown.changes])
        const after = was(await recordsOf(id))
        expect(after).toEqual({ ...then, ...pick(now, Object.keys(done.stays)) })
        for (const reason of Object.entries(done.stays)) {
          expect([reason, await holds(world, id, reason, then, now)]).toEqual([reason, true])
          reasons.set(reason.join(' '), (reasons.get(reason.join(' ')) ?? 0) + 1)
        }
        // facts like any others: forward again
        const last = { ...wanted, moment: { position: before.at(-1)?.position ?? logPosition(0) } }
        const forth = await puts.put(id, last, null, context(9))
        expect(forth.ok).toBe(true)
        const stays = forth.ok ? Object.keys(forth.stays) : []
        expect(was(await recordsOf(id))).toEqual({ ...now, ...pick(after, stays) })
        if (Object.keys(done.stays).length === 0 && stays.length === 0) whole += 1
      },
    ),
    { numRuns: 150, seed: 20_271_203 },
  )
  expect(stepped).toBeGreaterThan(4_000)
  expect(whole).toBeGreaterThan(60)
  expect([...reasons.keys()].sort()).toEqual([
    ...['description merged', 'into circle', 'name merged', 'parent circle', 'parent merged'],
    ...['parent purged', 'slug taken'],
  ])
})
