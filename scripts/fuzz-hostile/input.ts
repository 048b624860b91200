import type { Caller } from '../fuzz/shape.ts'
import type { Role } from '../fuzz/world-users.ts'
import type { Random } from '../fuzz-bodies/random.ts'
import type { Site } from './service.ts'
import type { Heard, Wire } from './wire.ts'

/** What an input can do while it is tried. */
export type Talk = {
  readonly send: (wire: Wire) => Promise<Heard>
  readonly operate: (name: string, body: object) => Promise<Readonly<Record<string, unknown>>>
  /** An address from which the service can fetch this. */
  readonly published: (body: Buffer, type: string) => string
}

/** One way to break the service, of a size that can be halved. */
export type Input = {
  readonly kind: string
  /** For people: what is sent, and where. */
  readonly what: string
  /** How often the element stands there; 1: there is nothing to halve. */
  readonly size: number
  /** Sends it; `salt` differs each time, so that no answer is one that was kept. */
  readonly perform: (size: number, salt: number, talk: Talk) => Promise<void>
}

/** Makes an input from drawn numbers: the same numbers, the same input. */
export type Kind = (site: Site) => (random: Random) => Input

export type Header = readonly [name: string, value: string]

export type Sent = {
  readonly method?: string
  readonly address: string
  readonly headers?: readonly Header[]
  /** Adds its length to the headers; null: none is sent. */
  readonly body?: Buffer | null
  readonly caller?: Caller
  /** People come with an application password or with the cookie of their session. */
  readonly by?: 'basic' | 'cookie'
}

const PATIENCE_MS = 15_000

const STRANGER = `Basic ${Buffer.from('editor:wrong wrong').toString('base64')}`

const identity = (
  { credentials, cookies }: Site,
  caller: Caller,
  by: 'basic' | 'cookie',
): readonly Header[] => {
  if (caller === 'guest') return []
  if (caller === 'stranger') return [['Authorization', STRANGER]]
  const role: Role = caller
  return [by === 'cookie' ? ['Cookie', cookies[role]] : ['Authorization', credentials[role]]]
}

/** Headers as they go out, for wires whose body is written by somebody else. */
export const headOf = (site: Site, sent: Sent, length: string | null): Buffer => {
  const { method = 'GET', address, headers = [], caller = 'guest', by = 'basic' } = sent
  const all: readonly Header[] = [
    ['Host', `127.0.0.1:${site.port}`],
    ['Connection', 'close'],
    ...identity(site, caller, by),
    ...headers,
    ...(length === null ? [] : [['Content-Length', length] as const]),
  ]
  const lines = all.map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${[`${method} ${address} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`, 'latin1')
}

/** A body that arrives with its head: nothing of it is left unread. */
const AT_ONCE_BYTES = 16 * 1024

/** A whole request, sent at once. */
export const whole = (site: Site, sent: Sent, isHttp = true): Wire => {
  const { body = null, caller = 'guest' } = sent
  return {
    caller,
    head: headOf(site, sent, body === null ? null : String(body.length)),
    pieces: body === null ? [] : [body],
    pauseMs: 0,
    then: 'wait',
    waitMs: PATIENCE_MS,
    owed: !isHttp ? 'nothing' : (body?.length ?? 0) <= AT_ONCE_BYTES ? 'answer' : 'end',
  }
}

export const rest = (path: string): string => `/index.php?rest_route=${path}`
