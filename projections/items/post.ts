import type { ItemKind } from '../../shared/facts/common.ts'
import type { LocalTime, UserId, UtcTime } from '../../shared/kernel/brands.ts'
import { displayHtml } from '../../shared/kernel/html/sanitize.ts'
import { excerptOf, plainText } from '../../shared/kernel/html/text.ts'
import { stateProvince } from '../../shared/kernel/text/place.ts'
import { toLocal } from '../../shared/kernel/time/zone.ts'
import { type Generation, membersWith, type ValuesOf } from '../../shared/members/derive.ts'
import type { Member, Members } from '../../shared/members/member.ts'
import type { Item } from './item.ts'

// What the objects of all items begin with and share: addresses, dates, rendered texts, shown members, as
// ASCII JSON.

/** Values that say when and by whom an item was published, whatever its kind. */
export type PostValues = {
  readonly status: string
  readonly publishedAt: UtcTime | null
  readonly author: UserId
  readonly lineage: readonly string[]
}

const NEVER = '0000-00-00 00:00:00'

/** Publication instant, UTC: the creation counts while none was set. */
export const publishedAt = ({ created, values }: Item<PostValues>): UtcTime => values.publishedAt ?? created

/** `date`: when it is published, or was made, in the zone of the site. */
export const calDate = (item: Item<PostValues>, site: Site): LocalTime =>
  toLocal(publishedAt(item), site.zone)

/** `"author":…` to `"modified_utc":…`, the same for events, venues and organizers (spec 02 §1). */
export const calPost = (item: Item<PostValues>, site: Site): string => {
  const { status, author } = item.values
  const published = publishedAt(item)
  const waiting = item.values.publishedAt === null && (status === 'draft' || status === 'pending')
  const date = calDate(item, site)
  const modified = item.modified === published ? date : toLocal(item.modified, site.zone)
  return (
    `"author":"${author}","status":"${status}","date":"${date}","date_utc":"${waiting ? NEVER : published}",` +
    `"modified":"${modified}","modified_utc":"${item.modified}"`
  )
}

/** `"global_id":…,"global_id_lineage":…`: the own id first, then those received by import. */
export const calGlobalId = ({ _id, values }: Item<PostValues>, site: Site): string => {
  const own = globalId(site, _id)
  const lineage = [own, ...values.lineage.filter(id => id !== own)]
  return `"global_id":${asciiJson(own)},"global_id_lineage":${asciiList(lineage)}`
}

/** HTML texts of an item as they are shown: made when it is written, not when it is read. */
export type Rendered = {
  readonly description: string
  /** In place of an empty one, how the description begins (spec 03 §1.1). */
  readonly excerpt: string
}

export type RenderedItem<Values> = Item<Values> & { readonly rendered: Rendered }

export type Texts = { readonly description: string; readonly excerpt: string }

const renderedOf = ({ description, excerpt }: Texts): Rendered => {
  const shown = displayHtml(description)
  const beginning = displayHtml(excerpt === '' ? excerptOf(description) : excerpt)
  // a short description is its own beginning: one text for both
  return { description: shown, excerpt: beginning === shown ? shown : beginning }
}

/** An item as it was folded, with its texts as they are shown. */
export const withRendered = <Folded extends { readonly values: Texts }>(
  item: Folded,
): Folded & { readonly rendered: Rendered } => ({ ...item, rendered: renderedOf(item.values) })

/** By what the work of making a document grows, for `inSlices`; some of it is the same for every item. */
export const lengthOfTexts = ({ values: { description, excerpt } }: { readonly values: Texts }): number =>
  1_000 + description.length + excerpt.length

/** The own excerpt as it is shown (spec 02 §1): "" when there is none. */
export const ownExcerpt = ({ values, rendered }: { readonly values: Texts; readonly rendered: Rendered }) =>
  values.excerpt === '' ? '' : rendered.excerpt

/** What stands for a value; null: kinds that are shown by whoever knows more of them. */
type Show = ((value: string, values: object) => string) | null

const same = (text: string): string => text
const region = (_: unknown, values: object): string =>
  stateProvince(values as Parameters<typeof stateProvince>[0])
const html = (text: string): string => (text === '' ? '' : displayHtml(text))

const SHOWN: Readonly<Record<Member['kind'], Show>> = {
  ...{ title: same, line: same, phone: same, email: same, uri: same, region, html },
  ...{ flag: null, coordinate: null, ids: null, own: null },
}

const SEARCHED: Readonly<Record<Member['kind'], Show>> = {
  ...SHOWN,
  title: plainText,
  html: plainText,
}

