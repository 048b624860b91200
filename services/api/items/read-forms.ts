import { decodeReferences } from '../../../shared/kernel/html/references.ts'
import type { Member, Members } from '../../../shared/members/member.ts'
import { organizerMembers } from '../../../shared/members/organizer.ts'
import { venueMembers } from '../../../shared/members/venue.ts'
import { sanitizeTermName, sanitizeTitle } from '../../../shared/kernel/html/sanitize.ts'

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
