import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type StreamName, streamName, isoTime, imageId } from '../../../shared/kernel/brands.ts'
import { openSqliteLog } from '../../../shared/event-store/sqlite/sqlite.ts'
import { imageBytesStream } from '../../../shared/facts/image.ts'
import { cli } from '../../support/cli.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { startSharedWriter } from '../../support/shared-writer.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { telling } from '../../support/told-pictures.ts'

type Report = {
  readonly records: number
  readonly kinds: Readonly<Record<string, number>>
  readonly wrong: number
  readonly problems: readonly string[]
}

const verify = async (dataDir: string) => {
  const { code, stdout } = await cli(dataDir, ['verify', '--json'])
  return { code, report: JSON.parse(stdout) as Report }
}

/** A school with events, a picture, things renamed, put in the trash and purged. */
const school = async () => {
  const service = await embeddedService()
  const { ask, operate, dataDir } = service
  const picture = (await telling('image/jpeg', 1)).toString('base64')
  const image = (await operate('add-image', { name: 'fair.jpg', file: picture })).body as { id: number }
  const create = async (title: string) =>
    (
      await ask('POST /cal/events/v1/events', {
        body: {
          ...{ title, start_date: '2027-03-01 10:00:00', end_date: '2027-03-01 11:00:00' },
          ...{ image: image.id, venue: { venue: `Hall of ${title}` }, categories: [title] },
        },
      })
    ).body as { id: number }
  const [first, second, third] = [await create('Fair'), await create('Fair'), await create('Concert')]
  await ask(`POST /cal/events/v1/events/${first.id}`, { body: { slug: 'another' } })
  await ask(`DELETE /cal/events/v1/events/${second.id}`)
  await ask(`DELETE /calx/v1/events/${third.id}&force=true`)
  return { service, dataDir, image: image.id, event: first.id }
}

const changed = async (dataDir: string, statement: string) => {
  const db = new DatabaseSync(join(dataDir, 'log.sqlite'))
  db.exec(statement)
  db.close()
}

it('finds nothing wrong in a log that was lived in, beside the service and after it', async () => {
  const { service, dataDir } = await school()
  const running = await verify(dataDir)
  expect(running.report.problems).toEqual([])
  expect(running).toMatchObject({ code: 0, report: { wrong: 0, kinds: { venue: 2, image: 1, user: 1 } } })
  const more = { title: 'More', start_date: '2027-03-02 10:00:00', end_date: '2027-03-02 11:00:00' }
  await service.ask('POST /cal/events/v1/events', { body: more })
  await service.stop()
  const stopped = await verify(dataDir)
  expect(stopped.report.problems).toEqual([])
  expect(stopped.report.records).toBeGreaterThan(running.report.records)
  expect((await cli(dataDir, ['verify'])).output).toContain('nothing is wrong')
})

it.each([
  [
    'a changed text',
    `UPDATE records SET body = replace(body, 'Fair', 'Fear') WHERE stream = 'event-ID'`,
    /^record 0 of event-\d+ does not match its checksum$/,
  ],
  [
    'a lost fact',
    `DELETE FROM records WHERE stream = 'event-ID' AND revision = 1`,
    /^event-\d+ has no claim on its slug/,
  ],
  [
    'a gap',
    `DELETE FROM records WHERE stream = 'event-ID' AND revision = 0`,
    /^event-\d+ lacks revisions 0$/,
  ],
  [
    'a lost slug',
    `DELETE FROM records WHERE stream = 'slug-event/another'`,
    /^event-\d+ has no claim on its slug \(slug-event\/another\)$/,
  ],
  ['a lost login', `DELETE FROM records WHERE stream LIKE 'login/%'`, /^user-1 has no claim on its login/],
  [
    'a lost picture',
    `DELETE FROM records WHERE stream = 'imagebytes-IMAGE/full'`,
    /^the file fair.jpg of image-\d+ is not there$/,
  ],
  [
    'lost ids',
    `DELETE FROM records WHERE stream = 'ids-post'`,
    /^ids-post has reserved ids up to 0, and \d+ is used$/,
  ],
])('tells of %s, and answers 1', async (_, statement, problem) => {
  const { service, dataDir, image, event } = await school()
  await service.stop()
  await changed(dataDir, statement.replace('ID', String(event)).replace('IMAGE', String(image)))
  const { code, report } = await verify(dataDir)
  expect(code).toBe(1)
  expect(report.problems[0]).toMatch(problem)
  const told = await cli(dataDir, ['verify'])
  expect(told).toMatchObject({ code: 1 })
  expect(told.output).toContain(report.problems[0])
})

it('tells of facts that cannot be read, of streams that nobody knows, and of pictures that are others', async () => {
  const { service, dataDir, image } = await school()
  await service.stop()
  const log = await openSqliteLog({ file: join(dataDir, 'log.sqlite'), start: startSharedWriter })
  const meta = {
    actor: null,
    at: isoTime('2027-01-01T00:00:00.000Z'),
    source: 'worker',
    route: null,
    correlation: 'x',
    causation: null,
  } as const
  const put = (stream: StreamName, type: string, data: object) =>
    log.append(stream, [{ id: crypto.randomUUID(), type, data: { ...data }, meta }], 'any')
  await put(streamName('event-9'), 'EventDanced', {})
  await put(streamName('tango-1'), 'EventDanced', {})
  await put(imageBytesStream(imageId(image), 'full'), 'ImageBytesStored', { imageId: image, base64: 'AAAA' })
  await log.close()
  const { code, report } = await verify(dataDir)
  expect(code).toBe(1)
  expect(report.problems).toEqual([
    'record 0 of event-9: cannot read a record of type EventDanced',
    `the file fair.jpg of image-${image} is not the one that was stored`,
    'tango-1 is no stream that this release knows',
  ])
})

it('says that there is no log, and makes none', async () => {
  const dataDir = temporaryFolder()
  const { code, output } = await cli(dataDir, ['verify'])
  expect(code).toBe(1)
  expect(output).toContain('log.sqlite cannot be used: there is no such file')
})
