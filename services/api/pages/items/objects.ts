import { displayTitle } from '../../../../shared/kernel/html/sanitize.ts'
import { plainText } from '../../../../shared/kernel/html/text.ts'
import type { MembersIn } from '../../../../shared/members/derive.ts'
import type { organizerMembers } from '../../../../shared/members/organizer.ts'
import type { venueMembers } from '../../../../shared/members/venue.ts'

/** Members of first-generation objects that pages show (spec 02 §1); blanked ones lack them or have them empty. */
export type Picture = {
  readonly url: string
  readonly width?: number
  readonly height?: number
  readonly alt?: string
  readonly sizes?: Readonly<Record<string, { readonly width: number; readonly url: string }>>
}

export type Term = { readonly name: string; readonly slug: string }

export type Place = {
  readonly url: string
  readonly venue: string
  readonly description?: string
  readonly image?: Picture
  readonly geo_lat?: number
  readonly geo_lng?: number
  readonly json_ld?: object
} & Partial<MembersIn<typeof venueMembers, 'cal'>>

export type Person = {
  readonly url: string
  readonly organizer: string
  readonly description?: string
  readonly image?: Picture
  readonly json_ld?: object
} & Partial<MembersIn<typeof organizerMembers, 'cal'>>

export type Happening = {
  readonly url: string
  readonly title: string
  readonly description: string
  readonly excerpt: string
  readonly image: false | Picture
  readonly cost: string
  readonly categories: readonly Term[]
  readonly tags: readonly Term[]
  readonly venue: Place | readonly Place[]
  readonly organizer: readonly Person[]
  readonly json_ld?: object
}

/** A title or name as people read it. */
export const nameOf = (stored: string): string => plainText(displayTitle(stored))

/** None, one or several, as they stand in the object of an event. */
export const placesOf = ({ venue }: Happening): readonly Place[] =>
  Array.isArray(venue) ? (venue as readonly Place[]) : [venue as Place]
