import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cli } from '../../support/cli.ts'
import { basic, embeddedService, type EmbeddedService } from '../../support/embedded-service.ts'
import { holding } from '../../support/holding.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { eventually } from '../../support/eventually.ts'

const ada = {
  ...{ login: 'ada-lovelace', email: 'countess@nowhere.example', name: 'Ada Byron <King>' },
  ...{ role: 'author', password: 'notes-on-the-engine' },
}
const day = { start_date: '2027-05-08 10:00:00', end_date: '2027-05-08 11:00:00' }

type Line = {
  readonly heading?: string
  readonly stays?: string
  readonly at?: string | null
  readonly of?: string | null
  readonly what?: string
  readonly values?: Readonly<Record<string, unknown>>
}

/** Parts of a report by the first word of their headings. */
const partsOf = (text: string): Readonly<Record<string, readonly Line[]>> => {
  const [, ...lines] = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Line)
  const parts: Record<string, Line[]> = {}
  let heading = ''
  for (const line of lines) {
    if (line.what === 'nothing') expect(parts[heading]).toEqual([])
    else if (line.heading === undefined) parts[heading]?.push(line)
    else parts[(heading = line.heading.split(' ')[0] ?? '')] = []
  }
  return parts
}

const linesOn = async ({ dataDir }: EmbeddedService, who: string) => {
  const said = await cli(dataDir, ['report-user', who, '--format', 'jsonl'])
  expect(said.code, said.output).toBe(0)
  return { text: said.stdout, parts: partsOf(said.stdout) }
}

/** A school in which ada did something of everything, and others wrote of her. */
const schoolOfAda = async () => {
  const service = await embeddedService()
  const { operate, ask } = service
  await operate('create-user', ada)
  const made = await operate('create-application-password', { login: ada.login, name: 'analytical engine' })
  const { password } = made.body as { password: string }
  const headers = basic(ada.login, password)
  const make = async (path: string, body: object, as: Readonly<Record<string, string>> = headers) => {
    const { status, body: item } = await ask(`POST /cal/events/v1/${path}`, { body, headers: as })
    expect(status, JSON.stringify(item)).toBe(201)
    return (item as { id: number }).id
  }
  const own = await make('events', { title: 'Poetry & science', ...day })
  const foreign = await make(
    'events',
    { title: 'Reading', description: 'With ADA-LOVELACE, countess@nowhere.example', ...day },
    basic('admin'),
  )
  await make('events', { title: 'ada-lovelaces and countess@nowhere.examples', ...day }, basic('admin'))
  await operate('set-name', { login: ada.login, name: 'Countess Ada' })
  await eventually(async () => {
    const { body } = await operate('list-application-passwords', { login: ada.login })
    expect(body).not.toMatchObject({ passwords: [{ last_used: null }] })
  })
  return { service, headers, secret: password, own, foreign }
}

it('00 §6.7 report-user: everything about and by somebody, with what stays, and no secret', async () => {
  const { service, secret, own, foreign } = await schoolOfAda()
  const { text, parts } = await linesOn(service, ada.login)
  const whats = (part: string) => parts[part]?.map(({ what }) => what)
  expect(whats('The')).toEqual([
    ...['UserCreated', 'UserRenamed', 'ApplicationPasswordCreated', 'ApplicationPasswordUsed', 'UserRenamed'],
  ])
  const profile = parts['The']?.map(({ values }) => values)
  expect(profile?.[0]).toEqual({ login: ada.login, email: ada.email, role: 'author' })
  expect(profile?.[2]).toEqual({ name: 'analytical engine' })
  expect(profile?.[3]).toMatchObject({ address: '127.0.0.1' })
  expect(profile?.[4]).toEqual({ display_name: [ada.name, 'Countess Ada'] })
  expect(parts['Events,']).toMatchObject([
    { what: 'author', of: `event/${own}`, values: { title: 'Poetry & science' } },
  ])
  // words of their own only, whatever the case; never in what is hers
  expect(parts['Where']?.filter(({ of }) => of !== null)).toMatchObject([
    { what: 'EventCreated', of: `event/${foreign}`, values: { in: 'description' } },
  ])
  expect(parts['What']).toMatchObject([
    {
      ...{ what: 'EventCreated', of: `event/${own}` },
      values: { title: 'Poetry & science', status: 'publish', through: 'POST /cal/events/v1/events' },
    },
  ])
  for (const hidden of [secret, ada.password, 'argon2', 'passwordHash', 'salt', '"hash"'])
    expect(text.includes(hidden), hidden).toBe(false)
  const page = await cli(service.dataDir, ['report-user', ada.email])
  expect(page.stdout).toContain('Ada Byron &lt;King&gt; → Countess Ada')
  expect(page.stdout).not.toContain('<King>')
  expect(page.stdout.match(/<ul>/g)?.length).toBe(page.stdout.match(/<\/ul>/g)?.length)
})

