import { z } from 'zod'
import { VenueId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { changesOf, storedOf } from '../members/derive.ts'
import { venueMembers } from '../members/venue.ts'
import {
  By,
  CarriedItem,
  HiddenUntilLinked,
  lifeChanges,
  mergedChanges,
  TrashReason,
  withVisibility,
} from './common.ts'

export const VenueValues = z.object(storedOf(venueMembers))
export type VenueValues = z.infer<typeof VenueValues>

const who = { venueId: VenueId, by: By } as const

export const VenueFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('VenueCreated'),
    ...who,
    values: VenueValues,
    hiddenUntilLinked: HiddenUntilLinked,
    carried: CarriedItem.optional(),
  }),
  z.object({ type: z.literal('VenueRenamed'), ...who, changes: changesOf(venueMembers, 'Renamed') }),
  z.object({ type: z.literal('VenueDescribed'), ...who, changes: changesOf(venueMembers, 'Described') }),
  z.object({
    type: z.literal('VenueMoved'),
    ...who,
    changes: changesOf(venueMembers, 'Moved'),
  }),
  z.object({
    type: z.literal('VenueContactChanged'),
    ...who,
    changes: changesOf(venueMembers, 'ContactChanged'),
  }),
  z.object({
    type: z.literal('VenuePresented'),
    ...who,
    changes: changesOf(venueMembers, 'Presented'),
  }),
  z.object({
    type: z.literal('VenueTagged'),
    ...who,
    changes: changesOf(venueMembers, 'Tagged'),
  }),
  z.object({ type: z.literal('VenueIllustrated'), ...who, changes: changesOf(venueMembers, 'Illustrated') }),
  z.object({ type: z.literal('VenueStatusChanged'), ...who, changes: lifeChanges }),
  z.object({ type: z.literal('VenueSlugChanged'), ...who, changes: changesOf(venueMembers, 'SlugChanged') }),
  z.object({
    type: z.literal('VenueReattributed'),
    ...who,
    changes: changesOf(venueMembers, 'Reattributed'),
  }),
  z.object({ type: z.literal('VenueProtected'), ...who, changes: changesOf(venueMembers, 'Protected') }),
  z.object({
    type: z.literal('VenuePostOptionsChanged'),
    ...who,
    changes: changesOf(venueMembers, 'PostOptionsChanged'),
  }),
  z.object({ type: z.literal('VenueOriginNoted'), ...who, changes: changesOf(venueMembers, 'OriginNoted') }),
  z.object({ type: z.literal('VenueTrashed'), ...who, reason: TrashReason, changes: lifeChanges }),
  z.object({ type: z.literal('VenueRestored'), ...who, changes: lifeChanges }),
  /** One with another, which stands for it: in the trash, with its address kept. */
  z.object({ type: z.literal('VenueMerged'), ...who, ...mergedChanges }),
  /** That was taken back. */
  z.object({ type: z.literal('VenueUnmerged'), ...who, changes: lifeChanges }),
  /** What named the one names the other, or does so again. */
  z.object({ type: z.literal('VenueMergeSettled'), ...who, changes: z.object({}) }),
])
export type VenueFact = z.infer<typeof VenueFact>

export const venueCodec = codecOf(VenueFact, withVisibility('VenueCreated'))
export const venueStream = (id: VenueId) => streamName(`venue-${id}`)
