import { randomUUID } from 'node:crypto'
import { openSync, writeSync } from 'node:fs'
import { type StreamName, streamName, noRevision, isoTime } from '../../shared/kernel/brands.ts'
import { openSqliteLog } from '../../shared/event-store/sqlite/sqlite.ts'

// A process to be killed: four writers append batches of three and note each acknowledged revision in a file.

const [file = '', acknowledgements = ''] = process.argv.slice(2)
const log = await openSqliteLog({ file })
const notes = openSync(acknowledgements, 'a')

const batch = (n: number) =>
  [0, 1, 2].map(part => ({
    id: randomUUID(),
    type: 'Noted',
    data: { n, part, text: 'x'.repeat(200) },
    meta: {
      actor: null,
      at: isoTime('2026-03-01T10:00:00.000Z'),
      source: 'worker' as const,
      route: null,
      correlation: 'kill',
      causation: null,
    },
  }))

const write = async (stream: StreamName): Promise<never> => {
  let last = (await log.read(stream)).at(-1)?.revision ?? noRevision
  for (let n = (last + 1) / 3; ; n++) {
    const { revision } = await log.append(stream, batch(n), last === noRevision ? 'absent' : last)
    writeSync(notes, `${stream} ${revision}\n`)
    last = revision
  }
}

writeSync(1, 'ready')
await Promise.all(['a', 'b', 'c', 'd'].map(name => write(streamName(name))))
