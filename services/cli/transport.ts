import { request as httpsRequest } from 'node:https'
import { isObject, type Json, type JsonObject } from '../../shared/kernel/json.ts'
import { http } from '../../shared/node-http.ts'
import { CommandFailed, failedBecause, WrongUsage } from './failure.ts'

export type Answer = { readonly status: number; readonly body: Json }

/** How a command reaches the service: its operator socket, its public address, or a service inside this process. */
export type Transport = {
  readonly send: (method: string, path: string, body?: JsonObject) => Promise<Answer>
  readonly close: () => Promise<void>
}

export const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

type Target = {
  /** For messages. */
  readonly name: string
  readonly to: { readonly socketPath: string } | { readonly url: string }
  readonly headers: Readonly<Record<string, string>>
}

const SILENCE_MS = 60_000

const requestTo = ({ to, headers }: Target, method: string, path: string, payload: string | undefined) => {
  const body: Record<string, string | number> =
    payload === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const options = { method, headers: { ...headers, ...body }, timeout: SILENCE_MS }
  if ('socketPath' in to) return http.request({ ...options, ...to, path })
  return (to.url.startsWith('https:') ? httpsRequest : http.request)(to.url + path, options)
}

const call = (target: Target, method: string, path: string, body: JsonObject | undefined): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const fail = (error: Error) => reject(failedBecause(`${target.name} does not answer`, error))
    const request = requestTo(target, method, path, payload)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', fail)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString('utf8')) }),
      )
    })
    request.on('timeout', () => request.destroy(new Error(`nothing for ${SILENCE_MS / 1_000} s`)))
    request.on('error', fail)
    request.end(payload)
  })

const reaching = (target: Target): Transport => ({
  send: (method, path, body) => call(target, method, path, body),
  close: async () => undefined,
})

/** A running service, through the socket in its data folder that only its owner may open. */
export const socketTransport = (socketPath: string): Transport =>
  reaching({ name: `the service at ${socketPath}`, to: { socketPath }, headers: {} })

/** Throws WrongUsage for what is no address of a service. Never repeats it: it may hold a password. */
const addressOf = (url: string): string => {
  const address = URL.canParse(url) ? new URL(url) : null
  if (address === null || !['http:', 'https:'].includes(address.protocol) || address.search + address.hash)
    throw new WrongUsage('--url takes an address such as https://calendar.school.example')
  if (address.username + address.password !== '')
    throw new WrongUsage('--url takes no user and password: they are given with --user')
  return address.href.replace(/\/+$/, '')
}

/** A running service, through its public address. `user`: `LOGIN:APPLICATION-PASSWORD`, or null. */
export const urlTransport = (url: string, user: string | null): Transport => {
  const address = addressOf(url)
  if (user?.includes(':') === false)
    throw new WrongUsage('--user takes LOGIN:APPLICATION-PASSWORD; the colon is missing')
  const headers: Record<string, string> =
    user === null ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }
  return reaching({ name: address, to: { url: address }, headers })
}

/** The body of a successful answer. Throws CommandFailed with what the service said otherwise. */
export const expectObject = (answer: Answer): JsonObject => {
  if (answer.status >= 200 && answer.status < 300 && isObject(answer.body)) return answer.body
  throw failureOf(answer)
}

const failureOf = ({ status, body }: Answer): CommandFailed => {
  if (!isObject(body) || typeof body['message'] !== 'string')
    return new CommandFailed(`the answer (status ${status}) is not one of Belltower: is the address right?`, {
      status,
    })
  const { code = null, message, data } = body
  const params = data !== undefined && isObject(data) ? (data['params'] ?? null) : null
  const details =
    params !== null && isObject(params)
      ? Object.entries(params).map(
          ([name, text]) => `\n  ${name}: ${typeof text === 'string' ? text : JSON.stringify(text)}`,
        )
      : []
  return new CommandFailed(`${message}${details.join('')}`, { status, code, params })
}

/** Runs one operator command; only sockets and services in this process offer them. */
export const operate = async (transport: Transport, name: string, args: JsonObject): Promise<JsonObject> =>
  expectObject(await transport.send('POST', `/operator/${name}`, args))
