import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { authorization, startService } from '../support/service-process.ts'
import { madeFolder } from '../support/temporary-folder.ts'

/** Nobody waits for more of our modules than these at a time. */
const AT_ONCE = 24

/** Notes which modules of ours the main thread loads in a turn, and writes all turns down when the process ends. */
const notingTurns = (file: string): string => `
  import { registerHooks } from 'node:module'
  import { writeFileSync } from 'node:fs'
  import { isMainThread } from 'node:worker_threads'
  const turns = []
  let turn = null
  const note = url => {
    if (url.includes('/node_modules/') || !url.startsWith('file:')) return
    if (turn === null) {
      turns.push((turn = []))
      setImmediate(() => (turn = null))
    }
    turn.push(url)
  }
  if (isMainThread) {
    registerHooks({ load: (url, context, next) => (note(url), next(url, context)) })
    process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify(turns)))
  }`

const { folder, remove } = madeFolder()
afterAll(remove)

const ASKED = [
  ...['/admin/imports/unknown/progress', '/operator/projections'],
  ...['/event/unknown', '/sign-in', '/imports', '/manage', '/history.atom'],
]

/** What came after the start, by turns. */
const turns: (readonly string[])[] = []

beforeAll(async () => {
  const file = join(folder, 'turns')
  const hook = `data:text/javascript,${encodeURIComponent(notingTurns(file))}`
  const service = await startService(folder, await freePort(), { NODE_OPTIONS: `--import ${hook}` })
  for (const path of ASKED)
    await (await fetch(`${service.url}${path}`, { headers: { authorization }, redirect: 'manual' })).text()
  expect(await service.stop()).toBe(0)
  const [start = [], ...later] = JSON.parse(readFileSync(file, 'utf8')) as string[][]
  expect(start.some(url => url.endsWith('/services/wiring/main.ts'))).toBe(true)
  turns.push(...later)
})

test.each([
  'services/wiring/api/desks.ts',
  'services/wiring/api/pages/calendar.ts',
  'services/wiring/api/pages/own.ts',
  'services/wiring/api/pages/records.ts',
  'services/wiring/api/pages/manage.ts',
  'services/api/pages/history/feed.ts',
])('%s was loaded after the start', path => {
  expect(turns.flat().filter(url => url.endsWith(`/${path}`))).toHaveLength(1)
})

test(`what is loaded later comes in turns of ${AT_ONCE} modules at most`, () => {
  expect(turns.filter(turn => turn.length > AT_ONCE)).toEqual([])
})
