import type { FastifyInstance } from 'fastify'

/** One answer as it went out, without what cannot be equal: see `tellerOn`. */
export type Told = {
  readonly request: string
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

export type Sent = {
  readonly as?: string | undefined
  /** JSON, or the text as it is sent. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Work that reads the clock may be going on: it does not go on before this request. */
  readonly still?: boolean
}

/** Ids of records and requests, hashes of batches, ids of imports, secrets of embedded frames. */
const MADE_UP =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b|(?<=secret=\\?["']?)[0-9A-Za-z]{10}\b/g

type Service = {
  readonly app: FastifyInstance
  readonly operatorApp: () => FastifyInstance
  readonly clock: { ms: number }
}

/**
 * Asks a service and keeps every answer. Left out of it: the header `Date`. Mapped: what is made
 * up becomes its number in the order in which it is first seen, so the same is the same and another is another; the
 * ETag of a text with such words is its own. The clock goes on by a second before a request.
 */
export const tellerOn = (
  { app, operatorApp, clock }: Service,
  administratorsPassword: string,
  /** By login; those of users that another teller has made. */
  passwords = new Map([['admin', administratorsPassword]]),
) => {
  const told: Told[] = []
  const asked: (readonly [request: string, sent: Sent])[] = []
  const numbers = new Map<string, number>()
  const mapped = (text: string) =>
    text.replaceAll(MADE_UP, made => {
      if (!numbers.has(made)) numbers.set(made, numbers.size + 1)
      return `(made up ${numbers.get(made) ?? 0})`
    })
  const authorized = (as: string) =>
    `Basic ${Buffer.from(`${as}:${passwords.get(as) ?? 'wrong'}`).toString('base64')}`

  const raw = async (request: string, { as, body, headers = {} }: Sent) => {
    const [method = '', path = ''] = request.split(/ (.*)/s)
    return app.inject({
      method,
      url: path.startsWith('=') ? path.slice(1) : `/index.php?rest_route=${path}`,
      headers: {
        ...(as === undefined ? {} : { authorization: authorized(as) }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }

  return {
    told,
    passwords,
    /** What was asked for, as it was, to be asked again. */
    asked,
    /** `GET /cal/events/v1/events&page=2`; behind `=` an address as it is. Answers the members of the answer. */
    ask: async (request: string, sent: Sent = {}): Promise<Readonly<Record<string, unknown>>> => {
      if (sent.still !== true) clock.ms += 1_000
      asked.push([request, sent])
      const answer = await raw(request, sent)
      const headers: Record<string, unknown> = { ...answer.headers }
      delete headers['date']
      const text = mapped(answer.body)
      if (text !== answer.body && 'etag' in headers) headers['etag'] = 'of a text with made up words'
      told.push({
        request: mapped(
          `${request}${sent.as === undefined ? '' : ` as ${sent.as}`} ${sent.body === undefined ? '' : JSON.stringify(sent.body)}`,
        ),
        status: answer.statusCode,
        headers: JSON.parse(mapped(JSON.stringify(headers))) as Record<string, unknown>,
        text,
      })
      try {
        return answer.json<Record<string, unknown>>()
      } catch {
        return {}
      }
    },
    /** Asks until `isThere` says so of an answer; none of it is kept. */
    until: async (request: string, sent: Sent, isThere: (body: Record<string, unknown>) => boolean) => {
      const deadline = performance.now() + 30_000
      for (;;) {
        const answer = await raw(request, sent)
        if (isThere(answer.json<Record<string, unknown>>())) return
        if (performance.now() > deadline) throw new Error(`${request} is still ${answer.body}`)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    },
    /** A user with a password of its own to ask with. */
    user: async (login: string, role: string) => {
      const operate = async (command: string, body: object) =>
        (await operatorApp().inject({ method: 'POST', url: `/operator/${command}`, payload: body })).json<
          Record<string, unknown>
        >()
      await operate('create-user', {
        login,
        email: `${login}@school.example`,
        role,
        password: 'secret words',
      })
      const made = await operate('create-application-password', { login, name: 'script' })
      passwords.set(login, String(made['password']))
    },
  }
}
export type Teller = ReturnType<typeof tellerOn>
