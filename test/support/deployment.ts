import { cleanHere } from './clean-here.ts'
import { NOT_HELD } from './not-held.ts'
import { partsFor } from '../../services/wiring/roles.ts'
import { loadConfig } from '../../shared/config.ts'
import { lazyDocuments } from '../../shared/documents/lazy.ts'
import { memoryDocuments } from '../../shared/documents/memory/memory.ts'
import type { Documents } from '../../shared/documents/port.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { inProcessJobs } from '../../shared/jobs/in-process/in-process.ts'
import { stopAll, type Part } from '../../shared/lifecycle.ts'
import { newMetrics } from '../../shared/metrics.ts'
import { memoryLog } from './memory-log.ts'
import { quiet } from './quiet.ts'

const SECRET = 'abcdefghijklmnopqrstuvwx'

const SERVERS = {
  EVENTSTORE_URL: 'esdb://log',
  MONGODB_URL: 'mongodb://documents',
  REDIS_URL: 'redis://jobs',
}

type Role = 'all' | 'api' | 'projections' | 'workers'
type Seen = {
  readonly log?: EventStore
  readonly documents?: Documents
  readonly monotonicMs?: () => number
}
type Sent = { readonly body?: object; readonly as?: string; readonly secret?: string }

/** Processes that share servers, as far as they know: each is put together anew on one log and one set of documents. */
export const deployment = () => {
  const log = memoryLog(() => Date.now())
  const documents = memoryDocuments({ isShared: true })
  const stops: (() => Promise<unknown>)[] = []

  /** `seen`: servers and time as this process sees them. */
  const process = async (ROLE: Role, seen: Seen = {}, servers: object = SERVERS) => {
    const config = loadConfig({
      ROLE,
      ...servers,
      SITE_URL: 'http://localhost',
      ADMIN_PASSWORD: 'account password',
      ADMIN_APPLICATION_PASSWORD: SECRET,
    })
    const parts: Part[] = []
    const works = ROLE === 'all' || ROLE === 'workers'
    const isAlone = config.MONGODB_URL === undefined
    const wired = await partsFor({
      config,
      surroundings: {
        ...quiet(),
        ...(seen.monotonicMs === undefined ? {} : { monotonicMs: seen.monotonicMs }),
      },
      store: seen.log ?? log,
      documents: isAlone ? documents : lazyDocuments(async () => seen.documents ?? documents),
      snapshots: null,
      queue: works ? inProcessJobs({ concurrency: 2, onFailure: () => undefined }) : null,
      holding: NOT_HELD,
      metrics: newMetrics(),
      cleaning: { clean: cleanHere },
      parts,
    })
    let stopped = false
    const stop = async () => {
      if (stopped) return
      stopped = true
      await stopAll(parts, 10_000, () => undefined)
    }
    stops.push(stop)
    const { app, operatorApp, start } = wired
    /** `path` is behind `/cal/events/v1/` unless it starts with a slash; arguments follow with `&`. */
    const ask = async (request: string, { body, as, secret = SECRET }: Sent = {}) => {
      const [method = '', path = ''] = request.split(/ (.*)/s)
      const answer = await app.inject({
        method: method === 'POST' ? 'POST' : method === 'DELETE' ? 'DELETE' : 'GET',
        url: `/index.php?rest_route=${path.startsWith('/') ? path : `/cal/events/v1/${path}`}`,
        headers:
          as === undefined
            ? {}
            : { authorization: `Basic ${Buffer.from(`${as}:${secret}`).toString('base64')}` },
        ...(body === undefined ? {} : { payload: body }),
      })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json<unknown>() }
    }
    const operate = async (command: string, body: object = {}) => {
      const answer = await operatorApp().inject({
        method: 'POST',
        url: `/operator/${command}`,
        payload: body,
      })
      return answer.json<unknown>()
    }
    const readiness = async () => {
      const answer = await app.inject('/health/ready')
      const { reasons = [] } = answer.json<{ readonly reasons?: readonly string[] }>()
      return { status: answer.statusCode, reasons }
    }
    return { app, start, stop, ask, operate, readiness }
  }

  const started = async (role: Role, seen?: Seen) => {
    const one = await process(role, seen)
    await one.start()
    return one
  }

  /** Everything in one process, which shares nothing. */
  const alone = async () => {
    const one = await process('all', {}, {})
    await one.start()
    return one
  }

  return {
    log,
    alone,
    documents,
    process,
    started,
    close: async () => {
      for (const stop of stops.reverse()) await stop()
    },
  }
}
