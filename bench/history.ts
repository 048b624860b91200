import { eventId, userId, epochMs } from '../shared/kernel/brands.ts'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EventStore, NewRecord } from '../shared/event-store/port.ts'
import { openSqliteLog } from '../shared/event-store/sqlite/sqlite.ts'
import { eventStream } from '../shared/facts/event.ts'
import type { Meta } from '../shared/facts/meta.ts'
import { isoOfMs } from '../shared/kernel/time/calculate.ts'
import type { Told } from './history-process.ts'
import type { Row } from './row.ts'
import { schoolEvent } from './school-events.ts'

const EVENTS = 250_000
/** With the fact by which each event began; what came by hand has a correlation of its own. */
const FACTS_EACH = 4
const IMPORTED = 50_000
const PERSONS = 12
/** Streams that are written at once. */
const TOGETHER = 125
const MINUTE = 60_000

const changed = [
  ['EventRetitled', { title: ['School event', 'Another school event'] }],
  ['EventPriced', { cost: ['', '5'] }],
  ['EventDescribed', { description: ['', '<p>Bring a friend.</p>'] }],
] as const

/** A third is an import's, the rest that of persons, a fact every minute. */
const metaOf = (n: number): Meta => {
  const at = isoOfMs(epochMs(Date.UTC(2025, 0, 1) + n * MINUTE))
  const isImported = n % 3 === 0
  return {
    at,
    ...(isImported
      ? { actor: null, source: 'import', route: null, correlation: `import-${Math.floor(n / IMPORTED)}` }
      : {
          ...{ actor: userId(1 + (n % PERSONS)), source: 'desk', route: 'POST /manage/events/{id}' },
          correlation: randomUUID(),
        }),
    causation: null,
  }
}

const factsOf = (event: number): readonly NewRecord[] => {
  const first = (event - 1) * FACTS_EACH
  const values = schoolEvent(event, { firstDay: '2025-01-01', count: EVENTS })
  const begun = { eventId: event, by: 'import', values }
  return [
    { id: randomUUID(), type: 'EventCreated', data: begun, meta: metaOf(first) },
    ...changed.map(([type, changes], n) => ({
      ...{ id: randomUUID(), type, meta: metaOf(first + n + 1) },
      data: { eventId: event, by: 'person', changes },
    })),
  ]
}

const filled = async (store: EventStore): Promise<void> => {
  for (let first = 1; first <= EVENTS; first += TOGETHER) {
    const events = Array.from({ length: TOGETHER }, (_, n) => first + n)
    await Promise.all(
      events.map(event => store.append(eventStream(eventId(event)), factsOf(event), 'absent')),
    )
  }
}

/** The history of a million facts: memory of an entry, CPU of an answer, and of a file. */
export const benchHistory = async (): Promise<readonly Row[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite') })
    await filled(store)
    await store.close()
    const child = fork(join(import.meta.dirname, 'history-process.ts'), [dataDir], { stdio: 'inherit' })
    const died = once(child, 'exit').then(([code]) => {
      throw new Error(`asking the history ended with ${String(code)}`)
    })
    const [told] = (await Promise.race([once(child, 'message'), died])) as [Told]
    died.catch(() => undefined)
    return [
      {
        name: `${told.entries} facts, an entry`,
        value: told.bytes,
        unit: 'bytes',
        ratio: null,
        aim: 64,
        atMost: true,
      },
      {
        name: 'made',
        value: told.entries / told.fillCpuSeconds,
        unit: 'facts/CPU s',
        ratio: null,
        aim: null,
      },
      ...Object.entries(told.answers).map(([name, value]) => ({
        ...{ name, value, unit: 'CPU ms', ratio: null, aim: 100, atMost: true },
      })),
      { name: 'exported as CSV', value: told.exported, unit: 'facts/CPU s', ratio: null, aim: null },
    ]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
