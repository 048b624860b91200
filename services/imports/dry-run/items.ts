import type { ImportQueries, ImportRecordItem } from '../../../projections/import-status/queries.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { importCodec, importStream, isItemType, type ItemOutcome } from '../../../shared/facts/import.ts'
import { itemKinds } from '../../calendar/kinds.ts'
import { sentenceOf } from '../item/told.ts'
import { changesIn, type Changes } from './changes.ts'
import { namedChanges, type Names } from './names.ts'
import type { Overlay } from './overlay.ts'

const NOUNS = { cal_events: 'event', cal_venue: 'venue', cal_organizer: 'organizer' } as const

/** What an item would change: itself, or a venue or organizer of it. */
type ChangedThing = {
  readonly type: 'event' | 'venue' | 'organizer'
  /** null: it would be made. */
  readonly id: number | null
  readonly name: string
  readonly members: Changes
}

/** An item with the outcome that it would have; `told`: in sentences. */
export type DryRunItem = ImportRecordItem & {
  readonly told: readonly string[]
  /** Each thing with the first item that changes it. */
  readonly changes: readonly ChangedThing[]
}

/** What a dry run has come to, before anybody reads it. */
export type Outcomes = {
  readonly importId: string
  readonly overlay: Overlay
  readonly items: Pick<ImportQueries, 'itemsFrom'>
  readonly names: Names
  readonly changesOf: (record: StoredRecord) => Changes
}

/** Those of received items, then those of what was withdrawn, which were recorded before the last of them. */
function* outcomesIn({ overlay, importId }: Outcomes): Generator<readonly ItemOutcome[]> {
  for (const wanted of ['ImportOutcomesRecorded', 'ImportOccurrencesWithdrawn'])
    for (const { type, data } of overlay.added(importStream(importId))) {
      const fact = type === wanted ? importCodec.decode(type, data) : null
      if (fact !== null && 'outcomes' in fact) yield fact.outcomes
    }
}

const sentencesOf = ({ reason, warnings, found }: ImportRecordItem): readonly string[] =>
  [...(reason === null ? [] : [reason]), ...warnings].map(code => sentenceOf(code, found?.[code]))

/** Tells what things would change, each of them once. */
const changesTeller = ({ overlay, names, changesOf }: Outcomes) => {
  const told = new Set<string>()
  const thing = async (noun: 'event' | 'venue' | 'organizer', id: number): Promise<ChangedThing | null> => {
    const stream = itemKinds[noun].stream(id)
    if (told.has(stream)) return null
    const records = await overlay.addedTo(stream)
    if (records.length === 0) return null
    told.add(stream)
    const changes = changesIn(records, changesOf)
    if (Object.keys(changes).length === 0) return null
    const called = changes[noun === 'event' ? 'title' : 'name']?.[1]
    const name = typeof called === 'string' ? called : (await names[noun](id)).name
    const known = records[0]?.revision === 0 ? null : id
    return { type: noun, id: known, name, members: await namedChanges(noun, changes, names) }
  }
  return async ({ touched }: ItemOutcome): Promise<readonly ChangedThing[]> => {
    const things: ChangedThing[] = []
    for (const [type, , id] of touched) {
      const one = isItemType(type) ? await thing(NOUNS[type], id) : null
      if (one !== null) things.push(one)
    }
    return things
  }
}

const noRow = (position: number): ImportRecordItem => ({
  ...{ position, line: null, outcome: null, reason: null, warnings: [], id: null, uid: null, title: '' },
})

/** The id of what is there already. */
const knownId = async ({ overlay }: Outcomes, { id, touched }: ItemOutcome): Promise<number | null> => {
  if (id === null) return null
  const [type] = touched.find(([, , one]) => one === id) ?? ['cal_events' as const]
  const stream = itemKinds[isItemType(type) ? NOUNS[type] : 'event'].stream(id)
  return (await overlay.isMade(stream)) ? null : id
}

/** Items in their order, with what each of them would change; what was withdrawn behind them. */
export async function* itemsOf(found: Outcomes): AsyncGenerator<DryRunItem> {
  const { importId, items, names } = found
  const changesOf = changesTeller(found)
  for (const outcomes of outcomesIn(found)) {
    const first = outcomes[0]?.position
    if (first === undefined) continue
    const { items: rows } = await items.itemsFrom(importId, first, outcomes.length)
    const byPosition = new Map(rows.map(row => [row.position, row]))
    for (const outcome of outcomes) {
      const row = byPosition.get(outcome.position) ?? noRow(outcome.position)
      const id = await knownId(found, outcome)
      // what is withdrawn is not in the file, and called what it is called here
      const title = row.title === '' && id !== null ? (await names.event(id)).name : row.title
      yield { ...row, id, title, told: sentencesOf(row), changes: await changesOf(outcome) }
    }
  }
}
