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

export const OrganizerValues = z.object({
  ...itemValues,
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  website: z.string(),
  /** Stored for calx only. */
  sticky: z.boolean(),
  tags: z.array(Id),
})
export type OrganizerValues = z.infer<typeof OrganizerValues>

const who = { organizerId: Id, by: By } as const

export const OrganizerFact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('OrganizerCreated'),
    ...who,
    values: OrganizerValues,
    hiddenUntilLinked: HiddenUntilLinked,
  }),
  z.object({ type: z.literal('OrganizerRenamed'), ...who, changes: z.object({ name: text }).partial() }),
  z.object({ type: z.literal('OrganizerDescribed'), ...who, changes: itemChanges.described }),
  z.object({
    type: z.literal('OrganizerContactChanged'),
    ...who,
    changes: z.object({ phone: text, email: text, website: text }).partial(),
  }),
  z.object({
    type: z.literal('OrganizerPresented'),
    ...who,
    changes: z.object({ sticky: flag }).partial(),
  }),
  z.object({
    type: z.literal('OrganizerTagged'),
    ...who,
    changes: z.object({ tags: pair(z.array(Id)) }).partial(),
  }),
  z.object({ type: z.literal('OrganizerIllustrated'), ...who, changes: itemChanges.image }),
  z.object({ type: z.literal('OrganizerStatusChanged'), ...who, changes: itemChanges.status }),
  z.object({ type: z.literal('OrganizerSlugChanged'), ...who, changes: itemChanges.slug }),
  z.object({ type: z.literal('OrganizerReattributed'), ...who, changes: itemChanges.author }),
  z.object({ type: z.literal('OrganizerProtected'), ...who, changes: itemChanges.password }),
  z.object({ type: z.literal('OrganizerPostOptionsChanged'), ...who, changes: itemChanges.options }),
  z.object({ type: z.literal('OrganizerOriginNoted'), ...who, changes: itemChanges.origin }),
  z.object({
    type: z.literal('OrganizerTrashed'),
    ...who,
    reason: TrashReason,
    changes: itemChanges.status,
  }),
  z.object({ type: z.literal('OrganizerRestored'), ...who, changes: itemChanges.status }),
])
export type OrganizerFact = z.infer<typeof OrganizerFact>

export const organizerCodec = codecOf(OrganizerFact, withVisibility('OrganizerCreated'))
export const organizerStream = (id: number) => `organizer-${id}` as const
