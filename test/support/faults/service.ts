import { cleanHere } from '../clean-here.ts'
import { NOT_HELD } from '../not-held.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { partsFor } from '../../../services/wiring/roles.ts'
import { loadConfig } from '../../../shared/config.ts'
import type { Documents } from '../../../shared/documents/port.ts'
import type { EventStore, StoredRecord } from '../../../shared/event-store/port.ts'
import type { JobQueue } from '../../../shared/jobs/port.ts'
import { stopAll, type Part } from '../../../shared/lifecycle.ts'
import { newMetrics } from '../../../shared/metrics.ts'
import { quiet } from '../quiet.ts'
import { failingDocuments, failingJobs, failingLog } from './failing-ports.ts'

const SECRET = 'abcdefghijklmnopqrstuvwx'
const LIMIT_MS = 30_000
/** The longest between two looks at something that may take a while: many services look side by side. */
const PAUSE_MS = 80
const METHODS = ['POST', 'PATCH', 'DELETE'] as const

export type Ports = { readonly log: EventStore; readonly documents: Documents; readonly queue: JobQueue }
export type Port = 'log' | 'documents' | 'jobs'

type Answer = {
  readonly status: number
  readonly isLate: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/** One process of everything whose ports can be made to fail; `servers`: what the settings name. */
export const failingService = async (ports: Ports, servers: Readonly<Record<string, string>> = {}) => {
  const log = failingLog(ports.log)
  // what is known of leases and progress is asked all the time, by nobody in particular
  const documents = failingDocuments(ports.documents, name => name !== 'board')
  const jobs = failingJobs(ports.queue)
  const parts: Part[] = []
  const service = await partsFor({
    config: loadConfig({
      ...servers,
      SITE_URL: 'http://localhost',
      ADMIN_PASSWORD: 'account password',
      ADMIN_APPLICATION_PASSWORD: SECRET,
    }),
    surroundings: quiet(),
    store: log.port,
    documents: documents.port,
    snapshots: null,
    queue: jobs.port,
    holding: NOT_HELD,
    metrics: newMetrics(),
    cleaning: { clean: cleanHere },
    parts,
  })
  await service.start()
  const { app } = service

  const ask = async (request: string, body?: object): Promise<Answer> => {
    const [method = '', path = ''] = request.split(/ (.*)/s)
    const answer = await app.inject({
      method: METHODS.find(one => one === method) ?? 'GET',
      url: path.startsWith('/admin') || path.startsWith('/health') ? path : `/index.php?rest_route=${path}`,
      headers: { authorization: `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}` },
      ...(body === undefined ? {} : { payload: body }),
    })
    return {
      status: answer.statusCode,
      isLate: 'x-cal-lag' in answer.headers,
      body: answer.json<Record<string, unknown>>(),
      text: answer.body,
    }
  }
  /** Asks again until the answer is as it should be. */
  const until = async (request: string, isThere: (answer: Answer) => boolean): Promise<Answer> => {
    const deadline = performance.now() + LIMIT_MS
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS)) {
      const answer = await ask(request)
      if (isThere(answer)) return answer
      if (performance.now() > deadline) throw new Error(`${request} is still ${answer.status} ${answer.text}`)
      await sleep(pauseMs)
    }
  }
  return {
    ask,
    until,
    faults: { log: log.fault, documents: documents.fault, jobs: jobs.fault },
    /** Every record of these streams. */
    recorded: async (prefixes: readonly string[]): Promise<readonly StoredRecord[]> => {
      const found: StoredRecord[] = []
      for await (const step of ports.log.follow(null, prefixes, new AbortController().signal)) {
        found.push(...step.records)
        if (step.live) break
      }
      return found
    },
    stop: () => stopAll(parts, 10_000, () => undefined),
  }
}
export type FailingService = Awaited<ReturnType<typeof failingService>>
