import { hash } from 'node:crypto'
import type { Answer, Pieces } from './answer.ts'

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

/** Headers of every answer. */
export const constantHeaders = (baseUrl: string): readonly string[] => [
  'X-Robots-Tag',
  'noindex',
  'X-Content-Type-Options',
  'nosniff',
  'Link',
  `<${baseUrl}/index.php?rest_route=/>; rel="index"`,
  'Vary',
  'Origin, Accept-Encoding',
  'Access-Control-Expose-Headers',
  EXPOSED,
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
export const names = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map(part => part.trim().replace(/^W\//, ''))
    .some(part => part === etag || part === '*')

/** The headers of every answer, which name those of this answer that scripts of other origins may read. */
const exposing = (constant: readonly string[], { headers }: Answer): readonly string[] => {
  const also = headers.flatMap(([name]) => (EXPOSED_WHERE_SENT.includes(name) ? [name] : []))
  if (also.length === 0) return constant
  const names = [EXPOSED, ...also].join(', ')
  return constant.map(text => (text === EXPOSED ? names : text))
}

export const wireOf = (answer: Answer, constant: readonly string[], about: Circumstances): Wire => {
  const { status, text: body, mark } = answer
  const headers = [
    'Content-Type',
    answer.type ?? 'application/json; charset=UTF-8',
    ...exposing(constant, answer),
  ]
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
