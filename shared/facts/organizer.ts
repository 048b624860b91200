import { z } from 'zod'
import { OrganizerId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'
import { changesOf, storedOf } from '../members/derive.ts'
import { organizerMembers } from '../members/organizer.ts'
import {
  By,
  CarriedItem,
  HiddenUntilLinked,
  lifeChanges,
  mergedChanges,
  TrashReason,
  withVisibility,
} from './common.ts'

export const OrganizerValues = z.object(storedOf(organizerMembers))
export type OrganizerValues = z.infer<typeof OrganizerValues>

const who = { organizerId: OrganizerId, by: By } as const

export const OrganizerFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('OrganizerCreated'),
    ...who,
    values: OrganizerValues,
    hiddenUntilLinked: HiddenUntilLinked,
    carried: CarriedItem.optional(),
  }),
  z.object({ type: z.literal('OrganizerRenamed'), ...who, changes: changesOf(organizerMembers, 'Renamed') }),
  z.object({
    type: z.literal('OrganizerDescribed'),
    ...who,
    changes: changesOf(organizerMembers, 'Described'),
  }),
  z.object({
    type: z.literal('OrganizerContactChanged'),
    ...who,
    changes: changesOf(organizerMembers, 'ContactChanged'),
  }),
  z.object({
    type: z.literal('OrganizerPresented'),
    ...who,
    changes: changesOf(organizerMembers, 'Presented'),
  }),
  z.object({
    type: z.literal('OrganizerTagged'),
    ...who,
    changes: changesOf(organizerMembers, 'Tagged'),
  }),
  z.object({
    type: z.literal('OrganizerIllustrated'),
    ...who,
    changes: changesOf(organizerMembers, 'Illustrated'),
  }),
  z.object({ type: z.literal('OrganizerStatusChanged'), ...who, changes: lifeChanges }),
  z.object({
    type: z.literal('OrganizerSlugChanged'),
    ...who,
    changes: changesOf(organizerMembers, 'SlugChanged'),
  }),
  z.object({
    type: z.literal('OrganizerReattributed'),
    ...who,
    changes: changesOf(organizerMembers, 'Reattributed'),
  }),
  z.object({
    type: z.literal('OrganizerProtected'),
    ...who,
    changes: changesOf(organizerMembers, 'Protected'),
  }),
  z.object({
    type: z.literal('OrganizerPostOptionsChanged'),
    ...who,
    changes: changesOf(organizerMembers, 'PostOptionsChanged'),
  }),
  z.object({
    type: z.literal('OrganizerOriginNoted'),
    ...who,
    changes: changesOf(organizerMembers, 'OriginNoted'),
  }),
  z.object({
    type: z.literal('OrganizerTrashed'),
    ...who,
    reason: TrashReason,
    changes: lifeChanges,
  }),
  z.object({ type: z.literal('OrganizerRestored'), ...who, changes: lifeChanges }),
  /** One with another, which stands for it: in the trash, with its address kept. */
  z.object({ type: z.literal('OrganizerMerged'), ...who, ...mergedChanges }),
  /** That was taken back. */
  z.object({ type: z.literal('OrganizerUnmerged'), ...who, changes: lifeChanges }),
  /** What named the one names the other, or does so again. */
  z.object({ type: z.literal('OrganizerMergeSettled'), ...who, changes: z.object({}) }),
])
export type OrganizerFact = z.infer<typeof OrganizerFact>

export const organizerCodec = codecOf(OrganizerFact, withVisibility('OrganizerCreated'))
export const organizerStream = (id: OrganizerId) => streamName(`organizer-${id}`)
