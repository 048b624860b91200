import { cleanNow, type TextKind } from '../../../shared/cleaning/texts.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import { nobody, type UserId, type UtcTime } from '../../../shared/kernel/brands.ts'
import { decodeReferences } from '../../../shared/kernel/html/text.ts'
import { sanitizeTermName, sanitizeTitle } from '../../../shared/kernel/html/sanitize.ts'
import { HTML_BYTES } from '../../../shared/limits/items.ts'
import {
  type Generation,
  type MembersIn,
  membersWith,
  type ValuesOf,
} from '../../../shared/members/derive.ts'
import type { Member, Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { type AskedStatus, can, scaleStatus } from '../../../shared/rights.ts'
import { type Argument, type ArgumentKind, optional } from '../platform/arguments/arguments.ts'
import type { Call } from '../platform/call.ts'
import { defined } from '../../../shared/kernel/json.ts'

// From what was sent of an item to what is stored of it, in both generations.

/** How a generation reads each kind of member; null: it takes none of them by the table. */
export type KindsOfGeneration = Readonly<
  Record<Member['kind'], ArgumentKind<string> | ArgumentKind<boolean> | null>
>

/** What the index shows as the default of what is not sent. */
type Doc = { readonly showDefault?: null }

/** The arguments that a table brings to writes of a generation, each optional; those of `first` come first. */
export const memberArguments = <Table extends Members, In extends Generation>(
  table: Table,
  generation: In,
  first: readonly string[],
  kinds: KindsOfGeneration,
  doc: Doc = {},
) => {
  const declared = membersWith(table, generation, first).map(([name, row]) => {
    const kind = kinds[row.kind]
    if (kind === null) throw new TypeError(`${generation} takes no member of the kind of ${name}`)
    const description = row.doc ?? `${row.word}.`
    return [row[generation], optional<string | boolean>(kind, { description, ...doc })]
  })
  return Object.fromEntries(declared) as {
    readonly [Name in keyof MembersIn<Table, In>]: Argument<MembersIn<Table, In>[Name] | undefined>
  }
}

/** What was sent of the members of a table, as it is stored; what was not sent is left out. */
export const storedMembers = <Table extends Members, In extends Generation>(table: Table, generation: In) => {
  const members = membersWith(table, generation)
  return (
    sent: { readonly [Name in keyof MembersIn<Table, In>]?: MembersIn<Table, In>[Name] | undefined },
    call: Call,
  ): Partial<ValuesOf<Table>> => {
    const said: Readonly<Record<string, unknown>> = sent
    const values: Record<string, unknown> = {}
    // most members are not sent: nothing is made of those that are before they are asked for
    for (const [name, { kind, [generation]: as }] of members) {
      const value = Object.hasOwn(said, as) ? said[as] : undefined
      if (value === undefined) continue
      values[name] = kind === 'html' && typeof value === 'string' ? storedHtml(value, call) : value
    }
    return values as Partial<ValuesOf<Table>>
  }
}

/** What events, venues and organizers have in common when they are sent; dates are each generation's own. */
export type SentLife = {
  readonly status?: AskedStatus | undefined
  readonly author?: UserId | undefined
  readonly slug?: string | undefined
}

/**
 * Whose a new item is, and whether it is published and when (spec 01 §9, 02 §5). `publishedAt`: UTC as sent; undefined:
 * it was not.
 */
export const newLife = (
  { status, author }: SentLife,
  publishedAt: UtcTime | undefined,
  { caller }: Call,
) => ({
  status: scaleStatus(caller, status ?? null, 'create') ?? 'draft',
  author: author ?? caller?.id ?? nobody,
  publishedAt,
})

/** The same of an update. "" is no slug. */
export const changedLife = (
  { status, author, slug }: SentLife,
  publishedAt: UtcTime | undefined,
  { caller }: Call,
) =>
  defined({
    status: scaleStatus(caller, status ?? null, 'update') ?? undefined,
    author,
    slug: slug === '' ? undefined : slug,
    publishedAt,
  })

/** Characters of all texts of a request that are cleaned on the spot. */
const AT_ONCE = 16_384
/** Shorter texts are no matter. */
const SHORT = 200

const kindFor = ({ caller, at }: Call): TextKind =>
  at.site.unfilteredHtml && can(caller, 'unfiltered-html') ? 'unfiltered' : 'html'

/** Texts of arguments, at whatever depth, that are not short. */
const longTexts = (value: unknown, found = new Set<string>()): Set<string> => {
  if (typeof value === 'string') {
    if (value.length >= SHORT) found.add(value)
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) longTexts(one, found)
  }
  return found
}