it('00 §6 erase-user: afterwards neither data folder nor export nor backup holds a byte of who it was', async () => {
  const { service, foreign, own } = await schoolOfAda()
  const { dataDir, operate, ask } = service
  // texts of others are theirs: here whoever keeps the calendar has seen to it
  await ask(`DELETE /calx/v1/events/${foreign}&force=true`)
  await ask(`DELETE /calx/v1/events/${foreign + 1}&force=true`)
  const texts = [ada.login, ada.email, 'ada byron', 'countess', 'analytical', 'argon2id$v=19$m=']
  expect(holding(dataDir, ada.login, 'countess ada')).not.toEqual([])
  expect(await operate('erase-user', { login: ada.login })).toMatchObject({ status: 200 })
  const left = texts.filter(text => holding(dataDir, text).length > 0)
  // the administrator has a password, too
  expect(left).toEqual(['argon2id$v=19$m='])
  const folder = join(temporaryFolder(), 'export')
  const file = join(temporaryFolder(), 'backup')
  expect((await cli(dataDir, ['export', folder])).code).toBe(0)
  expect((await cli(dataDir, ['backup', file])).code).toBe(0)
  expect(holding(folder, ...texts)).toEqual([])
  expect(holding(join(file, '..'), ...texts.slice(0, -1))).toEqual([])
  expect((await cli(dataDir, ['verify'])).code).toBe(0)

  const { parts } = await linesOn(service, '2')
  expect(parts['The']).toMatchObject([{ what: 'UserErased' }])
  expect(parts['Events,']).toMatchObject([{ of: `event/${own}` }])
  expect(parts['What']).toMatchObject([{ what: 'EventCreated', of: `event/${own}` }])
  expect(await cli(dataDir, ['report-user', ada.login])).toMatchObject({ code: 1 })
})

it('GET /admin/report/user/{id}: of themself for everybody, of others for administrators', async () => {
  const { service, headers } = await schoolOfAda()
  const get = async (path: string, as: Readonly<Record<string, string>>) => {
    const { statusCode, body, headers: sent } = await service.app.inject({ url: path, headers: as })
    return { status: statusCode, text: body, file: sent['content-disposition'] }
  }
  const own = await get('/admin/report/user/2', headers)
  expect(own).toMatchObject({ status: 200, file: 'attachment; filename="report-user-2.html"' })
  expect(own.text).toContain(ada.email)
  expect((await get('/admin/report/user/1', headers)).status).toBe(403)
  expect((await get('/admin/report/user/2', {})).status).toBe(401)
  expect((await get('/admin/report/user/2?format=jsonl', basic('admin'))).text).toContain(ada.email)
  expect((await get('/admin/report/user/99', basic('admin'))).status).toBe(404)
  expect((await get('/admin/report/user/2?format=pdf', basic('admin'))).status).toBe(400)
  // somebody else whose login is that number takes nobody's report away
  await service.operate('create-user', { ...ada, login: '2', email: 'two@nowhere.example' })
  expect((await get('/admin/report/user/2', headers)).text).toContain(ada.email)
})

it('report-user --out: a new file for its owner alone; nobody’s place is taken', async () => {
  const { service } = await schoolOfAda()
  const file = join(temporaryFolder(), 'ada.html')
  const printed = async (format: string) =>
    (await cli(service.dataDir, ['report-user', ada.login, '--format', format])).stdout
  const said = await cli(service.dataDir, ['report-user', ada.login, '--out', file])
  expect(said).toMatchObject({ code: 0, stdout: `${file} is written\n` })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).toContain('<title>What the calendar holds about user 2</title>')
  expect(readFileSync(file, 'utf8')).toBe(await printed('html'))
  expect(await cli(service.dataDir, ['report-user', ada.login, '--out', file])).toMatchObject({ code: 1 })
  expect(await cli(service.dataDir, ['report-user', 'nobody'])).toMatchObject({ code: 1 })
  const other = join(temporaryFolder(), 'ada.jsonl')
  const words = ['report-user', ada.login, '--format', 'jsonl', '--json']
  expect(await cli(service.dataDir, [...words, '--out', other])).toMatchObject({
    code: 0,
    stdout: `${JSON.stringify({ file: other })}\n`,
  })
  expect(readFileSync(other, 'utf8')).toBe(await printed('jsonl'))
  expect(await cli(service.dataDir, ['report-user', ada.login, '--format', 'pdf'])).toMatchObject({ code: 2 })
})
