import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Registry from 'prom-client/lib/registry.js'
import type { Position } from './kernel/brands.ts'
import { late } from './late.ts'

export type ProjectionGauge = {
  readonly name: string
  /** Null: it has seen nothing yet. */
  readonly position: Position | null
  /** Null: it never caught up. */
  readonly lagMs: number | null
  readonly parked: number
}

/** Those who are told what happens; see `Receivers` of the read model. */
export type ReceiverGauge = {
  readonly taking: number
  readonly failing: number
  readonly paused: number
  readonly givenUp: number
  readonly waiting: number
  readonly behindMs: number
}

/** What is looked up when somebody asks for the figures. */
type Watched = {
  /** Rejects when they cannot be known. */
  readonly projections: () => Promise<readonly ProjectionGauge[]>
  /** Rejects when it cannot be known. */
  readonly pendingJobs: () => Promise<number>
  /** Rejects when it cannot be known; absent: not by this process. */
  readonly receivers?: () => Promise<ReceiverGauge>
}

export type Metrics = {
  /** `family`: one of a few names of routes; `seconds`: from the request's head to the end of the answer. */
  readonly request: (family: string, method: string, status: number, seconds: number) => void
  /** An answer that every guest gets: `kept` from before, `shown` again from what was found before, or `made`. */
  readonly sharedAnswer: (how: 'kept' | 'shown' | 'made') => void
  /** How a view was found: `fresh` or `stale` copy, or `rendered`; `ahead`: rendered anew before anybody asked. */
  readonly viewFound: (how: 'fresh' | 'stale' | 'rendered' | 'ahead') => void
  readonly appended: (records: number) => void
  readonly conflict: () => void
  readonly importItem: (outcome: string) => void
  readonly jobFailed: (name: string, givenUp: boolean) => void
  /** `sizes`: documents that this process holds, by collection. */
  readonly documents: (sizes: () => ReadonlyMap<string, number>) => void
  readonly watch: (watched: Watched) => void
  /** Everything in the text format of Prometheus. */
  readonly text: () => Promise<string>
  readonly contentType: string
}

/** Seconds: from a kept answer to a slow import callback. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How often it is looked whether the process is late: ten times as often costs an idle process 4 ms of each second. */
const LAG_EVERY_MS = 100

/** The figures of one process, in a registry of their own. */
export const newMetrics = (): Metrics => {
  const registry = new Registry()
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter({ name: `belltower_${name}`, help, labelNames, registers: [registry] })
  const requests = requestDurations()
  const views = counter('views_total', 'Views by how they were found', ['found'])
  const viewsFound = {
    ...{ fresh: views.labels('fresh'), stale: views.labels('stale') },
    ...{ rendered: views.labels('rendered'), ahead: views.labels('ahead') },
  }
  const records = counter('records_appended_total', 'Records appended to the log')
  const conflicts = counter('append_conflicts_total', 'Appends that lost a race for their stream')
  const items = counter('import_items_total', 'Import items whose outcome was recorded', ['outcome'])
  const failures = counter('job_failures_total', 'Attempts of jobs that failed', ['job', 'given_up'])
  /** Those of the process are taken from when somebody first asks for any: all of them, or none where one fails. */
  const ofProcess = late(async () => {
    const { default: collect } = await import('prom-client/lib/defaultMetrics.js')
    const all = new Registry()
    collect({ register: all, eventLoopMonitoringPrecision: LAG_EVERY_MS })
    return all
  })
  return {
    request: requests.request,
    sharedAnswer: sharedAnswersIn(registry),
    viewFound: how => viewsFound[how].inc(),
    appended: count => records.inc(count),
    conflict: () => conflicts.inc(),
    importItem: outcome => items.inc({ outcome }),
    jobFailed: (job, givenUp) => failures.inc({ job, given_up: String(givenUp) }),
    documents: sizes => documentsIn(registry, sizes),
    watch: watched => watchedIn(registry, watched),
    text: async () => `${await Registry.merge([registry, await ofProcess()]).metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
  }
}

const DURATIONS = 'belltower_request_duration_seconds'
const DURATIONS_HEAD = [
  `# HELP ${DURATIONS} Requests by family of routes, method and class of status, and how long they took`,
  `# TYPE ${DURATIONS} histogram`,
]

/**
 * A histogram that is counted here: for that of the library the limits are texts, which took a twenty-fifth of all that a
 * list costs. `counts`: by the first limit that was kept, and last those that kept none.
 */
const requestDurations = (): Pick<Metrics, 'request'> & { readonly text: () => string } => {
  type Figure = { readonly labels: string; readonly counts: number[]; seconds: number }
  /** By family, method and class of status: labels are put together once. */
  const figures = new Map<string, Map<string, Figure[]>>()
  const newFigure = (family: string, method: string, status: number): Figure => {
    const nth = Math.floor(status / 100)
    const byMethod = figures.get(family) ?? new Map<string, Figure[]>()
    const byClass = byMethod.get(method) ?? []
    const labels = `family="${family}",method="${method}",status="${nth}xx"`
    const figure = { labels, counts: new Array<number>(BUCKETS.length + 1).fill(0), seconds: 0 }
    byClass[nth] = figure
    figures.set(family, byMethod.set(method, byClass))
    return figure
  }
  const linesOf = (labels: string, counts: readonly number[], seconds: number): readonly string[] => {
    let all = 0
    const upTo = counts.map((count, n) => {
      all += count
      return `${DURATIONS}_bucket{le="${BUCKETS[n] ?? '+Inf'}",${labels}} ${all}`
    })
    return [...upTo, `${DURATIONS}_sum{${labels}} ${seconds}`, `${DURATIONS}_count{${labels}} ${all}`]
  }
  return {
    request: (family, method, status, seconds) => {
      const known = figures.get(family)?.get(method)?.[Math.floor(status / 100)]
      const figure = known ?? newFigure(family, method, status)
      let n = 0
      while (seconds > (BUCKETS[n] ?? Infinity)) n++
      figure.counts[n] = (figure.counts[n] ?? 0) + 1
      figure.seconds += seconds
    },
    text: () => {
      const all = [...figures.values()].flatMap(byMethod => [...byMethod.values()].flat())
      const lines = all.flatMap(({ labels, counts, seconds }) => linesOf(labels, counts, seconds))
      return `${[...DURATIONS_HEAD, ...lines].join('\n')}\n`
    },
  }
}

/** Counted here as well, for each list is counted. */
const sharedAnswersIn = (registry: Registry): Metrics['sharedAnswer'] => {
  const had = { kept: 0, shown: 0, made: 0 }
  new Counter({
    name: 'belltower_shared_answers_total',
    help: 'Answers that every guest gets, by how they were had',
    labelNames: ['how'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [how, count] of Object.entries(had)) this.inc({ how }, count)
    },
  })
  return how => {
    had[how]++
  }
}