/**
 * A call with much text has its names cleaned beside the main thread when they are read, and has its HTML at hand as its
 * caller may store it: nobody stores nothing, and the operator sends whole files.
 */
export const withCleanTexts =
  (clean: CleanTexts) =>
  async (call: Call): Promise<Call> => {
    if (call.source === 'operator') return call
    const texts = [...longTexts(call.sent)]
    if (texts.reduce((sum, { length }) => sum + length, 0) <= AT_ONCE) return call
    if (call.caller === null) return { ...call, clean }
    const kind = kindFor(call)
    // longer ones are refused
    const kept = texts.filter(text => Buffer.byteLength(text) <= HTML_BYTES)
    const cleaned = await clean(kept.map(text => [kind, text]))
    return { ...call, clean, storedHtml: new Map(kept.map((text, n) => [text, cleaned[n] ?? ''])) }
  }

/** HTML as this caller may store it (spec 01 §2). */
export const storedHtml = (text: string, call: Call): string =>
  call.storedHtml?.get(text) ?? cleanNow(kindFor(call), text)

const same = (text: string) => text

const FORMS: Readonly<Record<Member['kind'], ((text: string) => string) | null>> = {
  ...{ title: sanitizeTitle, html: same, region: same, uri: decodeReferences },
  // shown as they are stored
  ...{ line: null, phone: null, email: null, flag: null, coordinate: null, ids: null, own: null },
}

const formsOf = (table: Members) =>
  Object.values(table).flatMap(({ kind, cal, calx }) =>
    [cal, calx].flatMap(name => (name === undefined || FORMS[kind] === null ? [] : [[name, FORMS[kind]]])),
  ) as [string, (text: string) => string][]

/** How the reading of arguments changes a text that was shown; members that only some kinds have are there, too. */
const READ_FORMS: Readonly<Record<string, (text: string) => string>> = {
  title: sanitizeTitle,
  venue: sanitizeTitle,
  organizer: sanitizeTitle,
  name: sanitizeTermName,
  description: same,
  content: same,
  excerpt: same,
  slug: same,
  cost: same,
  date: same,
  date_gmt: same,
  website: decodeReferences,
  ...Object.fromEntries([venueMembers, organizerMembers].flatMap(formsOf)),
}

/** Texts of the second generation stand inside an object, for editing raw as well (spec 03 §1.1). */
const shownTexts = (member: unknown): readonly unknown[] =>
  typeof member === 'object' && member !== null && 'rendered' in member
    ? [member.rendered, 'raw' in member ? member.raw : member.rendered]
    : [member]

/** Lists of the second generation, of ids or of objects with an id. */
const READ_LISTS = new Set(['tags', 'cal_events_cat', 'organizers', 'venues'])

const idIn = (one: unknown): unknown =>
  typeof one === 'object' && one !== null && 'id' in one ? one.id : one

const isShownList = (shown: unknown, value: unknown): boolean =>
  Array.isArray(shown) &&
  Array.isArray(value) &&
  shown.length === value.length &&
  shown.every((one, n) => idIn(one) === value[n])

type Shown = Readonly<Record<string, unknown>>

/** The members of an object that is given as a whole. */
export const membersOf = (shown: () => string | Promise<string>) => async (): Promise<Shown> =>
  JSON.parse(await shown()) as Shown

/**
 * A sent text or list that equals the present read form says that nothing is to change (spec 01 §2). `shown`: these members of
 * the object of either generation as the caller could have read it; asked for only when a text was sent.
 */
export const withoutReadForms = async <Sent extends object>(
  sent: Sent,
  shown: (members: readonly string[]) => Shown | Promise<Shown>,
): Promise<Sent> => {
  const texts = Object.entries(sent).filter(
    ([name, value]) =>
      (typeof value === 'string' && Object.hasOwn(READ_FORMS, name)) ||
      (Array.isArray(value) && READ_LISTS.has(name)),
  )
  if (texts.length === 0) return sent
  const current = await shown(texts.map(([name]) => name))
  const unchanged = texts.filter(([name, value]) => {
    if (Array.isArray(value)) return isShownList(current[name], value)
    return shownTexts(current[name]).some(
      text => typeof text === 'string' && READ_FORMS[name]?.(text) === value,
    )
  })
  return { ...sent, ...Object.fromEntries(unchanged.map(([name]) => [name, undefined])) }
}
