import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A message as its receiver has it. */
export type Received = {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly id: string
  readonly type: string
  readonly data: {
    readonly kind: string
    readonly id: number
    readonly changed: readonly string[]
    readonly by: { readonly kind: string; readonly name?: string | null }
    readonly url: string | null
    readonly rest_url: string
    readonly values: Readonly<Record<string, unknown>> | null
  }
}

type Reply = (response: ServerResponse, message: Received) => void

/** A status, or what is done with the answer; undefined: 204. */
type Answering = (message: Received) => number | Reply | undefined

/** A receiver on 127.0.0.1 that keeps what it is sent, taken or not, and answers as `now` says. */
export const receiver = async (first: Answering = () => undefined) => {
  const state = { now: first }
  const received: Received[] = []
  const taken: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const parsed = JSON.parse(text) as Pick<Received, 'type' | 'data'>
      const message = { ...parsed, headers: request.headers, text, id: String(request.headers['webhook-id']) }
      received.push(message)
      const answer = state.now(message) ?? 204
      if (typeof answer === 'function') {
        answer(response, message)
        return
      }
      if (answer >= 200 && answer < 300) taken.push(message)
      response.writeHead(answer).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    received,
    taken,
    url: `http://127.0.0.1:${port}/hook`,
    answer: (now: Answering) => {
      state.now = now
    },
  }
}

/** As docs/webhooks.md tells receivers to check a message. */
export const isGenuine = ({ headers, text }: Pick<Received, 'headers' | 'text'>, secret: string): boolean => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`
  const expected = createHmac('sha256', key).update(signed).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some(one => {
      const [version, signature = ''] = one.split(',')
      const given = Buffer.from(signature, 'base64')
      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
}
