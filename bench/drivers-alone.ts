import { EventStoreDBClient } from '@eventstore/db-client'
import { MongoClient } from 'mongodb'
import { cpuSeconds } from './cpu.ts'
import { bareAppend } from './eventstore.ts'
import type { Addresses } from './with-servers.ts'

/** CPU milliseconds of one question, asked by the driver with nothing of ours around it. */
export type DriversAlone = Readonly<Record<keyof typeof QUESTIONS, number>>

export const QUESTIONS = {
  find: 'ten documents by their ids',
  count: 'a count',
  append: 'an append',
} as const

const ASKED = 300
const DOCUMENTS = 10

/** Asked one after the other, as often again before it counts. */
const cpuMsOf = async (ask: (n: number) => Promise<unknown>): Promise<number> => {
  for (let n = 0; n < ASKED; n++) await ask(n)
  const before = cpuSeconds()
  for (let n = ASKED; n < 2 * ASKED; n++) await ask(n)
  return ((cpuSeconds() - before) * 1_000) / ASKED
}

/** What the drivers take for questions such as requests consist of: below this nothing on servers can be. */
export const driversAlone = async ({
  MONGODB_URL: mongodb,
  EVENTSTORE_URL: eventstore,
}: Pick<Addresses, 'MONGODB_URL' | 'EVENTSTORE_URL'>): Promise<DriversAlone> => {
  const client = new MongoClient(mongodb)
  const log = EventStoreDBClient.connectionString(eventstore)
  try {
    const rows = client.db().collection<{ _id: number; text: string }>('drivers-alone')
    const ids = Array.from({ length: DOCUMENTS }, (_, n) => n)
    await rows.insertMany(ids.map(_id => ({ _id, text: 'x'.repeat(1_000) })))
    const append = bareAppend(log)
    return {
      find: await cpuMsOf(() => rows.find({ _id: { $in: ids } }).toArray()),
      count: await cpuMsOf(() => rows.countDocuments({ _id: { $gte: 5 } })),
      append: await cpuMsOf(n => append('drivers-alone', n)),
    }
  } finally {
    await client.close()
    await log.dispose()
  }
}
