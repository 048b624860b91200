import { z } from 'zod'
import { codecOf } from './codec.ts'
import {
  By,
  flag,
  HiddenUntilLinked,
  Id,
  itemChanges,
  itemValues,
  pair,
  text,
  TrashReason,
  withVisibility,
} from './common.ts'

const place = {
  address: z.string(),
  city: z.string(),
  country: z.string(),
  province: z.string(),
  state: z.string(),
  /** null: never sent, computed on read (spec 02 §8). */
  stateprovince: z.string().nullable(),
  zip: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
} as const

export const VenueValues = z.object({
  ...itemValues,
  ...place,
  name: z.string(),
  phone: z.string(),
  website: z.string(),
  showMap: z.boolean(),
  showMapLink: z.boolean(),
  /** Stored for calx only. */
  sticky: z.boolean(),
  tags: z.array(Id),
})
export type VenueValues = z.infer<typeof VenueValues>

const who = { venueId: Id, by: By } as const
const number = pair(z.number().nullable())

export const VenueFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('VenueCreated'),
    ...who,
    values: VenueValues,
    hiddenUntilLinked: HiddenUntilLinked,
  }),
  z.object({ type: z.literal('VenueRenamed'), ...who, changes: z.object({ name: text }).partial() }),
  z.object({ type: z.literal('VenueDescribed'), ...who, changes: itemChanges.described }),
  z.object({
    type: z.literal('VenueMoved'),
    ...who,
    changes: z
      .object({
        address: text,
        city: text,
        country: text,
        province: text,
        state: text,
        stateprovince: pair(z.string().nullable()),
        zip: text,
        latitude: number,
        longitude: number,
      })
      .partial(),
  }),
  z.object({
    type: z.literal('VenueContactChanged'),
    ...who,
    changes: z.object({ phone: text, website: text }).partial(),
  }),
  z.object({
    type: z.literal('VenuePresented'),
    ...who,
    changes: z.object({ showMap: flag, showMapLink: flag, sticky: flag }).partial(),
  }),
  z.object({
    type: z.literal('VenueTagged'),
    ...who,
    changes: z.object({ tags: pair(z.array(Id)) }).partial(),
  }),
  z.object({ type: z.literal('VenueIllustrated'), ...who, changes: itemChanges.image }),
  z.object({ type: z.literal('VenueStatusChanged'), ...who, changes: itemChanges.status }),
  z.object({ type: z.literal('VenueSlugChanged'), ...who, changes: itemChanges.slug }),
  z.object({ type: z.literal('VenueReattributed'), ...who, changes: itemChanges.author }),
  z.object({ type: z.literal('VenueProtected'), ...who, changes: itemChanges.password }),
  z.object({ type: z.literal('VenuePostOptionsChanged'), ...who, changes: itemChanges.options }),
  z.object({ type: z.literal('VenueOriginNoted'), ...who, changes: itemChanges.origin }),
  z.object({ type: z.literal('VenueTrashed'), ...who, reason: TrashReason, changes: itemChanges.status }),
  z.object({ type: z.literal('VenueRestored'), ...who, changes: itemChanges.status }),
])
export type VenueFact = z.infer<typeof VenueFact>

export const venueCodec = codecOf(VenueFact, withVisibility('VenueCreated'))
export const venueStream = (id: number) => `venue-${id}` as const