const documentsIn = (registry: Registry, sizes: () => ReadonlyMap<string, number>): void => {
  new Gauge({
    name: 'belltower_documents',
    help: 'Documents of read models that this process holds in memory',
    labelNames: ['collection'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [collection, size] of sizes()) this.set({ collection }, size)
    },
  })
}

/** What is asked only when somebody wants to know. */
const watchedIn = (registry: Registry, { projections, pendingJobs, receivers }: Watched): void => {
  const byProjection = (name: string, help: string, value: (one: ProjectionGauge) => number | null) =>
    new Gauge({
      name: `belltower_projection_${name}`,
      help,
      labelNames: ['projection'],
      registers: [registry],
      async collect() {
        const known = await projections().catch(() => [])
        this.reset()
        for (const one of known) {
          const figure = value(one)
          if (figure !== null) this.set({ projection: one.name }, figure)
        }
      },
    })
  byProjection('position', 'Position in the log that the read model has reached', one => one.position)
  byProjection('lag_seconds', 'Age of what the read model has not applied', one =>
    one.lagMs === null ? null : one.lagMs / 1_000,
  )
  byProjection('parked', 'Records that the read model has set aside', one => one.parked)
  new Gauge({
    name: 'belltower_jobs_pending',
    help: 'Jobs waiting, delayed or running; -1: the queue does not answer',
    registers: [registry],
    async collect() {
      this.set(await pendingJobs().catch(() => -1))
    },
  })
  if (receivers !== undefined) receiversIn(registry, receivers)
}

/** Of those who are told what happens; nothing while that cannot be known. */
const receiversIn = (registry: Registry, receivers: NonNullable<Watched['receivers']>): void => {
  const gauge = (
    name: string,
    help: string,
    values: (all: ReceiverGauge) => readonly (readonly [labels: Record<string, string>, value: number])[],
    labelNames: readonly string[] = [],
  ) =>
    new Gauge({
      name: `belltower_subscriptions${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const known = await receivers().catch(() => null)
        this.reset()
        // one without labels says 0 then, which is not what is not known
        if (labelNames.length === 0) this.remove()
        for (const [labels, value] of known === null ? [] : values(known)) this.set(labels, value)
      },
    })
  gauge(
    '',
    'Subscriptions by how their receivers are',
    ({ taking, failing, paused, givenUp }) => [
      [{ state: 'taking' }, taking],
      [{ state: 'failing' }, failing],
      [{ state: 'paused' }, paused],
      [{ state: 'given_up' }, givenUp],
    ],
    ['state'],
  )
  gauge('_waiting_items', 'Items of which a receiver refuses something', ({ waiting }) => [[{}, waiting]])
  gauge('_behind_seconds', 'For how long the oldest thing that is to be told has not been taken', all => [
    [{}, all.behindMs / 1_000],
  ])
}
