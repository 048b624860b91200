import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { telling } from '../../support/told-pictures.ts'

const at = (hour: number) => `2027-03-01 ${hour}:00:00`

const create = async ({ ask }: EmbeddedService, title: string, more: object = {}) => {
  const body = { title, start_date: at(10), end_date: at(11), ...more }
  return (await ask('POST /cal/events/v1/events', { body })).body as { id: number }
}

const school = async () => {
  const service = await embeddedService()
  const picture = (await telling('image/jpeg', 1)).toString('base64')
  const { body } = await service.operate('add-image', { name: 'fair.jpg', file: picture })
  const image = (body as { id: number }).id
  await create(service, 'Fair', { image, venue: { venue: 'Hall' }, categories: ['Music'] })
  await create(service, 'Concert', { organizer: { organizer: 'Choir' } })
  return { service, image, file: join(temporaryFolder(), 'school.backup') }
}

/** What everybody and the administrator are told, and a picture. */
const answers = async ({ ask, app }: EmbeddedService) => ({
  events: (await ask('GET /cal/events/v1/events&start_date=2027-01-01')).body,
  venues: (await ask('GET /cal/events/v1/venues')).body,
  terms: (await ask('GET /cal/events/v1/categories')).body,
  history: (await ask('GET /admin/history/site/1')).body,
  picture: (await app.inject({ url: '/media/fair.jpg' })).rawPayload.toString('base64'),
})

it('a backup of a running service, restored into an empty folder, answers the same', async () => {
  const { service, file } = await school()
  const over = new AbortController()
  const writes = (async () => {
    for (let n = 0; !over.signal.aborted; n++) await create(service, `Meanwhile ${n}`)
  })()
  const made = await cli(service.dataDir, ['backup', file])
  over.abort()
  await writes
  expect(made.output).toContain('nothing is wrong')
  expect(made).toMatchObject({ code: 0 })
  await cli(service.dataDir, ['backup', `${file}.2`])
  const before = await answers(service)
  expect(before.picture.length).toBeGreaterThan(100)
  expect(JSON.stringify(before.events)).toContain('Concert')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await service.stop()

  const dataDir = join(temporaryFolder(), 'new')
  const restored = await cli(dataDir, ['restore', `${file}.2`, '--json'])
  expect(restored.code).toBe(0)
  expect(JSON.parse(restored.stdout)).toMatchObject({ wrong: 0, lost: 0, data_dir: dataDir })
  expect(readdirSync(dataDir).filter(name => !/^log\.sqlite(-wal|-shm)?$/.test(name))).toEqual([])
  const again = await embeddedService({}, dataDir)
  expect(await answers(again)).toEqual(before)
  expect((await create(again, 'Afterwards')).id).toBeGreaterThan(2)

  const first = join(temporaryFolder(), 'first')
  expect(await cli(first, ['restore', file])).toMatchObject({ code: 0 })
})

it('what was purged is in no backup made afterwards', async () => {
  const { service, file } = await school()
  const { id } = await create(service, 'Nobody may find this', { slug: 'unfindable' })
  await cli(service.dataDir, ['backup', file])
  expect(readFileSync(file, 'latin1')).toContain('Nobody may find this')
  await service.ask(`DELETE /calx/v1/events/${id}&force=true`)
  expect(await cli(service.dataDir, ['backup', `${file}.2`])).toMatchObject({ code: 0 })
  const bytes = readFileSync(`${file}.2`, 'latin1')
  expect(bytes).toContain('Concert')
  expect(bytes).not.toContain('Nobody may find this')
  expect(bytes).not.toContain('unfindable')
})

