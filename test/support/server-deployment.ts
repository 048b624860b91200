import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { onTestFinished } from 'vitest'
import { openEventStoreDb } from '../../shared/event-store/eventstoredb/eventstoredb.ts'
import { ownLog } from './eventstoredb-double/own-log.ts'
import { testDatabase } from './mongodb.ts'
import { authorization, launchService, startProgram } from './service-process.ts'
import { madeFolder } from './temporary-folder.ts'
import { freePort } from './free-port.ts'

/**
 * Real processes of every role on servers: a database of their own in each of MongoDB and Redis (`jobs`: its number),
 * and a log of their own, because whatever stands in a log is theirs to work on. `more`: further settings. Whoever asked ends them.
 */
export const deploy = async (
  mongodb: string,
  redis: string,
  jobs: number,
  more: Readonly<Record<string, string>> = {},
) => {
  const eventstore = await ownLog()
  const { database, drop } = testDatabase(mongodb)
  const { folder, remove } = madeFolder()
  const running: { kill: () => Promise<void> }[] = []
  const end = async () => {
    try {
      for (const { kill } of running) await kill()
    } finally {
      // the next deployment waits for the log, and for nothing else
      await eventstore.release()
    }
    await drop()
    remove()
  }
  const settings = {
    EVENTSTORE_URL: eventstore.url,
    MONGODB_URL: new URL(`/${database}`, mongodb).href,
    REDIS_URL: new URL(`/${jobs}`, redis).href,
    SITE_URL: 'http://localhost',
    ...more,
  }
  const launch = async (role: 'api' | 'projections' | 'workers') => {
    const port = await freePort()
    const service = launchService(join(folder, `${role}-${port}`), port, { ...settings, ROLE: role })
    running.push(service)
    const isReady = async () => {
      const answer = await fetch(`${service.url}/health/ready`).catch(() => null)
      if (answer?.status !== 200)
        throw new Error(`${role}: ${(await answer?.text()) ?? ''}\n${service.output()}`)
    }
    const ask = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${service.url}/index.php?rest_route=/cal/events/v1/${path}`, {
        method,
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Record<string, unknown>,
      }
    }
    return { ...service, isReady, ask }
  }
  const command = async (...args: readonly string[]) => {
    const program = startProgram('services/cli/main.ts', args, {
      DATA_DIR: join(folder, 'operator'),
      LOG_LEVEL: 'error',
      ...settings,
    })
    return { code: await program.exited, output: program.output() }
  }
  /** A feed of lessons on one day, as a file. */
  const feed = async (name: string, count: number, day: string, title = 'Lesson') => {
    const events = Array.from(
      { length: count },
      (_, n) =>
        `BEGIN:VEVENT\r\nUID:${name}${n}\r\nSUMMARY:${title} ${n}\r\nDTSTART:${day}T100000Z\r\nDTEND:${day}T110000Z\r\nEND:VEVENT\r\n`,
    )
    const file = join(folder, `${name}.ics`)
    await writeFile(file, `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${events.join('')}END:VCALENDAR\r\n`)
    return file
  }
  /** Everything that can be read of the log and of the documents, as one text. */
  const readable = async (): Promise<string> => {
    const log = await openEventStoreDb({ url: eventstore.url, warn: () => undefined })
    const client = await MongoClient.connect(settings.MONGODB_URL)
    try {
      const texts: unknown[] = []
      for await (const { records, live } of log.follow(null, [], new AbortController().signal)) {
        texts.push(records)
        if (live) break
      }
      for (const collection of await client.db().collections()) texts.push(await collection.find().toArray())
      return JSON.stringify(texts)
    } finally {
      await client.close()
      await log.close()
    }
  }
  return { launch, command, feed, readable, end }
}
export type Deployment = Awaited<ReturnType<typeof deploy>>
export type Launched = Awaited<ReturnType<Deployment['launch']>>

/** The same, for the running test alone. */
export const deployed = async (...given: Parameters<typeof deploy>): Promise<Deployment> => {
  const deployment = await deploy(...given)
  onTestFinished(deployment.end)
  return deployment
}
