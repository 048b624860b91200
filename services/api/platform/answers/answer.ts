import { hash } from 'node:crypto'
import type { EpochMs } from '../../../../shared/kernel/brands.ts'
import { isObject, type Marked } from '../../../../shared/kernel/json.ts'
import { elementsOf } from '../arguments/arguments.ts'
import type { SentArguments } from '../call.ts'

// An answer, from what a handler gives back to how it goes out.

/** Parts of a body, as they come. `gone` aborts when the client has hung up. */
export type Pieces = (gone: AbortSignal) => AsyncIterable<string>

/** What a handler gives back: status, JSON text, and the headers that are its own (totals, Link, Location). */
export type Answer = {
  readonly status: number
  /** JSON unless `type` says otherwise. */
  readonly text: string
  /** Stands for the text, which is ASCII then: see `Marked`. */
  readonly mark?: string
  /** Instead of a text, on routes outside of the REST interface: sent piece by piece, at the pace of the client. */
  readonly pieces?: Pieces
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Content type when it is not JSON. */
  readonly type?: string
  /**
   * Epoch milliseconds at which the same question of a guest may have another answer without any write
   * (Infinity: never); absent or null: every question is answered anew.
   */
  readonly until?: EpochMs | null
  /** Credential and nonce errors must not be stored by anyone (spec 01 §6). */
  readonly noStore?: boolean
}

/**
 * What was found for a question. `show` makes the answer of it, and does so again when only what it asks for has changed,
 * such as the names of places: so it asks for all that may change while the same is found.
 */
export type Found<Shown = Answer> = { readonly show: () => Promise<Shown> }

export const shown = <Shown extends object>(made: Shown | Found<Shown>): Promise<Shown> | Shown =>
  'show' in made ? made.show() : made

/** The same with what `change` makes of it, whenever it is shown. */
export const whenShown = <Shown extends object, Changed>(
  made: Shown | Found<Shown>,
  change: (shown: Shown) => Changed,
): Changed | Found<Changed> =>
  'show' in made ? { show: async () => change(await made.show()) } : change(made)

const NO_HEADERS: Answer['headers'] = []

export const json = (status: number, body: unknown, headers = NO_HEADERS): Answer => ({
  status,
  text: JSON.stringify(body),
  headers,
})

/** For bodies composed from stored JSON texts. */
export const jsonText = (status: number, text: string, headers = NO_HEADERS): Answer => ({
  status,
  text,
  headers,
})

/** For long bodies composed from stored JSON texts that have marks. */
export const markedJson = (status: number, { text, mark }: Marked, headers = NO_HEADERS): Answer => ({
  status,
  text,
  mark,
  headers,
})

/** The same answer in other words. */
export const reworded = (answer: Answer, text: string): Answer => {
  const { mark, ...rest } = answer
  return mark === undefined ? { ...answer, text } : { ...rest, text }
}

/** An answer as it goes out. */
export type Wire = {
  readonly status: number
  /** Names and values alternate, ready for `writeHead`; the last pair is the length of the body, unless it comes in pieces. */
  readonly headers: string[]
  /** Text once, bytes when it is kept: turning text into bytes costs more than sending it. */
  readonly body: string | Buffer
  /** How the text becomes bytes; ASCII goes as latin1, which costs less. */
  readonly encoding: 'utf8' | 'latin1'
  readonly etag: string | null
  /** Never compressed: a secret stands in it beside what the request says (ADR 21). */
  readonly asItIs?: boolean
  readonly pieces?: Pieces
}

/** The same, and until when a guest may get it again (see `Answer.until`); null: it is not kept. */
export type Served = Wire & { readonly until: EpochMs | null }

/** What the headers depend on besides the answer (spec 01 §6). */
export type Circumstances = {
  readonly method: string
  readonly guest: boolean
  /** Methods the caller may use; null: no route was matched. */
  readonly allow: string | null
  /** The method came from the header `X-HTTP-Method-Override`. */
  readonly overridden: boolean
  /** What a refused guest is told of how to sign in; absent or null: nothing. */
  readonly challenge?: string | null
}

const EXPOSED = 'X-CORE-Total, X-CORE-TotalPages, X-CAL-Total, X-CAL-TotalPages, Link'
/** Those that few answers have, and then tell scripts of other origins of. */
const EXPOSED_WHERE_SENT: readonly string[] = [
  ...['X-CAL-Ignored', 'X-CAL-PerPage', 'X-CAL-Lag', 'X-CAL-Correlation'],
]
const ALLOWED = 'Authorization, X-CORE-Nonce, Content-Disposition, Content-MD5, Content-Type'
const ALLOW_METHODS = ['Access-Control-Allow-Methods', 'OPTIONS, GET, POST, PUT, PATCH, DELETE'] as const
const NO_STORE = [
  'Expires',
  'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control',
  'no-cache, must-revalidate, max-age=0, no-store, private',
] as const

