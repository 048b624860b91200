import { itemStream } from '../../calendar/purged.ts'
import type { ImportQueries, ImportRecordItem } from '../../../projections/import-status/queries.ts'
import type { StoredRecord } from '../../../shared/event-store/port.ts'
import { importStream, isItemType, type ImportFact, type ItemOutcome } from '../../../shared/facts/import.ts'
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

type Told = Extract<ImportFact, { readonly outcomes: unknown }>

/** Those of received items, then those of what was withdrawn, which were recorded before the last of them. */
function* outcomesIn({ overlay, importId }: Outcomes): Generator<readonly ItemOutcome[]> {
  const withdrawn: (readonly ItemOutcome[])[] = []
  for (const { type, data } of overlay.added(importStream(importId))) {
    // written a moment ago, in the form of today
    const { outcomes } = data as unknown as Told
    if (type === 'ImportOutcomesRecorded') yield outcomes
    else if (type === 'ImportOccurrencesWithdrawn') withdrawn.push(outcomes)
  }
  yield* withdrawn
}

const sentencesOf = ({ reason, warnings, found }: ImportRecordItem): readonly string[] =>
  [...(reason === null ? [] : [reason]), ...warnings].map(code => sentenceOf(code, found?.[code]))

/** Tells what things would change, each of them once. */
const changesTeller = ({ overlay, names, changesOf }: Outcomes) => {
  // events, venues and organizers share one sequence of ids
  const told = new Set<number>()
  const thing = async (noun: 'event' | 'venue' | 'organizer', id: number): Promise<ChangedThing | null> => {
    const records = overlay.addedTo(itemStream(noun, id))
    if (records.length === 0) return null
    const changes = changesIn(records, changesOf)
    if (Object.keys(changes).length === 0) return null
    const called = changes[noun === 'event' ? 'title' : 'name']?.[1]
    const name = typeof called === 'string' ? called : (await names[noun](id)).name
    const known = records[0]?.revision === 0 ? null : id
    return { type: noun, id: known, name, members: await namedChanges(noun, changes, names) }
  }
  return async ({ touched }: ItemOutcome): Promise<readonly ChangedThing[]> => {
    const things: Promise<ChangedThing | null>[] = []
    for (const [type, , id] of touched) {
      if (!isItemType(type) || told.has(id)) continue
      // before anything is waited for, so that items which are told side by side do not tell it twice
      told.add(id)
      things.push(thing(NOUNS[type], id))
    }
    return (await Promise.all(things)).filter(one => one !== null)
  }
}

const noRow = (position: number): ImportRecordItem => ({
  ...{ position, line: null, outcome: null, reason: null, warnings: [], id: null, uid: null, title: '' },
})

/** Rows that are read at once: chunks are opened once each, some milliseconds at a time. */
const ROWS = 500

/** Rows by their position, which goes up. */
const rowsOf = ({ items, importId }: Outcomes) => {
  let rows: ReadonlyMap<number, ImportRecordItem> = new Map()
  let end = 0
  return async (position: number): Promise<ImportRecordItem> => {
    if (position >= end) {
      const read = await items.itemsFrom(importId, position, ROWS)
      rows = new Map(read.items.map(row => [row.position, row]))
      end = 1 + (read.items.at(-1)?.position ?? position)
    }
    return rows.get(position) ?? noRow(position)
  }
}

/** The id of what is there already. */
const knownId = ({ overlay }: Outcomes, { id, touched }: ItemOutcome): number | null => {
  if (id === null) return null
  const [type] = touched.find(([, , one]) => one === id) ?? ['cal_events' as const]
  const stream = itemStream(isItemType(type) ? NOUNS[type] : 'event', id)
  return overlay.isMade(stream) ? null : id
}

/** Items in their order, with what each of them would change, some at a time; what was withdrawn behind them. */
export async function* itemsOf(found: Outcomes): AsyncGenerator<readonly DryRunItem[]> {
  const { names } = found
  const changesOf = changesTeller(found)
  const rowAt = rowsOf(found)
  const itemOf = async (outcome: ItemOutcome, row: ImportRecordItem): Promise<DryRunItem> => {
    const id = knownId(found, outcome)
    // what is withdrawn is not in the file, and called what it is called here
    const called = row.title === '' && id !== null ? names.event(id) : { name: row.title }
    const [{ name: title }, changes] = await Promise.all([called, changesOf(outcome)])
    return { ...row, id, title, told: sentencesOf(row), changes }
  }
  for (const outcomes of outcomesIn(found)) {
    const met: (readonly [ItemOutcome, ImportRecordItem])[] = []
    for (const outcome of outcomes) met.push([outcome, await rowAt(outcome.position)])
    // side by side: what they name is looked up together
    yield Promise.all(met.map(one => itemOf(...one)))
  }
}
