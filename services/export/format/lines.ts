import { z } from 'zod'
import { By, CarriedItem, CarriedTerm, Id, Revision } from '../../../shared/facts/common.ts'
import { EventValues } from '../../../shared/facts/event.ts'
import { ImageValues } from '../../../shared/facts/image.ts'
import { importSettings } from '../../../shared/facts/import.ts'
import { Progress } from '../../../shared/facts/onboarding.ts'
import { Source } from '../../../shared/facts/meta.ts'
import { OrganizerValues } from '../../../shared/facts/organizer.ts'
import { CarriedSchedule, ScheduleId } from '../../../shared/facts/schedule.ts'
import { Settings } from '../../../shared/facts/site.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { TermValues } from '../../../shared/facts/term.ts'
import { Role } from '../../../shared/facts/user.ts'
import { VenueValues } from '../../../shared/facts/venue.ts'
import {
  EventId,
  ImageId,
  IsoTime,
  OrganizerId,
  TermId,
  UserId,
  VenueId,
} from '../../../shared/kernel/brands.ts'

// What a line of each file of an export holds (spec 00 §6.5). The schemas check what is brought, and are written beside
// it for others. Members of items are those of shared/members.

/** null: there is one, and it stays where it is. */
const password = z.string().nullable()

/** `by`: who created it, as far as imports ask. */
const itemLine = <Id extends z.ZodType<number>, Shape extends z.ZodRawShape>(
  id: Id,
  values: z.ZodObject<Shape>,
) => z.strictObject({ id, by: By, carried: CarriedItem, values: values.extend({ password }).strict() })

const TermLine = z.strictObject({
  id: TermId,
  by: By,
  carried: CarriedTerm,
  values: z.strictObject(TermValues.shape),
})

/** `values.file` and those of `values.sizes` lie in the folder `images`. */
const ImageLine = z.strictObject({ id: ImageId, by: By, values: z.strictObject(ImageValues.shape) })

const UserLine = z.strictObject({
  id: UserId,
  login: z.string(),
  email: z.string(),
  role: Role,
  displayName: z.string(),
})

/** One that was set. What never was is as the environment of the service says. */
const OptionLine = z.union(
  Object.entries(Settings.shape).map(([name, value]) => z.strictObject({ name: z.literal(name), value })),
)

const OnboardingLine = z.strictObject({
  progress: Progress,
  optIn: z.boolean().nullable(),
  tickets: z.boolean().nullable(),
})

const ScheduleLine = z.strictObject({
  id: ScheduleId,
  url: z.string(),
  everyMinutes: z.int().positive(),
  ...importSettings,
  dueAt: IsoTime,
  paused: z.boolean(),
  carried: CarriedSchedule,
})

/** By what imports and moving in know things again (spec 05 §5, §15), in the order in which it was claimed and given up. */
const IdentityLine = z.strictObject({
  kind: z.enum(['event', 'venue', 'organizer', 'term']),
  /** A digest: what it is of stands in the item. */
  key: z.string().regex(/^[0-9a-f]{40}$/),
  claims: z.array(
    z.strictObject({
      owner: Id,
      released: z.literal(true).optional(),
      occurrence: z.string().optional(),
      revision: Revision.optional(),
      /** What claimed it: the id of an import. */
      correlation: z.string(),
    }),
  ),
})

/** What happened before, for who reads it: it is not brought in. */
const HistoryLine = z.strictObject({
  position: z.int().nonnegative(),
  /** `event/41`; users, imports and whatever else has a history, too. */
  of: z.string(),
  at: IsoTime,
  fact: z.string(),
  /** User id; null: nobody with an account. */
  actor: z.int().nullable(),
  source: Source,
  route: z.string().nullable(),
  correlation: z.string(),
  /** Member → before and after; of passwords and digests only that there is one. */
  changes: z.record(z.string(), z.tuple([z.json(), z.json()])),
})
export type HistoryLine = Omit<z.output<typeof HistoryLine>, 'changes'> & {
  readonly changes: Readonly<Record<string, readonly [Json, Json]>>
}

/** By the name of its file; in the order in which they are brought. */
export const lineSchemas = {
  users: UserLine,
  options: OptionLine,
  onboarding: OnboardingLine,
  images: ImageLine,
  categories: TermLine,
  tags: TermLine,
  venues: itemLine(VenueId, VenueValues),
  organizers: itemLine(OrganizerId, OrganizerValues),
  events: itemLine(EventId, EventValues),
  schedules: ScheduleLine,
  identities: IdentityLine,
} as const

export type LineType = keyof typeof lineSchemas
export type LineOf<Type extends LineType> = z.output<(typeof lineSchemas)[Type]>

export const lineTypes = Object.keys(lineSchemas) as readonly LineType[]
export const isLineType = (text: string): text is LineType => Object.hasOwn(lineSchemas, text)

/** JSON Schema (draft 2020-12) of the lines of each file, by its name. */
export const jsonSchemas = (): readonly (readonly [name: string, schema: object])[] =>
  Object.entries({ ...lineSchemas, history: HistoryLine }).map(([name, schema]) => [
    name,
    { ...z.toJSONSchema(schema, { io: 'input' }), title: `A line of ${name}.jsonl` },
  ])
