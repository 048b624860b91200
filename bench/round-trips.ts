import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { countedService } from '../test/support/counting/counted-service.ts'
import { roundTrips, type Kind, type RoundTrips } from '../test/support/counting/requests.ts'
import type { Row } from './row.ts'
import { areThere, withServers } from './with-servers.ts'

type Aims = { readonly mongodb: number | null; readonly eventstore: number | null }

const KINDS: Readonly<Record<Kind, Aims & { readonly name: string }>> = {
  create: { name: 'create with venue, organizer, terms', mongodb: 20, eventstore: 4 },
  createAll: { name: 'create with a new venue and organizer', mongodb: null, eventstore: null },
  title: { name: 'change of a title', mongodb: 10, eventstore: 3 },
  list: { name: 'list made anew', mongodb: 4, eventstore: null },
  month: { name: 'page of a month made anew', mongodb: null, eventstore: null },
}

const rowsOf = ({ idle, requests }: RoundTrips): readonly Row[] => {
  const pair = (name: string, mongodb: number, eventstore: number, aims: Aims): readonly Row[] =>
    [
      { name: `${name}, MongoDB`, value: mongodb, unit: 'commands', aim: aims.mongodb },
      { name: `${name}, EventStoreDB`, value: eventstore, unit: 'calls', aim: aims.eventstore },
    ].map(row => ({ ...row, ratio: null, atMost: true }))
  const kinds = Object.keys(KINDS) as Kind[]
  return [
    ...pair('idle, a second', idle.mongodb, idle.eventstore, { mongodb: 4, eventstore: null }),
    ...kinds.flatMap(kind => {
      const { name, ...aims } = KINDS[kind]
      return pair(name, requests[kind].mongodb.length, requests[kind].eventstore.length, aims)
    }),
  ]
}

/** `2 find board, update board`: what was asked, most often first. */
const named = (asked: readonly string[]): string => {
  const times = new Map<string, number>()
  for (const one of asked) times.set(one, (times.get(one) ?? 0) + 1)
  const rows = [...times].sort(([, one], [, other]) => other - one)
  return rows.map(([one, count]) => (count === 1 ? one : `${count} ${one}`)).join(', ')
}

const tellNames = ({ requests }: RoundTrips): void => {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const { mongodb, eventstore } = requests[kind]
    stdout.write(`\n${KINDS[kind].name}: ${named(mongodb)}; ${named(eventstore)}\n`)
  }
}

/** What one process of role `all`, alone on its servers, asks of them, counted by proxies between them. */
export const benchRoundTrips = async (): Promise<readonly Row[]> => {
  if (!areThere(['round trips'])) return []
  const folder = await mkdtemp(join(tmpdir(), 'belltower-bench-'))
  try {
    return await withServers(folder, async servers => {
      const service = await countedService(join(folder, 'service'), servers)
      try {
        const counted = await roundTrips(service)
        tellNames(counted)
        return rowsOf(counted)
      } finally {
        await service.stop()
      }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