/** Headers of every answer. `exposed`: those that scripts of other origins may read. */
export const constantHeaders = (baseUrl: string, exposed = EXPOSED): readonly string[] => [
  'X-Robots-Tag',
  'noindex',
  'X-Content-Type-Options',
  'nosniff',
  'Link',
  `<${baseUrl}/index.php?rest_route=/>; rel="index"`,
  'Vary',
  'Origin, Accept-Encoding',
  'Access-Control-Expose-Headers',
  exposed,
  'Access-Control-Allow-Headers',
  ALLOWED,
]

/** Further headers for requests that name their origin. */
export const originHeaders = (origin: string): readonly string[] =>
  // any page can make itself one without an origin: it reads what everybody may read, and signs in nowhere
  origin === 'null'
    ? ['Access-Control-Allow-Origin', '*', ...ALLOW_METHODS]
    : ['Access-Control-Allow-Origin', origin, ...ALLOW_METHODS, 'Access-Control-Allow-Credentials', 'true']

/** Strong: the same bytes, the same tag. `body`: before it is coded, or what stands for it. */
export const etagOf = (body: string | Buffer): string => `"${hash('sha1', body, 'base64url')}"`

/** Whether `If-None-Match` names the tag; `W/` does not matter, `*` names all. */
export const isNamed = (etag: string, ifNoneMatch: string): boolean =>
  ifNoneMatch
    .split(',')
    .map(part => part.trim().replace(/^W\//, ''))
    .some(part => part === etag || part === '*')

/** Names of headers of an answer that scripts of other origins may read. */
const exposedOf = ({ headers }: Answer): string => {
  let names = EXPOSED
  for (const [name] of headers) if (EXPOSED_WHERE_SENT.includes(name)) names += `, ${name}`
  return names
}

export const wireOf = (answer: Answer, baseUrl: string, about: Circumstances): Wire => {
  const { status, text: body, mark } = answer
  const type = answer.type ?? 'application/json; charset=UTF-8'
  const headers = ['Content-Type', type, ...constantHeaders(baseUrl, exposedOf(answer))]
  if (about.allow !== null) headers.push('Allow', about.allow)
  for (const [name, value] of answer.headers) headers.push(name, value)
  if (status === 401 && about.challenge != null) headers.push('WWW-Authenticate', about.challenge)
  const mayBeKept = about.guest && answer.noStore !== true
  const etag =
    mayBeKept && status === 200 && (about.method === 'GET' || about.method === 'HEAD')
      ? etagOf(mark ?? body)
      : null
  if (etag !== null) headers.push('ETag', etag, 'Cache-Control', 'no-cache')
  else if (!mayBeKept || (about.overridden && status >= 400)) headers.push(...NO_STORE)
  if (answer.pieces !== undefined && about.method !== 'HEAD')
    return { status, headers, body: '', encoding: 'utf8', etag: null, pieces: answer.pieces }
  headers.push('Content-Length', String(mark === undefined ? Buffer.byteLength(body) : body.length))
  const wire: Wire = { status, headers, body, encoding: mark === undefined ? 'utf8' : 'latin1', etag }
  return answer.noStore === true ? { ...wire, asItIs: true } : wire
}

/** Named members and what is wanted inside them; null: everything. */
type WantedFields = { [name: string]: WantedFields | null }

const addName = (wanted: WantedFields, name: string): void => {
  let node = wanted
  const steps = name.split('.')
  for (const [depth, step] of steps.entries()) {
    const known = Object.hasOwn(node, step) ? node[step] : undefined
    if (depth === steps.length - 1 || known === null) {
      node[step] = null
      return
    }
    const inner = known ?? {}
    node[step] = inner
    node = inner
  }
}

/** `_fields` as a comma list or a list; null: no filter (spec 01 §5). */
export const wantedFields = (sent: SentArguments): WantedFields | null => {
  if (sent['_fields'] == null) return null
  const names = elementsOf(sent['_fields'], 'commas') ?? []
  const wanted: WantedFields = {}
  for (const name of names) if (typeof name === 'string' && name.trim() !== '') addName(wanted, name.trim())
  return Object.keys(wanted).length === 0 ? null : wanted
}

const pick = (value: unknown, wanted: WantedFields): unknown => {
  if (Array.isArray(value)) return value.map(element => pick(element, wanted))
  if (!isObject(value)) return undefined
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const inner = Object.hasOwn(wanted, name) ? wanted[name] : undefined
    if (inner === undefined) continue
    const picked = inner === null ? member : pick(member, inner)
    if (picked !== undefined) kept.push([name, picked])
  }
  return Object.fromEntries(kept)
}

/** Keeps the named members; errors stay whole. */
export const withFields = (answer: Answer, wanted: WantedFields | null): Answer =>
  wanted === null || answer.status >= 400 || answer.type !== undefined
    ? answer
    : reworded(answer, JSON.stringify(pick(JSON.parse(answer.text), wanted) ?? {}))

const NUMBERS = [...['X-CAL-Total', 'X-CAL-TotalPages', 'X-CAL-PerPage', 'X-CORE-Total', 'X-CORE-TotalPages']]

/** Header names and values as one object, totals as numbers; repeated names are joined; `[]` when there are none. */
const headersObject = (
  headers: Answer['headers'],
): Readonly<Record<string, string | number>> | readonly [] => {
  const object: Record<string, string | number> = {}
  for (const [name, value] of headers)
    object[name] = object[name] === undefined ? value : `${object[name]}, ${value}`
  for (const name of NUMBERS) if (object[name] !== undefined) object[name] = Number(object[name])
  return headers.length === 0 ? [] : object
}

/** `{"body","status","headers"}` of one answer: `_envelope` and batch parts. */
export const envelopeText = (answer: Answer, headers = answer.headers): string =>
  `{"body":${answer.text},"status":${answer.status},"headers":${JSON.stringify(headersObject(headers))}}`

/** Whether the answer is asked for in another shape than it has. */
export const isShaped = ({ _fields, _envelope }: SentArguments): boolean =>
  _fields !== undefined || _envelope !== undefined

/** With the fields that were asked for, and in an envelope if it was (spec 01 §5). `shape`: `_fields` and `_envelope` as sent. */
export const shaped = (answer: Answer, shape: SentArguments, allow: string | null): Answer => {
  const filtered = withFields(answer, wantedFields(shape))
  if (shape['_envelope'] === undefined || filtered.type !== undefined) return filtered
  const own = allow === null ? filtered.headers : [['Allow', allow] as const, ...filtered.headers]
  return { ...reworded(filtered, envelopeText(filtered, own)), status: 200 }
}

/** Header that names what was sent and means nothing here (spec 01 §6). */
export const IGNORED = 'X-CAL-Ignored'

/** Where programs send filters and members that they know from elsewhere. */
const TELLING: readonly string[] = ['cal/events/v1', 'calx/v1', 'core/v2']
/** Read by the platform, whatever a route declares; so is what begins with `_`. */
const COMMON: readonly string[] = ['context', 'id', 'slug', 'password', 'rest_route']
/** What a header line may hold of a name. */
const PLAIN = /^[A-Za-z0-9][\w.-]{0,63}$/
const MOST = 30

/** Whether no rule looks at what is sent under the name, where no argument has it. */
export const isIgnored = (name: string): boolean => !COMMON.includes(name) && PLAIN.test(name)

/** Which names of what was `sent` no rule looks at, as a header has them; null: there are none, or nobody is told. */
export const ignoredOf = (
  { namespace }: { readonly namespace: string },
  { args }: { readonly args: object },
  sent: Iterable<string>,
): string | null => {
  if (!TELLING.includes(namespace)) return null
  const ignored: string[] = []
  for (const name of sent) if (!Object.hasOwn(args, name) && isIgnored(name)) ignored.push(name)
  return ignored.length === 0 ? null : ignored.slice(0, MOST).join(', ')
}

/** The same answer, saying what of the request no rule looks at (`ignoredOf`). */
export const tellingIgnored = (answer: Answer, ignored: string | null): Answer =>
  answer.status >= 400 || ignored === null
    ? answer
    : { ...answer, headers: [...answer.headers, [IGNORED, ignored]] }

/** The same of what may have to be shown first; what fails then becomes an answer, too. */
export const telling = (
  made: Answer | Found,
  ignored: string | null,
  failed: (error: unknown) => Answer,
): Answer | Found => {
  const showing = 'show' in made ? { show: () => made.show().catch(failed) } : made
  return ignored === null ? showing : whenShown(showing, answer => tellingIgnored(answer, ignored))
}
