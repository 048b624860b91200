import { gate } from '../../../shared/gate.ts'
import { gatheredBytes } from '../../../shared/kernel/gathered-bytes.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { MOST_REDIRECTS } from '../../../shared/limits/fetched.ts'
import { OLD_ANSWER_BYTES } from '../../../shared/limits/moving.ts'
import { reasonOf } from '../../../shared/kernel/thrown.ts'
import { NOT_ASKED, patienceWith } from './patience.ts'

/** Questions that are asked of the other calendar at once, and how long each place rests after an answer. */
const AT_ONCE = 3
const REST_MS = 40
const SILENCE_MS = 60_000
/** Of one question, the first one included. Pauses grow from the first to the last: about a minute together. */
const ATTEMPTS = 7
const FIRST_PAUSE_MS = 1_000
/** What is waited for at most when a server names a time. */
const LONGEST_PAUSE_MS = 300_000

export type Got<Body> =
  | { readonly ok: true; readonly body: Body }
  /** `status` null: nothing was answered, or nothing that could be read. `address`: where it went on, of redirects. */
  | {
      readonly ok: false
      readonly status: number | null
      readonly why: string
      readonly address?: string
      /** Nothing is asked any more, whatever it is. */
      readonly isOver?: true
    }

/** Asks another calendar, politely: few at once, with rests; again after failures that pass. Nothing throws. */
export type OldClient = {
  /** `tries`: how often at most; absent: for as long as it takes a server to come back. */
  readonly json: (address: string, tries?: number) => Promise<Got<Json>>
  /** Of a file; redirects that lead elsewhere are told, not followed. */
  readonly bytes: (address: string, maxBytes: number) => Promise<Got<Buffer>>
  /** Whether it is of the host that the operator named, which alone is sent the credentials. */
  readonly isTrusted: (address: string) => boolean
}

type Needs = {
  readonly base: string
  /** `login:application-password`, or null. */
  readonly user: string | null
  readonly pause: (ms: number) => Promise<void>
  readonly clockMs: () => number
  /** Told what is waited for. */
  readonly tell: (text: string) => void
}

type Once<Body> = { readonly got: Got<Body>; readonly again: boolean; readonly afterMs: number | null }

const PASSING: readonly number[] = [408, 425, 429, 500, 502, 503, 504]
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

const failed = (status: number | null, why: string): Once<never> => ({
  got: { ok: false, status, why },
  again: status === null || PASSING.includes(status),
  afterMs: null,
})

/** Seconds, or a date. */
const retryAfterMs = (header: string | null): number | null => {
  if (header === null) return null
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_PAUSE_MS) : null
}

/** The body, as far as it is not too long; null: it is. Throws when it was cut. */
const bodyOf = async (response: Response, maxBytes: number): Promise<Buffer | null> => {
  const gathered = gatheredBytes()
  let size = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  if (body === null) return Buffer.alloc(0)
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) return null
    gathered.add(piece)
  }
  return Buffer.concat(gathered.pieces())
}

const messageIn = (bytes: Buffer | null): string => {
  try {
    const said = JSON.parse(bytes?.toString('utf8') ?? '') as { readonly message?: unknown }
    return typeof said.message === 'string' ? `: ${said.message.slice(0, 200)}` : ''
  } catch {
    return ''
  }
}

const parsedJson = (bytes: Buffer): Got<Json> => {
  try {
    return { ok: true, body: JSON.parse(bytes.toString('utf8')) as Json }
  } catch {
    return { ok: false, status: null, why: 'the answer is no JSON' }
  }
}

/** The same host, whichever of the two it is written with, on the same port or by https. */
const trusting = (base: string) => {
  const named = new URL(base)
  const bare = (host: string) => host.replace(/^www\./, '')
  return (address: string): boolean => {
    if (!URL.canParse(address)) return false
    const url = new URL(address)
    const isUpgraded =
      named.protocol === 'http:' && url.protocol === 'https:' && named.port === '' && url.port === ''
    return (
      bare(url.hostname) === bare(named.hostname) &&
      (isUpgraded || (url.protocol === named.protocol && url.port === named.port))
    )
  }
}

type Ask<Body> = {
  readonly address: string
  readonly maxBytes: number
  readonly read: (bytes: Buffer) => Got<Body>
}

const redirected = (address: string, status: number, location: string): Once<never> => {
  const to = URL.canParse(location, address) ? new URL(location, address).href : location
  return { got: { ok: false, status, why: `leads to ${to}`, address: to }, again: false, afterMs: null }
}

const OVER: Once<never> = {
  got: { ok: false, status: null, why: NOT_ASKED, isOver: true },
  again: false,
  afterMs: null,
}

/** One question, once. */
const once = async <Body>(
  { address, maxBytes, read }: Ask<Body>,
  headers: Readonly<Record<string, string>>,
): Promise<Once<Body>> => {
  try {
    const signal = AbortSignal.timeout(SILENCE_MS)
    const response = await fetch(address, { headers, redirect: 'manual', signal })
    const { status } = response
    const location = response.headers.get('location')
    if (REDIRECTS.includes(status) && location !== null) {
      await response.body?.cancel()
      return redirected(address, status, location)
    }
    const bytes = await bodyOf(response, maxBytes)
    if (status !== 200) {
      const afterMs = retryAfterMs(response.headers.get('retry-after'))
      return { ...failed(status, `status ${status}${messageIn(bytes)}`), afterMs }
    }
    if (bytes === null) return { ...failed(status, `has more than ${maxBytes} bytes`), again: false }
    const got = read(bytes)
    return { got, again: !got.ok, afterMs: null }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return failed(null, reasonOf(cause))
  }
}

export const oldClient = ({ base, user, pause, clockMs, tell }: Needs): OldClient => {
  const isTrusted = trusting(base)
  const inTurn = gate(AT_ONCE)
  const patience = patienceWith(clockMs)
  const headers: Record<string, string> = {
    'user-agent': 'Belltower',
    ...(user === null ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
  }

  const patient = async <Body>(ask: Ask<Body>, tries: number): Promise<Got<Body>> => {
    let begunMs = Infinity
    for (let attempt = 1; ; attempt++) {
      const { got, again, afterMs } = await inTurn(async () => {
        begunMs = Math.min(begunMs, clockMs())
        if (patience.isOver()) return OVER
        const answer = await once(ask, headers)
        await pause(REST_MS)
        return answer
      })
      if (got.ok || !again) return got
      if (attempt >= patience.triesOf(tries)) return { ...got, why: patience.lost(begunMs, got.why) }
      const waitMs = afterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)
      tell(`${got.why}; asked again in ${Math.ceil(waitMs / 1_000)} s: ${ask.address}`)
      await pause(waitMs)
    }
  }

  const following = async <Body>(ask: Ask<Body>, tries = ATTEMPTS): Promise<Got<Body>> => {
    let { address } = ask
    for (let redirects = 0; ; redirects++) {
      const got = await patient({ ...ask, address }, tries)
      const to = got.ok ? undefined : got.address
      if (to === undefined || !isTrusted(to) || redirects === MOST_REDIRECTS) return got
      address = to
    }
  }

  return {
    isTrusted,
    json: (address, tries) => following({ address, maxBytes: OLD_ANSWER_BYTES, read: parsedJson }, tries),
    bytes: (address, maxBytes) => following({ address, maxBytes, read: body => ({ ok: true, body }) }),
  }
}
