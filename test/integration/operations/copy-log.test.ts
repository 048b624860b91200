import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { epochMs } from '../../../shared/kernel/brands.ts'
import { sealerOn } from '../../../services/seals/seal.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { cli } from '../../support/cli.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { borrowedDouble } from '../../support/eventstoredb-double/lent.ts'
import { playedScript, readAgain } from '../../support/script/whole.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { differingIn } from '../../support/without-positions.ts'

const server = async () => (await borrowedDouble()).url

const on = (url: string, ...args: readonly string[]) =>
  cli(temporaryFolder(), args, undefined, undefined, { EVENTSTORE_URL: url })

type Copied = {
  readonly records: number
  readonly written: number
  readonly differing: readonly string[]
  readonly finished: boolean
  readonly digests: { readonly source: string; readonly target: string }
}
const copied = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Copied

const create = async ({ ask }: EmbeddedService, title: string) => {
  const body = { title, start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' }
  const { body: made } = await ask('POST /cal/events/v1/events', { body })
  return (made as { id: number }).id
}

/** Everything that is recorded. */
const seal = async (dataDir: string) => {
  const store = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  const made = await sealerOn({ store, nowMs: () => epochMs(Date.now() + 3_600_000) })(
    { records: 1, ms: 0 },
    new AbortController().signal,
  )
  expect(made).toBe(1)
  await store.close()
}

it('a copy on a server answers byte for byte what the embedded log answered, and so does the way back', async () => {
  const dataDir = temporaryFolder()
  const played = await playedScript({ DATA_DIR: dataDir })
  const url = await server()
  const there = copied(await cli(dataDir, ['copy-log', '--to', url, '--finish', '--json']))
  expect(there).toMatchObject({ differing: [], finished: true })
  const back = join(temporaryFolder(), 'back')
  const again = copied(await on(url, 'copy-log', '--to', `sqlite:${back}`, '--finish', '--json'))
  expect(again.digests).toEqual(there.digests)
  const verified = await on(url, 'verify')
  expect(verified.output).toContain('nothing is wrong')
  expect((await cli(back, ['verify'])).output).toContain('nothing is wrong')

  const before = await readAgain({ DATA_DIR: dataDir }, played)
  expect(before.length).toBeGreaterThan(200)
  const onServer = await readAgain({ DATA_DIR: temporaryFolder(), EVENTSTORE_URL: url }, played)
  expect(onServer).toHaveLength(before.length)
  expect(differingIn(before, onServer)).toEqual([])
  expect(differingIn(before, await readAgain({ DATA_DIR: back }, played))).toEqual([])
}, 900_000)

it('beside the living service: what is purged, put away and changed meanwhile is so at the copy, and verify finds nothing', async () => {
  const service = await embeddedService()
  const ids = []
  for (const title of ['Fair', 'Concert', 'Unfindable', 'Late']) ids.push(await create(service, title))
  const [fair = 0, concert = 0, purged = 0, late = 0] = ids
  await service.ask(`DELETE /calx/v1/events/${purged}&force=true`)
  const url = await server()
  const first = copied(await cli(service.dataDir, ['copy-log', '--to', url, '--json']))
  expect(first).toMatchObject({ differing: [], finished: false })
  expect(first.written).toBe(first.records)

  await service.ask(`DELETE /cal/events/v1/events/${concert}`)
  await service.ask(`DELETE /calx/v1/events/${late}&force=true`)
  await create(service, 'Newest')
  const second = copied(await cli(service.dataDir, ['copy-log', '--to', url, '--json']))
  expect(second).toMatchObject({ differing: [], finished: false })
  expect(second.written).toBeLessThan(first.written)
  expect(second.digests.target).toBe(second.digests.source)
  const history = async ({ ask }: EmbeddedService, id: number) =>
    JSON.stringify((await ask(`GET /admin/history/event/${id}`)).body).replaceAll(/"position":\d+/g, '')
  const before = [await history(service, purged), await history(service, late), await history(service, fair)]
  expect(before[1]).toContain('ItemPurged')
  expect(before[1]).toContain('EventCreated')
  await service.stop()
  await seal(service.dataDir)

  const end = copied(await cli(service.dataDir, ['copy-log', '--to', url, '--finish', '--json']))
  expect(end).toMatchObject({ differing: [], finished: true })
  const verified = await on(url, 'verify')
  expect(verified.output).toContain('nothing is wrong')
  expect(verified.output).toMatch(/1 seals?/)
  expect(verified.code).toBe(0)
  const copy = await embeddedService({ EVENTSTORE_URL: url })
  expect([await history(copy, purged), await history(copy, late), await history(copy, fair)]).toEqual(before)
  const list = JSON.stringify((await copy.ask('GET /cal/events/v1/events&start_date=2027-01-01')).body)
  for (const [title, isThere] of [
    ...([
      ['Fair', true],
      ['Newest', true],
    ] as const),
    ...([
      ['Concert', false],
      ['Unfindable', false],
      ['Late', false],
    ] as const),
  ])
    expect([title, list.includes(`"title":"${title}"`)]).toEqual([title, isThere])
  expect(await create(copy, 'Afterwards')).toBeGreaterThan(Math.max(...ids))
})

it('refuses what is not empty and changes nothing there; and words that name no place', async () => {
  const service = await embeddedService()
  await service.stop()
  const url = await server()
  const other = await embeddedService({ EVENTSTORE_URL: url })
  await create(other, 'Theirs')
  await other.stop()
  const counts = async () => (await on(url, 'verify')).output
  const before = await counts()
  const refused = await cli(service.dataDir, ['copy-log', '--to', url])
  expect(refused.output).toMatch(/the target is not empty: it holds \d+ records; nothing was changed/)
  expect(refused.code).toBe(1)
  expect(await counts()).toBe(before)

  const folder = temporaryFolder()
  writeFileSync(join(folder, 'letter.txt'), 'mine')
  const held = await cli(service.dataDir, ['copy-log', '--to', `sqlite:${folder}`])
  expect(held.output).toContain('is not empty (letter.txt)')
  expect(held.code).toBe(1)
  expect(readdirSync(folder)).toEqual(['letter.txt'])

  const second = join(temporaryFolder(), 'second')
  expect(await cli(service.dataDir, ['copy-log', '--to', `sqlite:${second}`, '--finish'])).toMatchObject({
    code: 0,
  })
  expect(readdirSync(second)).toEqual(['log.sqlite'])
  const bytes = readFileSync(join(second, 'log.sqlite'))
  const again = await cli(service.dataDir, ['copy-log', '--to', `sqlite:${second}`])
  expect(again.output).toContain('is not empty (log.sqlite)')
  expect(readFileSync(join(second, 'log.sqlite')).equals(bytes)).toBe(true)

  for (const to of [[], ['--to', 'sqlite:'], ['--to', 'https://user:secret@example.org']]) {
    const wrong = await cli(service.dataDir, ['copy-log', ...to])
    expect(wrong.output).toContain('--to takes the address of a server')
    expect(wrong.output).not.toContain('secret')
    expect(wrong.code).toBe(2)
  }
})
