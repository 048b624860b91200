import { z } from 'zod'
import { IsoTime, UserId, streamName } from '../kernel/brands.ts'
import { codecOf } from './codec.ts'

/** Views of the calendar (spec 00 §7). */
export const View = z.enum(['list', 'month', 'day'])
export type View = z.infer<typeof View>

/** Order of day, month and year in dates of CSV files that do not tell it themselves (spec 05 §9). */
export const DateOrder = z.enum(['MDY', 'DMY', 'YMD'])
export type DateOrder = z.infer<typeof DateOrder>

/** Days that items of imports are kept at most, and when nobody says. */
export const KEPT_PAYLOAD_DAYS = 30

/** Days that something is kept at most, where not for ever: a hundred years. */
export const KEPT_DAYS = 36_500

/** What is forgotten by itself, when it was kept long enough (spec 00 §6.9). */
const OverdueKind = z.enum(['payloads', 'sign_ins', 'versions'])
export type OverdueKind = z.infer<typeof OverdueKind>

/** Settings of the site (spec 00 §7, 01 §8.1). Those that were never set come from the environment or a default. */
const settings = {
  name: z.string(),
  description: z.string(),
  /** Address without a trailing slash. */
  url: z.string(),
  home: z.string(),
  /** Name in the tz database; "" leaves it to `gmtOffset`. */
  timezoneString: z.string(),
  /** Hours east of UTC, e.g. `-5`, `5.5`. */
  gmtOffset: z.string(),
  pageForPosts: z.int().nonnegative(),
  pageOnFront: z.int().nonnegative(),
  showOnFront: z.enum(['posts', 'page']),
  perPage: z.int().positive(),
  /** 0: Sunday. */
  startOfWeek: z.int().min(0).max(6),
  dateFormat: z.string(),
  timeFormat: z.string(),
  /** Where the address of a venue is shown, with `%s` for it; "": nowhere. */
  mapLinkTemplate: z.string(),
  currencySymbol: z.string(),
  currencyCode: z.string(),
  currencyPosition: z.enum(['prefix', 'postfix']),
  unfilteredHtml: z.boolean(),
  enabledViews: z.array(View),
  defaultView: View,
  /** User id; null: the first administrator. */
  importUser: UserId.nullable(),
  importPostStatus: z.enum(['publish', 'pending', 'draft', 'private']),
  importUpdateAuthority: z.enum(['overwrite', 'preserve_changes', 'retain']),
  /** Seconds between batches. */
  importInterval: z.int().min(10).max(600),
  csvDateOrder: DateOrder,
  stallMinutes: z.int().positive(),
  /** Days that items of imports are kept as they came in; not before their import is over. */
  keepPayloadDays: z.int().min(1).max(KEPT_PAYLOAD_DAYS),
  /** Days that it is kept when somebody, or a program of theirs, signed in; null: for ever. */
  keepSignInDays: z.int().min(1).max(KEPT_DAYS).nullable(),
  /** Days after its last change for which earlier versions of what is in the trash are kept; null: for ever. */
  keepTrashedDays: z.int().min(1).max(KEPT_DAYS).nullable(),
  applicationPasswords: z.enum(['auto', 'on', 'off']),
}

export const Settings = z.object(settings)
export const SomeSettings = Settings.partial()
export type SiteSettings = z.infer<typeof Settings>
export type SomeSettings = z.infer<typeof SomeSettings>

const after = (changes: Readonly<Record<string, readonly [unknown, unknown]>>) =>
  Object.fromEntries(Object.entries(changes).map(([name, [, value]]) => [name, value]))

/** Members that were set; before: null where it was not. */
const Changes = z
  .record(z.string(), z.tuple([z.unknown(), z.unknown()]))
  .refine(changes => SomeSettings.safeParse(after(changes)).success, 'these are no settings')

/** Names of all settings, as facts have them. */
export const settingNames = Object.keys(settings) as readonly (keyof typeof settings)[]
const names: readonly string[] = settingNames

/** Members that are set no more, each with what it was. */
const Unset = z
  .record(z.string(), z.tuple([z.unknown(), z.null()]))
  .refine(changes => Object.keys(changes).every(name => names.includes(name)), 'these are no settings')

export const SiteFact = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SiteSettingsChanged'), changes: Changes }),
  /** They are again as the environment or a default says. */
  z.object({ type: z.literal('SiteSettingsReset'), changes: Unset }),
  /** What was kept as long as it is to be is going: how much (batches, sign-ins, versions), and before which instant it came. */
  z.object({
    type: z.literal('OverdueForgotten'),
    what: OverdueKind,
    count: z.int().positive(),
    before: IsoTime,
  }),
])
export type SiteFact = z.infer<typeof SiteFact>

export const siteCodec = codecOf(SiteFact)
export const SITE_STREAM = streamName('site-1')

/** What a fact set. */
export const settingsIn = (fact: SiteFact): SomeSettings =>
  fact.type === 'SiteSettingsChanged' ? SomeSettings.parse(after(fact.changes)) : {}
