import { setTimeout as sleep } from 'node:timers/promises'
import { authorization, startService } from '../service-process.ts'
import { eventstoreProxy } from './eventstore-proxy.ts'
import { mongodbProxy } from './mongodb-proxy.ts'
import { freePort } from '../free-port.ts'

type Servers = {
  readonly EVENTSTORE_URL: string
  readonly MONGODB_URL: string
  readonly REDIS_URL: string
}

/** What servers were asked meanwhile. */
export type Asked = { readonly mongodb: readonly string[]; readonly eventstore: readonly string[] }

export type CountedService = {
  readonly url: string
  /** Sends it as the administrator, with a body as a POST. Throws what was said when it is no success. */
  readonly ask: (path: string, body?: object) => Promise<Record<string, unknown>>
  /** What the servers are asked in so many milliseconds. */
  readonly within: (ms: number) => Promise<Asked>
  /** What the servers are asked for it, until a while after it was answered. */
  readonly during: (work: () => Promise<unknown>) => Promise<Asked>
  readonly stop: () => Promise<void>
}

/** By then what follows from a request is done, without anybody waiting for it. */
export const AFTER_MS = 500

/** One process of the role `all` on servers, through proxies that count. */
export const countedService = async (dataDir: string, servers: Servers): Promise<CountedService> => {
  const mongodb = await mongodbProxy(servers.MONGODB_URL)
  const eventstore = await eventstoreProxy(servers.EVENTSTORE_URL)
  const settings = { ...servers, MONGODB_URL: mongodb.url, EVENTSTORE_URL: eventstore.url }
  const service = await startService(dataDir, await freePort(), settings)
  const taken = (): Asked => ({ mongodb: mongodb.taken(), eventstore: eventstore.taken() })
  return {
    url: service.url,
    ask: async (path, body) => {
      const answer = await fetch(`${service.url}${path}`, {
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      return isJson ? (JSON.parse(text) as Record<string, unknown>) : {}
    },
    within: async ms => {
      taken()
      await sleep(ms)
      return taken()
    },
    during: async work => {
      taken()
      await work()
      await sleep(AFTER_MS)
      return taken()
    },
    stop: async () => {
      await service.stop()
      await Promise.all([mongodb.close(), eventstore.close()])
    },
  }
}
