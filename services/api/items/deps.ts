import type { UserId, ImageId } from '../../../shared/kernel/brands.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import type { ItemStatus } from '../../../shared/facts/common.ts'
import type { ItemWriter } from '../../calendar/item/write.ts'
import type { Looked, Met } from '../../calendar/purged.ts'
import type { ImagesByAddress } from '../../images/by-address.ts'

/** How far behind a write the lists are, in whole seconds; null: they show it. */
export type Visibility = { readonly lagSeconds: number } | null

/** An item as far as rights on it go. */
export type Owned = {
  readonly values: { readonly author: UserId; readonly status: ItemStatus }
  /** Status before the trash; null: not there. */
  readonly was: ItemStatus | null
}

/** An item, and what the log said of it if it was asked. */
export type MetItem<Found, Said = Looked> = { readonly item: Found | null; readonly met?: Said }

/** An item with what was written there at least, by whoever asks; `written` null: nothing was. */
export type Since<Found> = (id: number, written: Position | null) => Promise<Found | null>

/** Single items of one kind in their latest state (spec 00 §8). */
export type LatestReads<Found extends { readonly _id: number }> = {
  /** Makes a number from an address or a form an id of these. */
  readonly idOf: (id: number) => Found['_id']
  readonly byId: (id: Found['_id']) => Promise<Found | null>
  readonly bySlug: (slug: string) => Promise<Found | null>
  /** From the log, for who is going to write. */
  readonly look: (id: Found['_id']) => Promise<MetItem<Found>>
  /** The same, for who asks what it was. */
  readonly meet: (id: Found['_id']) => Promise<MetItem<Found, Met>>
  /** As its own stream says, for who purges it: that finds out whether it was purged before. */
  readonly peek: (id: Found['_id']) => Promise<MetItem<Found, Met>>
  readonly since: Since<Found>
}

/** What the routes of one kind of item ask of the write side. */
export type ItemWrites<Values> = Pick<ItemWriter<Values>, 'create' | 'change' | 'trash' | 'purge'>

/** What writes of every kind ask. */
export type WriteSupport = {
  readonly userExists: (id: UserId) => Promise<boolean>
  readonly imageExists: (id: ImageId) => Promise<boolean>
  readonly imagesByAddress: ImagesByAddress
  /** Resolves when the lists show what was written there, or after 5 s. */
  readonly waitUntilVisible: (written: Position | null) => Promise<Visibility>
}
