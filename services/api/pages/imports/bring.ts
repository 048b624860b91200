import type { UserId } from '../../../../shared/kernel/brands.ts'
import { oneLine } from '../../../../shared/kernel/text/spelling.ts'
import { capitalized } from '../../../../shared/kernel/text/capitalized.ts'
import { importOrigin, kindOfName } from '../../../imports/feed/feed-body.ts'
import { unreadableMessage, type ParsedFeed, type TooManyItems } from '../../../imports/item/item.ts'
import { broughtFrom, itemsIn } from '../../admin/brought.ts'
import { registration } from '../../admin/imports.ts'
import { reading, type UploadDeps } from '../../admin/upload.ts'
import { check, type Problems as ArgumentProblems } from '../../platform/arguments/arguments.ts'
import type { SentFile } from '../../platform/request/multipart-body.ts'
import type { Moment } from '../../platform/call.ts'
import { textOf, type Visit } from '../page.ts'
import { OPTIONS } from './bring-form.ts'
import type { Filled } from './fields.ts'
import type { KeptBodies, KeptBody } from './kept-bodies.ts'

export type Problems = Filled['problems']

/** A form that brings something, as it was sent. */
export type Sent = {
  readonly typed: Filled['typed']
  /** Digest of a body that is here already, perhaps. */
  readonly kept: string
  /** Mark of what was seen. */
  readonly plan: string
  readonly wanted: 'try' | 'apply' | 'part' | 'leave'
}

export const sentIn = (form: Visit['form']): Sent => {
  const choice = textOf(form, 'choice')
  const typed = ['url', ...OPTIONS].map(name => [name, textOf(form, name).trim()] as const)
  return {
    typed: Object.fromEntries(typed),
    kept: textOf(form, 'kept'),
    plan: textOf(form, 'plan'),
    wanted: choice === 'apply' || choice === 'try' || choice === 'leave' ? choice : 'part',
  }
}

export type BringDeps = {
  readonly upload: Pick<UploadDeps, 'dryRuns' | 'fetcher' | 'mostFileItems'>
  readonly bodies: KeptBodies
}

/** A body with the digest by which its session finds it again. */
export type HereBody = KeptBody & { readonly digest: string }

export type Found<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problems: Problems }

const wrong = (problems: Problems) => ({ ok: false, problems }) as const

const NEITHER = 'Choose a file, or give the address of a feed.'
const BOTH = 'Give a file or an address, not both.'
const GONE = 'This file is no longer kept here: choose it again.'
const GONE_PLAN = `${GONE} It is applied if it would still do what you saw.`

/** Characters of the name of a file that become the name of its source. */
const NAME_LENGTH = 200

const keptAs = async ({ bodies }: BringDeps, session: string, body: KeptBody): Promise<Found<HereBody>> => ({
  ok: true,
  value: { ...body, digest: await bodies.keep(session, body) },
})

const fromFile = async (
  deps: BringDeps,
  session: string,
  { name: called, bytes }: SentFile,
): Promise<Found<HereBody>> => {
  if (bytes.length === 0) return wrong({ file: 'The file is empty.' })
  const name = Array.from(oneLine(called)).slice(0, NAME_LENGTH).join('')
  return keptAs(deps, session, { bytes, kind: kindOfName(name), name, url: null })
}

const fromAddress = async (deps: BringDeps, session: string, url: string): Promise<Found<HereBody>> => {
  const fetched = await broughtFrom(deps.upload, url)
  return fetched.ok
    ? keptAs(deps, session, { ...fetched.brought, name: url, url })
    : wrong({ url: fetched.message })
}

/** A browser sends a field without a file as one without name and bytes. */
const chosenIn = ({ file }: Visit): SentFile | null =>
  file === null || (file.name === '' && file.bytes.length === 0) ? null : file

/** A file that came beside an address is not lost. */
const bothOf = async (deps: BringDeps, session: string, file: SentFile): Promise<FoundBody> => {
  const kept = await fromFile(deps, session, file)
  return { ok: false, problems: { file: BOTH, url: BOTH }, here: kept.ok ? kept.value : null }
}

/** What a form brings; refused, perhaps with a file that came all the same. */
type FoundBody = Found<HereBody> & { readonly here?: HereBody | null }

/** The body that a form is about: what comes with it counts before what is here since it came before. */
export const bodyOf = async (
  deps: BringDeps,
  session: string,
  { typed, kept, plan, wanted }: Sent,
  visit: Visit,
): Promise<FoundBody> => {
  const file = chosenIn(visit)
  const { url = '' } = typed
  if (file !== null && url !== '') return bothOf(deps, session, file)
  if (file !== null) return fromFile(deps, session, file)
  // whoever has an address tried wants what it holds now
  const isAnew = wanted === 'try' && url !== ''
  const body = isAnew ? null : deps.bodies.find(session, kept)
  if (body !== null) return { ok: true, value: { ...body, digest: kept } }
  if (url !== '') return fromAddress(deps, session, url)
  if (kept === '') return wrong({ file: NEITHER })
  return wrong({ file: plan !== '' && wanted === 'apply' ? GONE_PLAN : GONE })
}

const { source, origin, post_status, author, category, update_authority } = registration

/** What the form says beside its body: by the rules of `POST /admin/imports`. */
const declared = {
  ...{ source, origin, post_status, author, category, update_authority },
  ...reading,
}

const inWords = (problems: ArgumentProblems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message]))

/** Settings of an import, and how its body is read. */
export type Settled = {
  readonly settings: Readonly<Record<string, unknown>>
  readonly how: Parameters<typeof itemsIn>[1]
}

/** `by`: id of who sits there, for whom it acts unless somebody is named. */
export const settledBy = ({ typed }: Sent, body: KeptBody, by: UserId, at: Moment): Found<Settled> => {
  const sent = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))
  const { problems, given } = check(declared, sent, at)
  if (Object.keys(problems).length > 0) return wrong(inWords(problems))
  const { date_order, separator, ...settings } = given
  const how = { origin: sent['origin'], date_order, separator }
  return {
    ok: true,
    value: {
      settings: {
        ...settings,
        source: settings.source ?? body.name,
        author: settings.author ?? by,
        origin: importOrigin(how, body, body.url !== null),
      },
      how,
    },
  }
}

/** Why a body is none, in words for its field. */
const unreadableText = (feed: Exclude<ParsedFeed | TooManyItems, { ok: true }>): string => {
  if (feed.reason === 'not_a_calendar')
    return `This is no calendar: ${feed.found ?? 'nothing of one is in it'}. Choose an .ics file, or say in the options that it is a table.`
  return `${capitalized(unreadableMessage(feed))}.`
}

/** The items of a body; where there are none that can be read, the field that it came by says why. */
export const readBrought = async (
  { upload }: BringDeps,
  body: KeptBody,
  how: Settled['how'],
  at: Moment,
): Promise<Found<ParsedFeed>> => {
  const feed = await itemsIn(body, how, at, upload.mostFileItems)
  if (feed.ok) return { ok: true, value: feed }
  return wrong({ [body.url === null ? 'file' : 'url']: unreadableText(feed) })
}