it('refuses a backup that was cut or changed, and a folder that holds something; nothing is made', async () => {
  const { service, file } = await school()
  await cli(service.dataDir, ['backup', file])
  const bytes = readFileSync(file)
  const folder = temporaryFolder()
  const bad = join(folder, 'bad.backup')
  const dataDir = join(folder, 'data')
  const refused = async (reason: string) => {
    const { code, output } = await cli(dataDir, ['restore', bad])
    expect(output).toContain(`${bad} was not restored: ${reason}`)
    expect(code).toBe(1)
    expect(existsSync(dataDir)).toBe(false)
  }
  for (const length of [0, 1, 100, 4_096, bytes.length - 1]) {
    writeFileSync(bad, bytes.subarray(0, length))
    await refused('it does not end like a backup')
  }
  for (let i = 0; i < 20; i++) {
    const changed = Buffer.from(bytes)
    const place = Math.floor((i * (bytes.length - 200)) / 19)
    changed[place] = (changed[place] ?? 0) ^ 1
    writeFileSync(bad, changed)
    await refused('it was changed since it was made')
  }
  mkdirSync(dataDir)
  writeFileSync(join(dataDir, 'letter.txt'), 'mine')
  const held = await cli(dataDir, ['restore', file])
  expect(held.output).toContain('is not empty (letter.txt)')
  expect(held.code).toBe(1)
  expect(readdirSync(dataDir)).toEqual(['letter.txt'])
})

it("takes no file's place, says what it cannot do, and leaves nothing half written", async () => {
  const { service, file } = await school()
  writeFileSync(file, 'mine')
  const there = await cli(service.dataDir, ['backup', file])
  expect(there).toMatchObject({ code: 1 })
  expect(there.output).toContain('is there already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const nowhere = await cli(service.dataDir, ['backup', join(file, 'x')])
  expect(nowhere).toMatchObject({ code: 1 })
  expect(nowhere.output).toContain('no backup was made')
  const none = await cli(temporaryFolder(), ['backup', `${file}.2`])
  expect(none.output).toContain('there is no such file')
  expect(readdirSync(join(file, '..'))).toEqual(['school.backup'])
})

it('a damaged log gives no backup; salvage takes what is whole of it and tells what is lost', async () => {
  const { service, file } = await school()
  await service.stop()
  const log = join(service.dataDir, 'log.sqlite')
  const damaged = join(temporaryFolder(), 'damaged.sqlite')
  const bytes = readFileSync(log)
  const place = bytes.indexOf('"title":"Concert"')
  expect(place).toBeGreaterThan(0)
  bytes[place + 10] = 0x58
  writeFileSync(log, bytes)
  copyFileSync(log, damaged)

  const refused = await cli(service.dataDir, ['backup', file])
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.output).toMatch(/no backup was made: the log .* is damaged: record 0 of event-\d+/)
  expect(existsSync(file)).toBe(false)

  const dataDir = join(temporaryFolder(), 'new')
  const { output, code } = await cli(dataDir, ['restore', damaged, '--salvage'])
  expect(output).toMatch(/1 things are lost:\n {2}record 0 of event-\d+ is lost/)
  expect(code).toBe(1)
  const again = await embeddedService({}, dataDir)
  const { events } = (await answers(again)) as { events: { events: { title: string }[] } }
  expect(events.events.map(({ title }) => title)).toEqual(['Fair'])
})

it('salvage of a backup of which nothing but the beginning is there is no success, although what is left is in order', async () => {
  const { service, file } = await school()
  await service.stop()
  expect(await cli(service.dataDir, ['backup', file])).toMatchObject({ code: 0 })
  const whole = await cli(join(temporaryFolder(), 'whole'), ['restore', file, '--salvage'])
  expect([whole.code, whole.output]).toEqual([0, expect.stringContaining('nothing is lost')])
  const cut = join(temporaryFolder(), 'cut.backup')
  writeFileSync(cut, readFileSync(file).subarray(0, 12_288))
  const { code, output } = await cli(join(temporaryFolder(), 'new'), ['restore', cut, '--salvage'])
  expect(output).toContain('things are lost:')
  expect(output).toContain('nothing is wrong')
  expect(code).toBe(1)
})
