import type { UtcTime, ImageId, Position } from '../../../../../shared/kernel/brands.ts'
import type { StoredRecord } from '../../../../../shared/event-store/port.ts'
import type { ItemStatus, Origin } from '../../../../../shared/facts/common.ts'
import type { Call, Caller } from '../../../platform/call.ts'
import type { creatorsOnly } from '../../signed-in.ts'
import type { Outcome } from '../call.ts'
import type { IdFor } from '../../../../handle.ts'
import type { NoForm } from '../form/edited.ts'
import type { Fields } from '../form/merge.ts'
import type { FieldsByArgument, Wrong } from '../form/wrong.ts'
import type { Several } from '../several/several.ts'
import type { Subject, Tab } from '../words.ts'
import type { Listing } from './address.ts'
import type { Field } from './fields.ts'

export type Noun = 'venue' | 'organizer' | 'category' | 'tag'

/** A venue, organizer, category or tag as a table shows it. */
export type Entry = {
  readonly id: number
  /** As people read it. */
  readonly name: string
  /** What tells it from others of that name, or nothing. */
  readonly about: string
  /** Where it stands, as far as that makes another one of the same name; "": nothing says. */
  readonly place: string
  /** null: it has none. */
  readonly status: ItemStatus | null
  /** Of the last change, UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly modified: UtcTime
  readonly mayEdit: boolean
}

type NamedEntry = { readonly _id: number; readonly values: { readonly name: string } }

export type Found = {
  readonly rows: readonly Entry[]
  readonly total: number
  /** How many each tab has with the same search. */
  readonly counts: ReadonlyMap<string, number>
}

/** One that somebody edits, by its stream. */
export type Edited = {
  readonly id: number
  readonly name: string
  /** Position of its newest record. */
  readonly rev: Position
  readonly typed: Fields
  readonly records: readonly StoredRecord[]
  /** What brought it last; null: no import did. */
  readonly origin: Origin | null
  /** As a form that was opened at that position shows it; null: it was never so. */
  readonly asOf: (rev: Position) => Promise<Fields | null>
  /** Writes some of its fields: refused with 409 where one is not any more what it is here. */
  readonly change: (
    some: readonly string[],
    typed: Fields,
    call: Call,
  ) => Promise<Outcome | { readonly wrong: Wrong }>
}

/** One of the four parts of the desk that are alike. */
export type Part = {
  readonly noun: Noun
  readonly subject: Subject
  /** Whom its pages are for. */
  readonly only: typeof creatorsOnly
  readonly tabs: readonly Tab[]
  readonly sorts: readonly string[]
  readonly fields: readonly Field[]
  /** How the argument of the interface that is refused is found among the fields. */
  readonly byArgument: FieldsByArgument
  /** What the column beside the names is called. */
  readonly aboutWord: string
  readonly find: (listing: Listing, caller: Caller) => Promise<Found>
  /** Those of these that there are, as the table shows them. */
  readonly byIds: (ids: readonly number[], caller: Caller) => Promise<readonly Entry[]>
  /** All of them by name, so many at most. */
  readonly all: (most: number, caller: Caller) => Promise<readonly Entry[]>
  /** Those of a name; "": some, to be proposed. */
  readonly named: (name: string, caller: Caller) => Promise<readonly NamedEntry[]>
  /** Number of the picture that it has; null: none. */
  readonly imageOf: (id: number) => Promise<ImageId | null>
  /** Instants in its fields are by the clock of `siteZone`. */
  readonly edited: (id: number, caller: Caller, siteZone: string) => Promise<Edited | NoForm>
  readonly create: (typed: Fields, call: Call, idFor: IdFor) => Promise<Outcome | { readonly wrong: Wrong }>
  readonly several: Pick<Several, 'specOf' | 'carryOut'> & Partial<Pick<Several, 'putBack'>>
}
