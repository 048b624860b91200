import { describe, expect, it } from 'vitest'
import { isoTime } from '../../../shared/kernel/brands.ts'
import { randomFrom, type Random } from '../../../scripts/fuzz-bodies/random.ts'
import type { RawItem } from '../../../services/imports/item/item.ts'
import { askOracle, hasOracle } from '../../support/calendar-oracle/ask.ts'
import { SITE, itemsOf } from '../../support/calendar-oracle/readings.ts'
import {
  bodyOf,
  changes,
  firstRevision,
  WRITTEN,
  type Revision,
} from '../../support/calendar-oracle/revisions.ts'
import { eventIds, importWorld } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'
import { msOfIso } from '../../../shared/kernel/time/calculate.ts'

const SERIES = 60
const ROUNDS = 4
const KINDS = Object.keys(changes) as (keyof typeof changes)[]

/** What of a series stands in the calendar that the newest revision does not say, and the rule by which it does. */
const EXPLAINED = {
  before: '05 §5: what lies before the first day that the new revision covers stays',
} as const
type Verdict = keyof typeof EXPLAINED | 'same'

/** What is in the calendar, and what its source says last, by uid. */
type Calendar = { readonly newest: Map<string, Revision>; readonly kinds: Map<string, readonly string[]> }

/** What a source brings the next time: of each series a changed version, an older one, or nothing. */
const nextOf = (
  one: Revision,
  random: Random,
): { readonly kind: string; readonly brought: Revision | null } => {
  const luck = random.number(10)
  if (luck === 0) return { kind: 'absent', brought: null }
  const kind = KINDS[random.number(KINDS.length)] ?? 'same'
  const changed = changes[kind](one, random)
  if (luck === 1) return { kind: `older ${kind}`, brought: { ...changed, sequence: one.sequence - 1 } }
  return { kind, brought: { ...changed, sequence: one.sequence + 1 } }
}

const itemsIn = (revisions: readonly Revision[]): readonly RawItem[] =>
  revisions.flatMap(
    one => JSON.parse(JSON.stringify(itemsOf(Buffer.from(bodyOf(one)), WRITTEN))) as readonly RawItem[],
  )

const datesIn = (revision: Revision) =>
  JSON.stringify(itemsIn([revision]).map(item => [item['start_date'], item['all_day'], item['timezone']]))

/** What is newest then. A higher SEQUENCE alone changes nothing and is not noted (05 §5). */
const newerOf = (one: Revision, brought: Revision): Revision => {
  if (brought.sequence < one.sequence) return one
  return datesIn(one) === datesIn(brought) ? { ...brought, sequence: one.sequence } : brought
}

/** When an event begins, as the other reader tells it, and on which local day. */
type Standing = { readonly begin: string; readonly day: string }

/** The events of each uid that are not in the trash. */
const standingIn = async (
  w: ReturnType<typeof importWorld>,
): Promise<ReadonlyMap<string, readonly Standing[]>> => {
  const all = new Map<string, Standing[]>()
  for (const id of await eventIds(w.store)) {
    const { values, trashed } = await w.eventItem(id)
    if (trashed !== null) continue
    const day = values.start.slice(0, 10)
    const one = { begin: values.allDay ? day : `${values.startUtc.replace(' ', 'T')}Z`, day }
    all.set(values.title, [...(all.get(values.title) ?? []), one])
  }
  return all
}

const beginsOf = (all: readonly Standing[]) => all.map(({ begin }) => begin).sort()
const isSame = (ours: readonly string[], theirs: readonly string[]) =>
  JSON.stringify(ours) === JSON.stringify(theirs)

/** null: they do not agree, and no rule says why. */
const verdictOf = (
  { start }: Revision,
  standing: readonly Standing[],
  theirs: readonly string[],
): Verdict | null => {
  if (isSame(beginsOf(standing), theirs)) return 'same'
  const first = `${start.slice(0, 4)}-${start.slice(4, 6)}-${start.slice(6, 8)}`
  return isSame(beginsOf(standing.filter(({ day }) => day >= first)), theirs) ? 'before' : null
}

const asked = (revisions: readonly Revision[]) =>
  revisions.map(one => ({
    ...{ id: one.uid, ics: bodyOf(one), from: '2026-06-01T00:00:00', to: '2028-12-31T00:00:00' },
  }))

describe.skipIf(!hasOracle())('an independent reader of calendars, on series that are brought again', () => {
  it(
    '05 §5 what stands in the calendar is what it reads in the newest revision',
    { timeout: 600_000 },
    async () => {
      const random = randomFrom(5_546)
      const w = importWorld(memoryLog(), { ms: msOfIso(isoTime(`${WRITTEN.replace(' ', 'T')}Z`)) })
      const first = Array.from({ length: SERIES }, (_, n) => firstRevision(random, `s${n}`))
      const { newest, kinds }: Calendar = {
        newest: new Map(first.map(one => [one.uid, one])),
        kinds: new Map(first.map(({ uid }) => [uid, []])),
      }
      await w.whole('round0', itemsIn(first))
      const counts = new Map<string, number>()
      const unexplained: unknown[] = []
      for (let round = 1; round <= ROUNDS; round++) {
        const brought: Revision[] = []
        for (const [uid, one] of newest) {
          const next = nextOf(one, random)
          kinds.set(uid, [...(kinds.get(uid) ?? []), next.kind])
          if (next.brought === null) continue
          brought.push(next.brought)
          newest.set(uid, newerOf(one, next.brought))
        }
        await w.whole(`round${round}`, itemsIn(brought))
        const told = await askOracle(SITE, asked([...newest.values()]))
        const standing = await standingIn(w)
        for (const [uid, one] of newest) {
          const answer = told.get(uid)
          const theirs =
            answer === undefined || 'error' in answer
              ? [answer?.error ?? 'nothing']
              : answer.begins.map(([, begin]) => begin).sort()
          const ours = standing.get(uid) ?? []
          const verdict = verdictOf(one, ours, theirs)
          counts.set(verdict ?? 'none', (counts.get(verdict ?? 'none') ?? 0) + 1)
          if (verdict === null) unexplained.push([round, kinds.get(uid), bodyOf(one), beginsOf(ours), theirs])
        }
      }
      expect(unexplained).toEqual([])
      const standing = [...(await standingIn(w)).values()].flat().length
      expect((await eventIds(w.store)).length - standing).toBeGreaterThan(200)
      expect([...counts.keys()].sort()).toEqual(['same', ...Object.keys(EXPLAINED)].sort())
    },
  )
})