const shownBy = (
  members: readonly (readonly [as: string, name: string, row: Member])[],
  kinds: typeof SHOWN,
) => {
  const shown = members.flatMap(([as, name, { kind }]) => {
    const show = kinds[kind]
    return show === null ? [] : [{ as, name, show }]
  })
  return (values: { readonly [name: string]: unknown }): Record<string, string> => {
    const texts: Record<string, string> = {}
    for (const { as, name, show } of shown) texts[as] = show(values[name] as string, values)
    return texts
  }
}

/** Texts of an item as objects of a generation show them, by their names there; those of `first` come first. */
export const shownTexts = <Table extends Members>(
  table: Table,
  generation: Generation,
  first: readonly string[],
): ((values: ValuesOf<Table>) => Record<string, string>) =>
  shownBy(
    membersWith(table, generation, first).map(([name, row]) => [row[generation], name, row]),
    SHOWN,
  )

/** `,"name":true` for each flag that objects of a generation show; null instead of true or false without values. */
export const shownFlags = <Table extends Members>(
  table: Table,
  generation: Generation,
): ((values: ValuesOf<Table> | null) => string) => {
  const flags = membersWith(table, generation).flatMap(([name, { kind, [generation]: as }]) =>
    kind === 'flag' ? [{ name, before: `,"${as}":` }] : [],
  )
  return values => {
    let text = ''
    for (const { name, before } of flags)
      text += before + (values === null ? 'null' : values[name] === true ? 'true' : 'false')
    return text
  }
}

/** Plain texts that a search looks into (spec 02 §3.2). */
export const searchedTexts = <Table extends Members>(
  table: Table,
): ((values: ValuesOf<Table>) => readonly string[]) => {
  const texts = shownBy(
    membersWith(table, 'searched').map(([name, row]) => [name, name, row]),
    SEARCHED,
  )
  return values => Object.values(texts(values))
}

/** What reply texts say about the site itself. */
export type Site = {
  readonly name: string
  /** Address without a trailing slash. */
  readonly url: string
  /** Host of the address as it stands in global ids. */
  readonly host: string
  /** Zone text (spec 04 §2). */
  readonly zone: string
  /** Where the address of a venue is shown, with `%s` for it; "" when there is no such place. */
  readonly mapLinkTemplate: string
  /** How people read dates and times, see `formatDate`. */
  readonly dateFormat: string
  readonly timeFormat: string
  readonly currency: { readonly symbol: string; readonly code: string; readonly position: string }
  /** Stands for all of these, and the tables of time zones (`markOf`): what texts of items are made with beside them. */
  readonly mark: string
}

export const postTypes = { event: 'cal_events', venue: 'cal_venue', organizer: 'cal_organizer' } as const

/** Page by slug of a published item, by id of any other (spec 00 §5). */
export const pageUrl = (
  site: Site,
  kind: ItemKind,
  id: number,
  { status, slug }: { readonly status: string; readonly slug: string },
): string => (status === 'publish' && slug !== '' ? `${site.url}/${kind}/${slug}/` : guidOf(site, kind, id))

/** Address that never changes, whatever becomes of slug and status. */
export const guidOf = (site: Pick<Site, 'url'>, kind: ItemKind, id: number): string =>
  `${site.url}/?post_type=${postTypes[kind]}&p=${id}`

/** Address of a page with a place for the slug. */
export const pagePattern = (site: Site, kind: ItemKind): string => `${site.url}/${kind}/%slug%/`

/** Address of a first-generation route such as `/events/41` (spec 00 §1). */
export const calUrl = (site: Site, route: string): string =>
  `${site.url}/index.php?rest_route=/cal/events/v1${route}`

const globalId = (site: Site, id: number): string => `${site.host}?id=${id}`

const beyondAscii = /[\u007f-\uffff]/g
/** Nothing to escape: most texts. */
const plain = /^[ !#-[\]-~]*$/

const escaped = (json: string): string =>
  json.replace(beyondAscii, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/**
 * JSON in which everything beyond ASCII is an escape: the engine keeps such a text at one byte per sign, and its
 * length is its number of bytes.
 */
export const asciiJson = (value: string | number | boolean | null | object): string =>
  typeof value === 'string' ? `"${insideJson(value)}"` : escaped(JSON.stringify(value))

/** What stands between the quotes of a text in such JSON. */
export const insideJson = (text: string): string =>
  plain.test(text) ? text : escaped(JSON.stringify(text)).slice(1, -1)

/** The same of a list of texts. */
export const asciiList = (texts: readonly string[]): string => `[${texts.map(asciiJson).join()}]`

/** The same ASCII text in one piece: the engine keeps a text put together from parts as a tree of these parts. */
export const inOnePiece = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** `,"name":value` for each text that is not empty (spec 02 §1.2: empty members are left out). */
export const presentMembers = (members: Readonly<Record<string, string>>): string =>
  Object.entries(members)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `,"${name}":${asciiJson(value)}`)
    .join('')
