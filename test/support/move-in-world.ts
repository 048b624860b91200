import { utcTime } from '../../shared/kernel/brands.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Terminal } from '../../services/cli/command.ts'
import { moveInCommand } from '../../services/cli/move-in/command.ts'
import { parseCommandLine } from '../../services/cli/arguments.ts'
import type { Transport } from '../../services/cli/transport.ts'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { APPLICATION_PASSWORD, embeddedService, type EmbeddedService } from './embedded-service.ts'

/** What a server says in place of the calendar behind it; null: the calendar answers. */
export type Instead = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** Ends the connection after so many bytes of a longer answer. */
  readonly cut?: boolean
}

export type Fault = (path: string, answered: string) => Instead | null

type Env = Readonly<Record<string, string>>

/** A calendar at an address of this machine, with a place for faults between it and who asks. */
export const oldCalendar = async (env: Env = { COMPATIBILITY: 'the-events-calendar' }) => {
  const state: { fault: Fault; service: EmbeddedService | null; asked: string[] } = {
    fault: () => null,
    service: null,
    asked: [],
  }
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    state.asked.push(url)
    // faults read what was answered
    const headers = { ...request.headers, 'accept-encoding': 'identity' }
    const answering = state.service?.app.inject({ method: 'GET', url, headers })
    void answering?.then(answer => {
      const instead = state.fault(url, answer.payload)
      if (instead === null) {
        const headers = Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => name !== 'transfer-encoding'),
        )
        response.writeHead(answer.statusCode, headers).end(answer.rawPayload)
        return
      }
      const { status = 200, headers = {}, body, cut = false } = instead
      const length = Buffer.byteLength(body)
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': length + (cut ? 9 : 0),
        ...headers,
      })
      if (!cut) response.end(body)
      else response.write(body, () => setTimeout(() => response.destroy(), 20))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service = await embeddedService({ SITE_URL: base, ...env })
  state.service = service
  return {
    base,
    service,
    asked: state.asked,
    failing: (fault: Fault) => {
      state.fault = fault
    },
  }
}

/** A service as a command reaches it. `before`: told of every message, and may throw in its place. */
export const transportTo = (
  service: Pick<EmbeddedService, 'operate'>,
  before: (name: string) => void = () => undefined,
): Transport => ({
  send: async (_, path, body) => {
    const name = path.replace('/operator/', '')
    before(name)
    const answer = await service.operate(name, body ?? {})
    return { status: answer.status, body: answer.body as Json }
  },
  close: async () => undefined,
})

export type MovedIn = { readonly code: number; readonly out: string; readonly told: string }

/** `move-in` with these words into what `transport` reaches. */
export const moveIn = async (transport: Transport, words: readonly string[]): Promise<MovedIn> => {
  const [out, told]: [string[], string[]] = [[], []]
  const terminal: Terminal = {
    out: text => out.push(text),
    err: { write: text => told.push(text) },
    nowUtc: () => utcTime('2026-11-27 21:00:00'),
    clockMs: () => 0,
    pause: async () => undefined,
    fetcher: httpFetcher(),
    readFile: async () => new Uint8Array(),
  }
  const { args, options, json } = parseCommandLine(['move-in', ...words])
  const code = await moveInCommand.run({ transport, terminal, args, options, json, environment: {} })
  return { code, out: out.join('\n'), told: told.join('') }
}

export const AS_ADMIN = ['--user', `admin:${APPLICATION_PASSWORD}`] as const
