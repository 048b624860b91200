import { z } from 'zod'
import { isObject, type JsonObject } from '../../../shared/kernel/json.ts'
import { ItemStatus } from '../../../shared/facts/common.ts'
import { utcTime, type ImageId, type UserId } from '../../../shared/kernel/brands.ts'

/** A thing as the other calendar shows it, in both generations; nothing in it is trusted. */
export type OldThing = {
  readonly id: number
  readonly cal: JsonObject
  /** null: not read, or not shown. */
  readonly calx: JsonObject | null
  /** What it names, by the ids here; undefined: not known here. */
  readonly links: OldLinks
}

/** Ids here of what a thing names; an absent member is left as it is here. */
export type OldLinks = {
  readonly author?: UserId | undefined
  readonly image?: ImageId | null | undefined
  readonly parent?: number | null | undefined
  /** Id over there of what it is below, where that comes before it in the same question. */
  readonly above?: number | undefined
  readonly venues?: readonly number[] | undefined
  readonly organizers?: readonly number[] | undefined
  readonly categories?: readonly number[] | undefined
  readonly tags?: readonly number[] | undefined
}

const text = z.string()
const line = z.union([z.string(), z.number()]).transform(String)
const flag = z.union([z.boolean(), z.enum(['true', 'false', '1', '0', '']), z.literal([0, 1])])
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/)
const instant = moment.transform(text => utcTime(text.replace('T', ' ')))
const number = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(Number)

/** Members that every item has in the first generation. */
const post = {
  slug: text,
  status: ItemStatus,
  date_utc: instant,
  modified_utc: instant,
  description: text,
  excerpt: text,
  url: text,
  global_id: text,
  global_id_lineage: z.array(text),
}

const Cost = z.object({
  currency_symbol: z.string().catch(''),
  currency_code: z.string().catch(''),
  currency_position: z.string().catch(''),
  values: z.array(line).catch([]),
})

export const eventShape = {
  ...post,
  title: text,
  all_day: flag,
  start_date: moment,
  end_date: moment,
  timezone: text,
  cost: line,
  cost_details: Cost,
  website: text,
  show_map: flag,
  show_map_link: flag,
  hide_from_listings: flag,
  sticky: flag,
  featured: flag,
}

const contact = { phone: line, website: text }

export const venueShape = {
  ...post,
  ...contact,
  venue: line,
  address: line,
  city: line,
  country: line,
  province: line,
  state: line,
  stateprovince: line,
  zip: line,
  geo_lat: number,
  geo_lng: number,
  show_map: flag,
  show_map_link: flag,
}

export const organizerShape = { ...post, ...contact, organizer: line, email: line }

export const termShape = { name: line, slug: line, description: text }

/** What the second generation adds for those who may edit: texts as they were written. */
export const calxShape = {
  title: z.object({ raw: z.string().optional() }),
  content: z.object({ raw: z.string().optional() }),
  excerpt: z.object({ raw: z.string().optional() }),
  password: text,
  template: text,
  sticky: flag,
}

type Shape = Readonly<Record<string, z.ZodType>>
export type Shown<Of extends Shape> = { readonly [Name in keyof Of]?: z.output<Of[Name]> }

/** Members of the types that they have to have; names of those that have another, which are left out. */
export const shownIn = <Of extends Shape>(
  shape: Of,
  sent: unknown,
): { readonly shown: Shown<Of>; readonly wrong: readonly string[] } => {
  const found: Record<string, unknown> = {}
  const wrong: string[] = []
  for (const [name, schema] of Object.entries(shape)) {
    const value = isObject(sent) ? sent[name] : undefined
    if (value === undefined || value === null) continue
    const parsed = schema.safeParse(value)
    if (parsed.success) found[name] = parsed.data
    else wrong.push(name)
  }
  return { shown: found as Shown<Of>, wrong }
}
