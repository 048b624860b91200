import type { Position } from '../../../shared/event-store/port.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { Change } from '../../calendar/item/decide.ts'
import type { ItemWritten } from '../../calendar/item/write.ts'
import type { Context } from '../../handle.ts'
import type { ImagesByAddress } from '../../images/by-address.ts'

/** How far behind a write the lists are, in whole seconds; null: they show it. */
export type Visibility = { readonly lagSeconds: number } | null

/** Kinds of items with routes of their own; codes and sentences name them so. */
export type Noun = 'event' | 'venue' | 'organizer'

/** An item as far as rights on it go. */
export type Owned = {
  readonly values: { readonly author: number; readonly status: ItemStatus }
  /** Status before the trash; null: not there. */
  readonly was: ItemStatus | null
}

/** What the routes of one kind of item ask of the write side. */
export type ItemWrites<Values> = {
  readonly create: (sent: { readonly values: Values }, context: Context) => Promise<ItemWritten<Values>>
  readonly change: (id: number, sent: Change<Values>, context: Context) => Promise<ItemWritten<Values>>
  readonly trash: (id: number, context: Context) => Promise<ItemWritten<Values>>
  /** Where it was recorded; null: there is no such item. */
  readonly purge: (id: number, context: Context) => Promise<Position | null>
}

/** What writes of every kind ask. */
export type WriteSupport = {
  readonly userExists: (id: number) => Promise<boolean>
  readonly imageExists: (id: number) => Promise<boolean>
  readonly imagesByAddress: ImagesByAddress
  /** Resolves when the lists show what was written there, or after 5 s. */
  readonly waitUntilVisible: (written: Position | null) => Promise<Visibility>
}
