import { utcTime, eventId } from '../../../shared/kernel/brands.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseCsv } from '../../../services/imports/csv/parse.ts'
import { parseIcs } from '../../../services/imports/ics/parse.ts'
import type { RawItem } from '../../../services/imports/item/item.ts'
import { versionOf } from '../../../services/imports/item/read-item.ts'
import { eventStream } from '../../../shared/facts/event.ts'
import { eventIds, importWorld } from '../../support/import-world.ts'
import { memoryLog } from '../../support/memory-log.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'samples')
const files = readdirSync(folder).filter(name => /^\d\d_/.test(name))

const itemsOf = (name: string): readonly RawItem[] => {
  const body = readFileSync(join(folder, name))
  const feed = name.endsWith('.csv')
    ? parseCsv(body, { dateOrder: 'MDY' })
    : parseIcs(body, { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' })
  return feed.ok ? (JSON.parse(JSON.stringify(feed.items)) as readonly RawItem[]) : []
}

type Fate = 'changed' | 'cancelled' | 'moved' | 'removed'

const after = (fate: Fate | undefined, item: RawItem): readonly RawItem[] => {
  switch (fate) {
    case 'changed':
      return [{ ...item, description: 'other words', sequence: 9 }]
    case 'cancelled':
      return [{ ...item, status: 'cancelled', sequence: 9 }]
    case 'moved':
      return [{ ...item, start_date: '2031-02-03 04:05:06', end_date: '2031-02-03 05:05:06', all_day: false }]
    case 'removed':
      return []
    case undefined:
      return [item]
  }
}

/** Positions to which something happens: of events that nothing else in the file is taken for. */
const fatesOf = (items: readonly RawItem[], created: readonly number[]): ReadonlyMap<number, Fate> => {
  const keyOf = (position: number) => {
    const item = items[position - 1] ?? {}
    const { uid, occurrence } = versionOf(item)
    return JSON.stringify([uid ?? item['title'], occurrence ?? ''])
  }
  const all = items.map((_, n) => keyOf(n + 1))
  const alone = created.filter(position => all.filter(key => key === keyOf(position)).length === 1)
  const fates: Fate[] = ['changed', 'cancelled', 'moved', 'removed']
  return new Map(fates.flatMap((fate, n) => (alone[n] === undefined ? [] : [[alone[n], fate] as const])))
}

/** What happens to an event of a series that comes without it. */
const WITHDRAWN = ['EventOriginNoted', 'EventTrashed']

/** Facts of an event whose item met this fate, after the one that created it. */
const FACTS: Readonly<Record<Fate, readonly string[]>> = {
  changed: ['EventDescribed', 'EventOriginNoted'],
  cancelled: ['EventOriginNoted', 'EventTrashed'],
  moved: ['EventRescheduled', 'EventOriginNoted'],
  removed: [],
}

describe.each(files)('05 §5, §6 %s', name => {
  const items = itemsOf(name)

  it('three times, then with an event changed, one cancelled, one moved and one removed', async () => {
    const w = importWorld(memoryLog())
    const first = await w.whole('one', items)
    const ids = await eventIds(w.store)
    for (const importId of ['two', 'three']) {
      const again = await w.whole(importId, items)
      expect(again.map(({ outcome }) => outcome)).toEqual(
        first.map(({ outcome }) => (outcome === 'created' ? 'unchanged' : outcome)),
      )
      expect(again.map(({ id, outcome }) => (outcome === 'duplicate' ? null : id))).toEqual(
        first.map(({ id, outcome }) => (outcome === 'duplicate' ? null : id)),
      )
    }
    expect(await eventIds(w.store)).toEqual(ids)

    const created = first.flatMap(({ outcome, position }, n) =>
      outcome === 'created' && items[n]?.['csv_row'] === undefined ? [position] : [],
    )
    const fates = fatesOf(items, created)
    const next = await w.whole(
      'four',
      items.flatMap((item, n) => after(fates.get(n + 1), item)),
    )
    const expected = first.flatMap(({ position, outcome, id }) => {
      const fate = fates.get(position)
      if (fate === 'removed') return []
      // a row without uid is another event at another time
      if (fate === 'moved' && versionOf(items[position - 1] ?? {}).uid === null) return [['created', null]]
      if (fate !== undefined) return [['updated', id]]
      return [[outcome === 'created' ? 'unchanged' : outcome, outcome === 'duplicate' ? null : id]]
    })
    const met = next.map(({ outcome, id }) => [
      outcome,
      ['created', 'duplicate'].includes(outcome) ? null : id,
    ])
    expect(met).toEqual(expected)

    for (const { position, outcome, id } of first) {
      if (outcome !== 'created' || id === null || items[position - 1]?.['csv_row'] !== undefined) continue
      const facts = (await w.store.read(eventStream(eventId(id)))).map(({ type }) => type)
      const fate = fates.get(position)
      const { uid, occurrence } = versionOf(items[position - 1] ?? {})
      const isLeft = fate === undefined || (fate === 'moved' && uid === null)
      const news = fate === 'removed' && occurrence !== null ? WITHDRAWN : isLeft ? [] : FACTS[fate]
      expect([position, facts]).toEqual([position, ['EventCreated', ...news]])
    }
  })
})
