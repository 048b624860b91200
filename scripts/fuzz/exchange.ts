import { Agent, request as open, type IncomingHttpHeaders } from 'node:http'
import type { Request } from './shape.ts'
import type { World } from './world.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

export type Answer =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: IncomingHttpHeaders
      readonly text: string
      readonly bytes: number
    }
  | { readonly kind: 'broken'; readonly why: string }

const PATIENCE_MS = 20_000

const headersOf = ({ headers, body, caller }: Request, { credentials }: World) => ({
  ...headers,
  ...(body === null ? {} : { 'content-length': String(body.length) }),
  ...(caller === 'guest' ? {} : { authorization: authorizationOf(caller, credentials) }),
})

const authorizationOf = (caller: Exclude<Request['caller'], 'guest'>, credentials: World['credentials']) =>
  caller === 'stranger'
    ? `Basic ${Buffer.from('editor:wrong wrong').toString('base64')}`
    : credentials[caller]

/** Sends requests one after the other over kept connections. Never rejects. */
export const exchangeWith = (world: World) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const send = (request: Request): Promise<Answer> =>
    new Promise(resolve => {
      const broken = (why: string) => resolve({ kind: 'broken', why })
      try {
        const outgoing = open(
          {
            agent,
            host: '127.0.0.1',
            port: world.port,
            method: request.method,
            path: request.address,
            headers: headersOf(request, world),
            timeout: PATIENCE_MS,
          },
          incoming => {
            const chunks: Buffer[] = []
            incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
            incoming.on('error', error => broken(error.message))
            incoming.on('end', () => {
              const all = Buffer.concat(chunks)
              resolve({
                kind: 'answer',
                status: incoming.statusCode ?? 0,
                headers: incoming.headers,
                text: all.toString('utf8'),
                bytes: all.length,
              })
            })
          },
        )
        outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)))
        outgoing.on('error', error => broken(error.message))
        outgoing.end(request.body ?? undefined)
      } catch (error) {
        broken(reasonOf(error))
      }
    })
  return { send, close: () => agent.destroy() }
}
