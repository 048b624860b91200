import { z } from 'zod'
import { EventId, ImageId, OrganizerId, TermId, VenueId, UserId } from '../kernel/brands.ts'

/**
 * What sort of value a member holds. Each place that reads, shows or stores members has a table with an entry for every
 * kind it meets, so that a new kind is asked for there by the compiler, and a new member of a known kind is nowhere.
 */
type MemberKind = keyof typeof shapes | 'ids'

type Value<Kind extends keyof typeof shapes> = z.output<(typeof shapes)[Kind]>

const shapes = {
  /** One line with inline markup, of which something is to be seen. */
  title: z.string(),
  /** One line of text; "" when there is none. */
  line: z.string(),
  phone: z.string(),
  email: z.string(),
  /** A web address; "" when there is none. */
  uri: z.string(),
  /** Sanitised; "" when there is none. */
  html: z.string(),
  /** The state or province as sent, one line; null: never sent, computed on read (spec 02 §8). */
  region: z.string().nullable(),
  flag: z.boolean(),
  /** null: not known. */
  coordinate: z.number().nullable(),
}

/** What an id is of. */
export type NamedKind = 'event' | 'venue' | 'organizer' | 'category' | 'tag' | 'user' | 'image'

/** How the imports of venues and organizers take a member (spec 05 §5, §9). */
type Imported = {
  /** Its name in items, and the one that counts where that is not there. */
  readonly as: string
  readonly orAs?: string
  /** Headers of the columns of a file that hold it, in small letters and digits. */
  readonly columns?: readonly string[]
  /** Only the rows of a venue or organizer file say it, not the items of events. */
  readonly rowsOnly?: true
  /** A row that has it empty clears it. */
  readonly clears?: true
}

/** What is said of a member; what is left out does not hold for it. */
export type Told = {
  /** What pages and the history call it. */
  readonly word: string
  /** The fact that tells of a change of it: `Moved` for `VenueMoved`. */
  readonly fact?: string
  /** What the ids are of, or the id is, that it holds. */
  readonly names?: NamedKind
  /** Names in both generations, in arguments and objects alike. */
  readonly cal?: string
  readonly calx?: string
  /** What the index and the OpenAPI documents say of it; else its word. */
  readonly doc?: string
  /**
   * Whether a stored venue or organizer of the same name with another value is another one (spec 02 §6 Reuse); `apart`:
   * for rows of files, too (spec 05 §5).
   */
  readonly differs?: 'compared' | 'apart'
  /** Searches look into it (spec 02 §3.2). */
  readonly searched?: true
  readonly imported?: Imported
  /** The first steps ask for it (spec 06 §3), by this text or by its word. */
  readonly asked?: true | string
  /** Shown on the page of the item, under its word. */
  readonly onPage?: true
  /** Facts were stored before there was this member: they are read as if it had its initial value. */
  readonly later?: true
}

export type Member = Told & {
  /** `own`: no other member is like it; whoever meets it knows it by its name. */
  readonly kind: MemberKind | 'own'
  /** As facts hold it. */
  readonly stored: z.ZodType
  /** Of a new item where nothing was sent (spec 02 §5, §8; 03 §3). */
  readonly initial: unknown
  /** What a tombstone has in its place. */
  readonly purged: unknown
}

/** Name in facts → member. The order is that of stored values. */
export type Members = { readonly [name: string]: Member }

/** A word that `Told` does not know would say nothing. */
type Known<Row> = { readonly [Name in Exclude<keyof Row, keyof Told>]: never }

const rowOf =
  <const Kind extends keyof typeof shapes>(kind: Kind, nothing: Value<Kind>) =>
  <const Row extends Told>(row: Row & Known<Row>) => ({
    ...row,
    kind,
    stored: shapes[kind],
    initial: nothing,
    purged: nothing,
  })

export const title = rowOf('title', '')
export const line = rowOf('line', '')
export const phone = rowOf('phone', '')
export const email = rowOf('email', '')
export const uri = rowOf('uri', '')
export const html = rowOf('html', '')
export const region = rowOf('region', null)
export const flag = rowOf('flag', false)
export const coordinate = rowOf('coordinate', null)
/** Schema of an id, by what it is of. */
const ids = {
  ...{ event: EventId, venue: VenueId, organizer: OrganizerId },
  ...{ category: TermId, tag: TermId, user: UserId, image: ImageId },
} as const satisfies Readonly<Record<NamedKind, z.ZodType>>

/** Ids of other things, in sent order. */
export const idList = <const Row extends Told & { readonly names: NamedKind }>(row: Row & Known<Row>) => {
  const stored: z.ZodArray<(typeof ids)[Row['names']]> = z.array(ids[row.names as Row['names']])
  const nothing: z.output<(typeof ids)[Row['names']]>[] = []
  return { ...row, kind: 'ids' as const, stored, initial: nothing, purged: nothing }
}

/** A member of a shape of its own; `initial` is what a tombstone has, too. */
export const own = <Schema extends z.ZodType, const Row extends Told>(
  stored: Schema,
  initial: z.output<Schema>,
  row: Row & Known<Row>,
) => ({ ...row, kind: 'own' as const, stored, initial, purged: initial })
