import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { streamName, epochMs, isoTime } from '../../../shared/kernel/brands.ts'
import { lineTypes } from '../../../services/export/format/lines.ts'
import { readManifest } from '../../../services/export/format/manifest.ts'
import { writeExport } from '../../../services/export/out/export.ts'
import { openScan, openTally } from '../../../services/wiring/drivers.ts'
import { exportParts } from '../../../services/wiring/exporting.ts'
import { loadConfig } from '../../../shared/config.ts'
import { cli } from '../../support/cli.ts'
import type { EmbeddedService } from '../../support/embedded-service.ts'
import {
  exportedSchool,
  exportOf,
  filesIn,
  ITEM_PASSWORD,
  linesOf,
  PURGED_TEXT,
} from '../../support/exported-school.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

/** Everything in the log that would let somebody in. */
const secretsIn = async (dataDir: string): Promise<readonly string[]> => {
  const found = new Set<string>()
  const scan = await openScan(loadConfig({ DATA_DIR: dataDir }), () => undefined)
  for await (const { records } of scan.everything(new AbortController().signal))
    for (const { stream, data } of records) {
      for (const member of ['passwordHash', 'hash', 'salt', 'secret'])
        if (typeof data[member] === 'string') found.add(data[member])
      if (stream.startsWith('session-')) found.add(stream.slice('session-'.length))
    }
  await scan.close()
  return [...found]
}

const bytesOf = (folder: string) =>
  filesIn(folder)
    .map(name => readFileSync(join(folder, name), 'latin1'))
    .join('\n')

it('00 §6.5 an export holds nothing to sign in with, nothing purged, and passwords of items only when asked', async () => {
  const { service } = await exportedSchool()
  const signedIn = await service.app.inject({ method: 'GET', url: '/sign-in' })
  const token = /name="[^"]*token[^"]*" value="([^"]+)"/.exec(signedIn.body)?.[1]
  expect(signedIn.statusCode, token).toBe(200)
  const secrets = await secretsIn(service.dataDir)
  expect(secrets.filter(one => one.startsWith('$argon2'))).toHaveLength(2)
  expect(secrets.length).toBeGreaterThan(5)

  const { folder, said } = await exportOf(service)
  const bytes = bytesOf(folder)
  expect(secrets.filter(secret => bytes.includes(secret))).toEqual([])
  for (const text of [PURGED_TEXT, 'unfindable', 'gone@school.example', '$argon2', ITEM_PASSWORD])
    expect(bytes).not.toContain(text)
  expect(said.output).toContain('the passwords of 1 items are not told')
  expect(bytesOf((await exportOf(service, '--with-secrets')).folder)).toContain(ITEM_PASSWORD)
})

it('00 §6.5 every line fits the schema beside it, and no schema takes everything', async () => {
  const { service } = await exportedSchool()
  const { folder } = await exportOf(service)
  for (const type of [...lineTypes, 'history']) {
    const ajv = addFormats.default(new Ajv2020({ strict: false }))
    const fits = ajv.compile(
      JSON.parse(readFileSync(join(folder, 'schemas', `${type}.json`), 'utf8')) as object,
    )
    for (const line of linesOf(folder, type))
      expect([type, fits(line), fits.errors]).toEqual([type, true, null])
    expect(fits({ another: 'thing' })).toBe(false)
  }
})

it('00 §6.5 the manifest says what each file is, and the moment of the log', async () => {
  const { service, ids } = await exportedSchool()
  const { folder } = await exportOf(service)
  const read = readManifest(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  if (!read.ok) throw new Error(read.why)
  const { manifest } = read
  expect(manifest.files.map(({ name }) => name).sort()).toEqual(
    filesIn(folder).filter(name => name !== 'manifest.json'),
  )
  for (const { name, bytes } of manifest.files)
    expect([name, statSync(join(folder, name)).size]).toEqual([name, bytes])
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'users.jsonl')).mode & 0o777).toBe(0o600)
  expect(linesOf(folder, 'events').map(({ id }) => id)).toEqual(
    Object.values({ ...ids, parent: 0, child: 0 })
      .filter(id => id !== 0 && id !== ids.purged)
      .sort((a, b) => a - b),
  )
  expect(manifest).toMatchObject({ secrets: false, site: { timezone: 'America/New_York' } })
  expect(manifest.ids.post).toBeGreaterThanOrEqual(ids.hidden)
  expect(manifest.position).toBeGreaterThan(10)
})

