import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { streamName, streamRevision } from '../../../shared/kernel/brands.ts'
import {
  openEventStoreDb,
  type EventStoreDbOptions,
} from '../../../shared/event-store/eventstoredb/eventstoredb.ts'
import type {
  EventStore,
  Expected,
  Followed,
  NewRecord,
  StoredRecord,
} from '../../../shared/event-store/port.ts'
import type { Dialect } from '../../support/eventstoredb-double/dialect.ts'
import { namedOrDouble } from '../../support/eventstoredb-double/named.ts'
import { lentDouble, type LentDouble } from '../../support/eventstoredb-double/lent.ts'
import type { Double } from '../../support/eventstoredb-double/start.ts'
import { eventually } from '../../support/eventually.ts'
import { note } from '../../support/note.ts'

export const unavailable = { name: 'StoreUnavailable' }
export const KINDS: readonly Expected[] = ['absent', streamRevision(1), 'any']

export const notes = (texts: string): readonly NewRecord[] => Array.from(texts, note)
export const textsOf = (records: readonly StoredRecord[]): string =>
  records.map(({ data: { text } }) => (typeof text === 'string' ? text : '?')).join('')

export type Steps = AsyncIterator<Followed>
export const stepsOf = (
  log: EventStore,
  prefixes: readonly string[],
  signal = new AbortController().signal,
): Steps => log.follow(null, prefixes, signal)[Symbol.asyncIterator]()
const next = async (steps: Steps): Promise<Followed> => {
  const step = await steps.next()
  if (step.done === true) throw new Error('the iteration ended')
  return step.value
}
/** Steps until one is as wanted. */
export const until = async (steps: Steps, wanted: (step: Followed) => boolean): Promise<void> => {
  while (!wanted(await next(steps)));
}
export const untilLive = (steps: Steps) => until(steps, step => step.live)
/** Steps that are live, of a log that has so little time that a busy machine drops who follows before. */
export const liveSteps = (...given: Parameters<typeof stepsOf>): Promise<Steps> =>
  eventually(async () => {
    const steps = stepsOf(...given)
    await untilLive(steps)
    return steps
  })

/** A node of one release for all cases, and what each of them begins with. */
export class World {
  readonly dialect: Dialect
  node!: Double
  store!: EventStore
  warnings: string[] = []
  /** Of the names of all streams of this case. */
  prefix = ''
  stream = streamName('')
  isOver = false
  #folder = ''

  constructor(dialect: Dialect) {
    this.dialect = dialect
  }

  async start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'belltower-eventstoredb-'))
    this.node = await namedOrDouble({ dialect: this.dialect, data: join(this.#folder, 'log') })
  }

  async end(): Promise<void> {
    await this.node.kill()
    await rm(this.#folder, { recursive: true })
  }

  /** For the next case. */
  async begin(): Promise<void> {
    this.isOver = false
    this.warnings = []
    this.prefix = `note${randomUUID().slice(0, 8)}-`
    this.stream = streamName(`${this.prefix}1`)
    this.store = await this.open(this.node.url)
  }

  async leave(): Promise<void> {
    this.isOver = true
    await this.node.control.clear()
    await this.store.close()
  }

  open(url: string, options: Partial<EventStoreDbOptions> = {}): Promise<EventStore> {
    return openEventStoreDb({ url, warn: message => this.warnings.push(message), ...options })
  }

  async texts(of = this.stream): Promise<string> {
    return textsOf(await this.store.read(of))
  }

  /** A stream that holds what the expectation wants to see there. */
  async prepare(expected: Expected): Promise<string> {
    if (expected === 'absent') return ''
    await this.store.append(this.stream, notes('pq'), 'absent')
    return 'pq'
  }
}

/** A node of their own for the cases beside it, with a log to which nobody else writes; there once they run. */
export const ownNode = (world: World): { readonly node: LentDouble; readonly log: EventStore } => {
  let node: LentDouble
  let log: EventStore
  beforeAll(async () => {
    node = await lentDouble({ dialect: world.dialect })
    log = await world.open(node.url)
  })
  afterAll(async () => {
    await log.close()
    await node.stop()
  })
  return {
    get node() {
      return node
    },
    get log() {
      return log
    },
  }
}
