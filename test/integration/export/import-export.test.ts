import {
  appendFileSync,
  cpSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bringExport } from '../../../services/export/in/bring.ts'
import { checkFiles } from '../../../services/export/in/check-files.ts'
import { checkLines } from '../../../services/export/in/check-lines.ts'
import type { JsonObject } from '../../../shared/kernel/json.ts'
import { cli } from '../../support/cli.ts'
import { embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { exportedSchool, exportOf, ITEM_PASSWORD } from '../../support/exported-school.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const operating =
  ({ operate }: EmbeddedService) =>
  async (name: string, args: JsonObject): Promise<JsonObject> => {
    const { status, body } = await operate(name, args)
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body as JsonObject
  }

const quiet = () => undefined

const bring = async (folder: string, operate: ReturnType<typeof operating>) => {
  const files = await checkFiles(folder)
  return bringExport({ folder, operate, tell: quiet }, files, await checkLines(folder, files.manifest))
}

const READS = [
  '/cal/events/v1/events&start_date=2027-01-01&status=publish,draft,future,pending',
  '/cal/events/v1/venues',
  '/cal/events/v1/organizers',
  '/cal/events/v1/categories',
  '/cal/events/v1/tags',
  '/calx/v1/events&status=any&context=edit',
  '/core/v2/settings',
]

const answers = async ({ ask, app }: EmbeddedService) => [
  ...(await Promise.all(READS.map(async path => [path, (await ask(`GET ${path}`)).body]))),
  (await app.inject({ url: '/media/fair.jpg' })).rawPayload.toString('base64'),
]

describe('00 §6.5 import-export', () => {
  it('brings a thing of every kind and status, also beside the service', async () => {
    const { service, ids } = await exportedSchool()
    const { folder } = await exportOf(service, '--with-secrets')
    const other = await embeddedService()
    await bring(folder, operating(other))
    expect(await answers(other)).toEqual(await answers(service))
    const open = `GET /cal/events/v1/events/${ids.secret}&password=${ITEM_PASSWORD}`
    for (const one of [service, other]) expect((await one.ask(open, { headers: {} })).status).toBe(200)
    const gone = { status: 404 }
    expect(await other.ask(`GET /cal/events/v1/events/${ids.purged}`)).toMatchObject(gone)
    const history = await other.ask(`GET /admin/history/event/${ids.fair}`)
    expect(history.body).toMatchObject([
      { fact: 'EventCreated', source: 'export', route: 'import-export', actor: null },
    ])
    expect(history.body).toHaveLength(1)
  })

  it('leaves what is protected protected when its password is not told', async () => {
    const { service, ids } = await exportedSchool()
    const { folder } = await exportOf(service)
    const other = await embeddedService()
    await bring(folder, operating(other))
    const found = await other.ask(`GET /cal/events/v1/events/${ids.secret}`, { headers: {} })
    const before = await service.ask(`GET /cal/events/v1/events/${ids.secret}`, { headers: {} })
    expect(found).toMatchObject({ status: before.status, body: before.body })
    const open = `GET /cal/events/v1/events/${ids.secret}&password=${ITEM_PASSWORD}`
    expect((await other.ask(open, { headers: {} })).status).toBe(403)
  })

  it('gives larger ids than any there, and goes on where it ended, whichever message was the last', async () => {
    const { service } = await exportedSchool()
    const { folder } = await exportOf(service, '--with-secrets')
    const expected = await answers(service)
    for (let last = 1; ; last++) {
      const other = await embeddedService()
      const operate = operating(other)
      let sent = 0
      const dying = async (name: string, args: JsonObject) => {
        if (++sent > last) throw new Error('killed')
        return operate(name, args)
      }
      const first = await bring(folder, dying).catch((error: unknown) => error)
      if (!(first instanceof Error)) break
      expect(await bring(folder, operate)).toEqual({ resumed: true })
      expect(await answers(other)).toEqual(expected)
      const made = await other.ask('POST /cal/events/v1/tags', { body: { name: `New ${last}` } })
      expect((made.body as { id: number }).id).toBeGreaterThan(16)
      await other.stop()
    }
  })

  it('is refused by a service that is not empty, and by one that has an export already', async () => {
    const { service } = await exportedSchool()
    const { folder } = await exportOf(service)
    const said = await cli(service.dataDir, ['import-export', folder])
    expect(said).toMatchObject({ code: 1 })
    const busy = operating(service)
    await expect(bring(folder, busy)).rejects.toThrow('the service is not empty')
    const other = await embeddedService()
    await bring(folder, operating(other))
    await expect(bring(folder, operating(other))).rejects.toThrow('an export was brought here before')
    const users = await embeddedService()
    await users.operate('create-user', {
      login: 'x',
      email: 'x@x.example',
      role: 'editor',
      password: 'some words',
    })
    await expect(bring(folder, operating(users))).rejects.toThrow('it has 2 users')
  })

  it('makes who has the id of the first administrator there that user, and lets another go', async () => {
    const { service } = await exportedSchool()
    const { folder } = await exportOf(service)
    const renamed = await embeddedService({ ADMIN_USER: 'principal' })
    await bring(folder, operating(renamed))
    const { body } = await renamed.operate('history', { type: 'user', id: 'admin' })
    expect(JSON.stringify(body)).toContain('UserCreated')
    expect((await renamed.operate('history', { type: 'user', id: 'principal' })).status).toBe(400)
    const signIn = {
      method: 'POST',
      url: '/sign-in',
      payload: 'login=admin&password=the+account+password',
    } as const
    expect((await renamed.app.inject(signIn)).statusCode).not.toBe(302)
  })
})

describe('00 §6.5 a folder', () => {
  const sealed = (manifest: Record<string, unknown>) => {
    const rest = Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== 'sha256'))
    const sha256 = createHash('sha256').update(JSON.stringify(rest)).digest('hex')
    return JSON.stringify({ ...rest, sha256 })
  }
  type Files = { name: string; bytes: number; sha256: string; lines?: number }[]
  const remade = (folder: string, change: (manifest: Record<string, unknown> & { files: Files }) => void) => {
    const path = join(folder, 'manifest.json')
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> & { files: Files }
    change(manifest)
    writeFileSync(path, sealed(manifest))
  }
  /** A file that the manifest vouches for. */
  const forged = (folder: string, name: string, text: string, lines: number) => {
    writeFileSync(join(folder, name), text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    remade(folder, ({ files }) => {
      const listed = files.find(file => file.name === name)
      Object.assign(listed ?? {}, { bytes: Buffer.byteLength(text), sha256, lines })
    })
  }
  const tag = (id: number) =>
    `${JSON.stringify({
      id,
      by: 'person',
      carried: { created: '2027-01-01 00:00:00', modified: '2027-01-01 00:00:00' },
      values: { taxonomy: 'post_tag', name: 'n', slug: `n-${id}`, description: '', parent: null },
    })}\n`

  const damages: readonly (readonly [string, (folder: string) => void, string | RegExp])[] = [
    ['without a file', folder => rmSync(join(folder, 'events.jsonl')), 'events.jsonl is missing'],
    [
      'with a file more',
      folder => writeFileSync(join(folder, 'images', 'x.php'), ''),
      'images/x.php is not in',
    ],
    ['that was cut', folder => truncateSync(join(folder, 'venues.jsonl'), 10), /venues\.jsonl has 10 bytes/],
    [
      'with a file that grew',
      folder => appendFileSync(join(folder, 'users.jsonl'), '\n'),
      /users\.jsonl has/,
    ],
    [
      'with another picture',
      folder => {
        const path = join(folder, 'images', 'fair.jpg')
        const bytes = readFileSync(path)
        bytes[40] = (bytes[40] ?? 0) ^ 1
        writeFileSync(path, bytes)
      },
      'images/fair.jpg was changed',
    ],
    [
      'with a link',
      folder => {
        rmSync(join(folder, 'tags.jsonl'))
        symlinkSync('/etc/hostname', join(folder, 'tags.jsonl'))
      },
      'tags.jsonl is no file',
    ],
    ['without a manifest', folder => rmSync(join(folder, 'manifest.json')), 'manifest.json is missing'],
    ['of another program', folder => writeFileSync(join(folder, 'manifest.json'), '{}'), 'no manifest'],
    [
      'with a changed manifest',
      folder => {
        const path = join(folder, 'manifest.json')
        writeFileSync(path, readFileSync(path, 'utf8').replace('"secrets": false', '"secrets": true'))
      },
      'it was changed since',
    ],
    ...[
      '../log.sqlite',
      '/etc/passwd',
      'images/../../x',
      'a\\b',
      '.hidden',
      'images/.x',
      'manifest.json',
    ].map(
      name =>
        [
          `that names ${name}`,
          (folder: string) =>
            remade(folder, ({ files }) => files.push({ name, bytes: 0, sha256: '0'.repeat(64) })),
          'names a file that no export has',
        ] as const,
    ),
    [
      'that names a file twice',
      folder => remade(folder, ({ files }) => files.push(...files.slice(0, 1))),
      'twice',
    ],
    [
      'that reserved no ids',
      folder => remade(folder, all => (all['ids'] = { post: -1, term: 1, user: 1 })),
      'ids',
    ],
    [
      'with a line that is no JSON',
      folder => forged(folder, 'tags.jsonl', '{"id":\n', 1),
      'line 1: it is not JSON',
    ],
    [
      'with a line of no schema',
      folder => forged(folder, 'tags.jsonl', '{"id":1}\n', 1),
      'tags.jsonl: line 1',
    ],
    [
      'with a line without an end',
      folder => forged(folder, 'tags.jsonl', '{"id":1}', 1),
      'line 1 has no end',
    ],
    [
      'with a line that is too long',
      folder => forged(folder, 'tags.jsonl', `"${'x'.repeat(9_000_000)}"\n`, 1),
      /tags\.jsonl: line 1 has more than \d+ bytes/,
    ],
    [
      'with an id twice',
      folder => forged(folder, 'tags.jsonl', tag(2) + tag(2), 2),
      /line [12]: something else has/,
    ],
    [
      'with an id that was never reserved',
      folder => forged(folder, 'tags.jsonl', tag(9_999), 1),
      'never reserved',
    ],
    [
      'with fewer lines than it says',
      folder => forged(folder, 'tags.jsonl', tag(3), 7),
      'has 1 lines instead of 7',
    ],
  ]

  it('is refused, and the file named, before anything is recorded or made', async () => {
    const { service } = await exportedSchool()
    const { folder } = await exportOf(service)
    for (const [what, damage, words] of damages) {
      const damaged = join(temporaryFolder(), 'export')
      cpSync(folder, damaged, { recursive: true })
      damage(damaged)
      const dataDir = join(temporaryFolder(), 'new')
      const said = await cli(dataDir, ['import-export', damaged])
      expect([what, said.code]).toEqual([what, 1])
      expect(said.output, what).toMatch(words)
      expect(said.output, what).toContain('was not brought here')
    }
  })
})
