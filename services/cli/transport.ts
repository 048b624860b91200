import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Json, JsonObject } from '../../shared/event-store/port.ts'

export type Answer = { readonly status: number; readonly body: Json }

/** How a command reaches the service: its operator socket, its public address, or a service inside this process. */
export type Transport = {
  readonly send: (method: string, path: string, body?: JsonObject) => Promise<Answer>
  readonly close: () => Promise<void>
}

/** The service said no; the message is meant for the person at the terminal. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

export const parsed = (text: string): Json => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

type Target =
  { readonly socketPath: string } | { readonly url: string; readonly authorization: string | null }

const call = (target: Target, method: string, path: string, body: JsonObject | undefined): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const headers = {
      ...(payload === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
      ...('url' in target && target.authorization !== null ? { authorization: target.authorization } : {}),
    }
    const options = { method, headers, timeout: 60_000 }
    const request =
      'socketPath' in target
        ? httpRequest({ ...options, socketPath: target.socketPath, path })
        : (target.url.startsWith('https:') ? httpsRequest : httpRequest)(target.url + path, options)
    request.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: parsed(Buffer.concat(chunks).toString('utf8')) }),
      )
    })
    request.on('timeout', () => request.destroy(new Error('no answer within 60 s')))
    request.on('error', reject)
    request.end(payload)
  })

/** A running service, through the socket in its data folder that only its owner may open. */
export const socketTransport = (socketPath: string): Transport => ({
  send: (method, path, body) => call({ socketPath }, method, path, body),
  close: async () => undefined,
})

/** A running service, through its public address. `user`: `LOGIN:APPLICATION PASSWORD`, or null. */
export const urlTransport = (url: string, user: string | null): Transport => ({
  send: (method, path, body) =>
    call(
      {
        url: url.replace(/\/+$/, ''),
        authorization: user === null ? null : `Basic ${Buffer.from(user).toString('base64')}`,
      },
      method,
      path,
      body,
    ),
  close: async () => undefined,
})

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body of a successful answer. Throws CommandFailed with what the service said otherwise. */
export const expectObject = (answer: Answer): JsonObject => {
  if (answer.status < 300 && isObject(answer.body)) return answer.body
  throw new CommandFailed(failureText(answer))
}

const failureText = ({ status, body }: Answer): string => {
  if (!isObject(body)) return `the service answered ${status}`
  const { message, data } = body
  const params = data !== undefined && isObject(data) ? data['params'] : undefined
  const details =
    params !== undefined && isObject(params)
      ? Object.entries(params).map(
          ([name, text]) => `\n  ${name}: ${typeof text === 'string' ? text : JSON.stringify(text)}`,
        )
      : []
  return `${typeof message === 'string' ? message : `the service answered ${status}`}${details.join('')}`
}

/** Runs one operator command; only sockets and services in this process offer them. */
export const operate = async (transport: Transport, name: string, args: JsonObject): Promise<JsonObject> =>
  expectObject(await transport.send('POST', `/operator/${name}`, args))
