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

/** What icalendar and recurring-ical-events read in all of these, in one process. `zone`: of floating times. */
export const askOracle = async (
  zone: string,
  cases: readonly Asked[],
): Promise<ReadonlyMap<string, Told>> => {
  const child = spawn(python, [join(import.meta.dirname, 'occurrences.py')], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const encoded = cases.map(one => ({ ...one, ics: Buffer.from(one.ics).toString('base64') }))
  child.stdin.end(JSON.stringify({ zone, cases: encoded }))
  const said = await out
  if (said === '') throw new Error(`the oracle says nothing: ${await err}`)
  return new Map(
    z
      .array(Told)
      .parse(JSON.parse(said))
      .map(told => [told.id, told]),
  )
}
