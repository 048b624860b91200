import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** A calendar, and between which local times its occurrences are wanted. */
export type Asked = {
  readonly id: string
  readonly ics: string | Uint8Array
  readonly from: string
  readonly to: string
}

const Told = z.union([
  z.object({ id: z.string(), begins: z.array(z.tuple([z.string(), z.string()])), startInRule: z.boolean() }),
  z.object({ id: z.string(), error: z.string() }),
])
export type Told = z.infer<typeof Told>

const python = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '.test-servers',
  'calendar-oracle',
  'bin',
  'python',
)

/** Whether the other reader is on this machine; where all checks run, it has to be. */
export const hasOracle = (): boolean => {
  const isThere = existsSync(python)
  if (!isThere && env['CI'] === 'true')
    throw new Error('there is no calendar oracle here; run scripts/test-servers.sh')
  return isThere
}

/** What a script beside this file prints when it is given `request`, both JSON. */
const answerOf = async (script: string, request: object): Promise<unknown> => {
  const child = spawn(python, [join(import.meta.dirname, script)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  child.stdin.end(JSON.stringify(request))
  const said = await out
  if (said === '') throw new Error(`the oracle says nothing: ${await err}`)
  return JSON.parse(said)
}

const encoded = (ics: string | Uint8Array) => Buffer.from(ics).toString('base64')

/** What icalendar and recurring-ical-events read in all of these, in one process. `zone`: of floating times. */
export const askOracle = async (
  zone: string,
  cases: readonly Asked[],
): Promise<ReadonlyMap<string, Told>> => {
  const request = { zone, cases: cases.map(one => ({ ...one, ics: encoded(one.ics) })) }
  const told = z.array(Told).parse(await answerOf('occurrences.py', request))
  return new Map(told.map(one => [one.id, one]))
}

const Moment = z.object({ kind: z.string().nullable(), zone: z.string().nullable(), at: z.string() })
const ToldFeed = z.object({
  ...{ id: z.string(), name: z.string(), zone: z.string(), version: z.string() },
  zones: z.array(z.string()),
  /** What the library could not read. */
  errors: z.array(z.string()),
  events: z.array(
    z.object({
      ...{ uid: z.string(), summary: z.string(), url: z.string(), status: z.string() },
      ...{ description: z.string().nullable(), location: z.string().nullable() },
      geo: z.tuple([z.number(), z.number()]).nullable(),
      /** CN and address. */
      organizer: z.tuple([z.string(), z.string()]).nullable(),
      categories: z.array(z.string()),
      ...{ start: Moment, end: Moment },
      ...{ stamp: z.string(), modified: z.string(), sequence: z.number() },
    }),
  ),
})
export type ToldFeed = z.infer<typeof ToldFeed>

/** What icalendar reads in these feeds, by their names; instants by the VTIMEZONEs that stand in them. */
export const readFeeds = async (
  feeds: Readonly<Record<string, Uint8Array>>,
): Promise<ReadonlyMap<string, ToldFeed>> => {
  const request = { feeds: Object.entries(feeds).map(([id, ics]) => ({ id, ics: encoded(ics) })) }
  const told = z.array(ToldFeed).parse(await answerOf('feeds.py', request))
  return new Map(told.map(one => [one.id, one]))
}

/** What readers of each calendar would see of it, by a digest that says the same for the same. */
export const askShown = async (zone: string, bodies: readonly Uint8Array[]): Promise<readonly string[]> => {
  const span = { from: '1900-01-01T00:00:00', to: '2028-11-28T00:00:00' }
  const cases = bodies.map((ics, n) => ({ id: String(n), ics: encoded(ics), ...span }))
  const told = z
    .array(z.object({ id: z.string(), shown: z.string() }))
    .parse(await answerOf('shown.py', { zone, cases }))
  return told.map(({ shown }) => shown)
}