it('00 §6.5 the calendars hold what everybody may see', async () => {
  const { service } = await exportedSchool()
  const { folder } = await exportOf(service)
  const text = readFileSync(join(folder, 'calendar', 'events-1.ics'), 'utf8')
  expect([...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)).toEqual(['Fair'])
  expect(text).toContain('LOCATION:Hall\\, Troy')
})

it('00 §6.5 what changes meanwhile neither comes in nor tears it; a folder that holds something is refused', async () => {
  const { service } = await exportedSchool()
  const over = new AbortController()
  const writes = (async () => {
    for (let n = 0; !over.signal.aborted; n++)
      await service.ask('POST /cal/events/v1/events', {
        body: {
          title: `Meanwhile ${n}`,
          start_date: '2027-04-01 10:00:00',
          end_date: '2027-04-01 11:00:00',
          venue: { venue: `Place ${n}` },
        },
      })
  })()
  const { folder } = await exportOf(service)
  over.abort()
  await writes
  const venues = new Set(linesOf(folder, 'venues').map(({ id }) => id))
  for (const { values } of linesOf(folder, 'events'))
    for (const id of (values as { venues: number[] }).venues) expect(venues.has(id)).toBe(true)
  const again = await cli(service.dataDir, ['export', folder])
  expect(again).toMatchObject({ code: 1 })
  expect(again.output).toContain('is not empty')
  expect((await cli(join(temporaryFolder(), 'nothing'), ['export', join(temporaryFolder(), 'x')])).code).toBe(
    1,
  )
})

/** Writes an export, and does this meanwhile, once: when items are written and pictures are not. */
const exportAround = async ({ dataDir }: EmbeddedService, meanwhile: () => Promise<unknown>) => {
  const config = loadConfig({ DATA_DIR: dataDir })
  const scan = await openScan(config, () => undefined)
  let isDone = false
  const read: typeof scan.read = async (stream, options) => {
    if (stream.startsWith('imagebytes-') && !isDone) {
      isDone = true
      await meanwhile()
    }
    return scan.read(stream, options)
  }
  const folder = join(temporaryFolder(), 'export')
  const [told, tally]: [string[], ReturnType<typeof openTally>] = [[], openTally()]
  const exported = await writeExport(
    {
      ...{ scan: { ...scan, read }, tally, secrets: true, madeAt: isoTime('2027-01-01T00:00:00Z') },
      ...exportParts(config, epochMs(Date.UTC(2027, 0, 1))),
      ...{ tell: text => told.push(text), signal: new AbortController().signal },
    },
    folder,
  )
  tally.close()
  await scan.close()
  return { folder, exported, begunAnew: told.filter(text => text.endsWith('it is begun anew')).length }
}

it('00 §6.5 what is purged while an export is written is not in it', async () => {
  const { service, ids } = await exportedSchool()
  const { folder, exported, begunAnew } = await exportAround(service, () =>
    service.ask(`DELETE /calx/v1/events/${ids.fair}&force=true`),
  )
  expect(begunAnew).toBe(1)
  expect(linesOf(folder, 'events').map(({ id }) => id)).not.toContain(ids.fair)
  expect(exported.counts.events).toBe(linesOf(folder, 'events').length)
  expect(bytesOf(folder)).not.toContain('Fair')
})

describe('00 §6.5 what is forgotten while an export is written', () => {
  const withContact = async () => {
    const { service } = await exportedSchool()
    const { body } = await service.ask('POST /cal/events/v1/organizers', {
      body: { organizer: 'Choir', email: 'okapi@forest.example' },
    })
    return { service, id: (body as { id: number }).id }
  }

  it('is not in it', async () => {
    const { service, id } = await withContact()
    const { folder, begunAnew } = await exportAround(service, () =>
      service.operate('forget-contact', { id: String(id) }),
    )
    expect(begunAnew).toBe(1)
    expect(bytesOf(folder)).toContain('Choir')
    expect(bytesOf(folder)).not.toContain('okapi')
  })

  it('that an earlier forgetting ends meanwhile does not make it begin anew', async () => {
    const { service, id } = await withContact()
    await service.operate('forget-contact', { id: String(id) })
    const config = loadConfig({ DATA_DIR: service.dataDir })
    const { folder, begunAnew } = await exportAround(service, async () => {
      // its payloads are looked through by the job, some seconds later
      const scan = await openScan(config, () => undefined)
      await eventually(async () => {
        const told = await scan.read(streamName(`forgotten-organizer-${id}`))
        expect(told.map(({ type }) => type)).toEqual(['ForgettingBegun', 'PastForgotten', 'ForgettingEnded'])
      })
      await scan.close()
    })
    expect(begunAnew).toBe(0)
    expect(bytesOf(folder)).not.toContain('okapi')
  })
})
