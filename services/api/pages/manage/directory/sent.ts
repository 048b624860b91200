import { FARTHEST } from '../../../../../shared/kernel/coordinates.ts'
import { ITEM_PASSWORD_LENGTH } from '../../../../../shared/limits/items.ts'
import type { Members } from '../../../../../shared/members/member.ts'
import { COORDINATES } from '../../../../../shared/members/one-thing.ts'
import { storedHtml } from '../../../items/stored-values.ts'
import type { Context } from '../../../../handle.ts'
import type { Call } from '../../../platform/call.ts'
import type { CleanTextsAhead } from '../../../platform/route.ts'
import { html, oneLine } from '../../../platform/arguments/kinds.ts'
import type { Fields } from '../form/merge.ts'
import { publishedSent } from '../form/published.ts'
import type { FieldsByArgument, Wrong } from '../form/wrong.ts'
import type { Field } from './fields.ts'
import { tagsSent, type TagDeps } from './tags-sent.ts'

/** What some fields of a form mean: arguments of the interface, what goes besides them, and what cannot be sent. */
export type Sent = {
  readonly args: Readonly<Record<string, unknown>>
  /** Makes what has to be there before. */
  readonly besides: (context: Context) => Promise<Readonly<Record<string, unknown>>>
  readonly wrong: Wrong
}

/** Members that the interface takes under their own names, whatever the table says. */
const SHARED = ['description', 'image', 'status', 'author']

/** The argument that brings a member of a venue or organizer; null: none does. */
const argumentOf = (noun: string, table: Members, name: string): string | null => {
  if (name === 'name') return noun
  if (name === 'publishedAt') return 'date'
  return SHARED.includes(name) ? name : (table[name]?.cal ?? null)
}

type Value = { readonly value: unknown } | { readonly why: string }

const numberIn = ({ name, label }: Field, text: string): Value => {
  if (text === '') return { value: null }
  const number = /^-?\d{1,3}(\.\d{1,15})?$/.test(text) ? Number(text) : NaN
  const most = name === 'latitude' ? FARTHEST.latitude : FARTHEST.longitude
  return Math.abs(number) <= most
    ? { value: number }
    : { why: `${label} is a number from −${most} to ${most}.` }
}

/** A member that no argument brings, read as an argument of its kind would be. */
const stored = (field: Field, text: string, call: Call): Value => {
  const { name, label, as } = field
  if (as === 'flag') return { value: text !== '' }
  if (as === 'number') return numberIn(field, text)
  if (name === 'password' && text.length > ITEM_PASSWORD_LENGTH)
    return { why: `A password has at most ${ITEM_PASSWORD_LENGTH} characters.` }
  const read = (as === 'html' ? html() : oneLine()).read(text, label, call.at)
  if (!read.ok) return { why: read.problem.message }
  return { value: as === 'html' ? storedHtml(read.value, call) : read.value }
}

/** Half a place is none: which coordinate is missing, where the form has the other one and is about them. */
const halfPlace = (asked: readonly Field[], fields: readonly Field[], typed: Fields): Wrong => {
  if (!asked.some(({ name }) => COORDINATES.includes(name))) return {}
  const both = fields.filter(({ name }) => COORDINATES.includes(name))
  const missing = both.filter(({ name }) => (typed[name] ?? '') === '')
  const [half] = missing.length === both.length ? [] : missing
  return half === undefined
    ? {}
    : { [half.name]: `${half.label} is missing: a place has a latitude and a longitude, or neither.` }
}

type Kind = { readonly noun: string; readonly table: Members; readonly fields: readonly Field[] }

/** The same call with the HTML at hand that no argument brings, so that much of it is cleaned beside the main thread. */
const readied = (
  { noun, table }: Kind,
  asked: readonly Field[],
  typed: Fields,
  call: Call,
  { withCleanTexts = async one => one }: CleanTextsAhead,
): Promise<Call> => {
  const texts = asked.flatMap(({ name, as }) =>
    as === 'html' && argumentOf(noun, table, name) === null ? [typed[name] ?? ''] : [],
  )
  return withCleanTexts({ ...call, sent: { texts } })
}

/** What some fields of the form of a venue or organizer mean to the interface. */
export const sentOf = async (
  kind: Kind,
  some: readonly string[],
  typed: Fields,
  asking: Call,
  { ahead, tags }: { readonly ahead: CleanTextsAhead; readonly tags: TagDeps },
): Promise<Sent> => {
  const { noun, table } = kind
  const asked = kind.fields.filter(({ name }) => some.includes(name))
  const call = await readied(kind, asked, typed, asking, ahead)
  const args: Record<string, unknown> = {}
  const besides: Record<string, unknown> = {}
  const wrong: Record<string, string> = {}
  const tagging = asked.some(({ as }) => as === 'tags') ? await tagsSent(tags, typed, call) : null
  for (const field of asked.filter(({ as }) => as !== 'tags')) {
    const text = typed[field.name] ?? ''
    if (field.as === 'published') {
      Object.assign(args, publishedSent(text))
      continue
    }
    const argument = argumentOf(noun, table, field.name)
    if (argument !== null) {
      args[argument] = field.as === 'flag' ? text !== '' : text
      continue
    }
    const read = stored(field, text, call)
    if ('why' in read) wrong[field.name] = read.why
    else besides[field.name] = read.value
  }
  return {
    args,
    besides: async context =>
      tagging === null ? besides : { ...besides, tags: await tagging.tagsMade(context) },
    wrong: { ...halfPlace(asked, kind.fields, typed), ...wrong, ...tagging?.wrong },
  }
}

/** Which field brings an argument of a venue or organizer. */
export const itemArguments = (noun: string, table: Members, fields: readonly Field[]): FieldsByArgument =>
  Object.fromEntries(
    fields.map(({ name, label }) => [argumentOf(noun, table, name) ?? name, [name, label] as const]),
  )
