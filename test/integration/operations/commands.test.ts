import { existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Terminal } from '../../../services/cli/command.ts'
import { commands } from '../../../services/cli/commands.ts'
import { readInput } from '../../../services/cli/read-file.ts'
import { runCli } from '../../../services/cli/run.ts'
import { calendarOf, feedServer, localFetcher } from '../../support/feed-server.ts'
import { seedLog } from '../../support/seeded-log.ts'
import {
  ADMIN_PASSWORD,
  authorization,
  freePort,
  launchService,
  runCommand,
  startService,
} from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { httpFetcher } from '../../../shared/http-fetcher.ts'

type Said = { readonly code: number; readonly stdout: string; readonly output: string }

/** A command in this process: what it says, and its exit code. */
const cli = async (
  dataDir: string,
  args: readonly string[],
  folder = dataDir,
  fetcher = httpFetcher(),
): Promise<Said> => {
  const stdout: string[] = []
  const output: string[] = []
  const terminal: Terminal = {
    out: text => {
      stdout.push(`${text}\n`)
      output.push(`${text}\n`)
    },
    err: { write: text => output.push(text) },
    nowUtc: () => '2026-11-27 21:00:00',
    clockMs: () => 0,
    pause: () => sleep(5),
    fetcher,
    readFile: path => readInput(path, folder),
  }
  const settings = {
    DATA_DIR: dataDir,
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'not used here',
    LOG_LEVEL: 'silent',
  }
  const code = await runCli(args, terminal, settings)
  return { code, stdout: stdout.join(''), output: output.join('') }
}

const calendar = (...titles: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...titles.flatMap((title, index) => [
      'BEGIN:VEVENT',
      `UID:command-${index}@school.example`,
      `SUMMARY:${title}`,
      'DTSTART:20270301T100000',
      'DTEND:20270301T110000',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const fileWith = (text: string, name = 'school.ics') => {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, text)
  return file
}

const started = async (...given: Parameters<typeof startService>) => {
  const service = await startService(...given)
  onTestFinished(() => service.kill())
  return service
}

/** What differs from run to run. */
const steady = (text: string) =>
  text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'INSTANT')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
    .replace(/\b[0-9a-f]{16}\b/g, 'IMPORT')
    .replace(/^[A-Za-z0-9]{24}$/m, 'SECRET')
    .replace(/"(password|correlation)":"[^"]*"/g, '"$1":"…"')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, 'TIME')
    // blocks of ids are reserved by each process anew
    .replace(/"(position|id)":\d+|\[\d[\d,]*\]/g, '"$1":0')
    .replace(/.*[█░].*\n/g, '')

const script = (file: string): readonly (readonly string[])[] => [
  ['create-user', 'ada', 'ada@school.example', 'author', 'correct horse', '--json'],
  ['create-user', 'ada', 'other@school.example', 'author', 'pw'],
  ['create-user', 'a b', 'b@school.example', 'author', 'pw'],
  ['create-user', 'bob', 'nowhere', 'author', 'pw'],
  ['create-user', 'bob', 'bob@school.example', 'boss', 'pw'],
  ['create-user', 'bob', 'bob@school.example', 'author', '', '--json'],
  ['set-role', 'ada', 'editor'],
  ['set-role', 'nobody', 'editor', '--json'],
  ['create-application-password', 'ada', 'import job'],
  ['create-application-password', 'ada', ' '],
  ['list-application-passwords', 'ada'],
  ['list-application-passwords', 'nobody'],
  ['revoke-application-password', 'ada', 'no-uuid'],
  ['import-file', file],
  ['import-file', file, '--source', 'other', '--post-status', 'draft', '--json'],
  ['import-file', file, '--author', '99'],
  ['import', file],
  ['set-password', 'event', '1', 'geheim'],
  ['set-password', 'event', '1', '', '--json'],
  ['set-password', 'event', '4711', 'x'],
  ['set-password', 'venue', '1', 'x'],
  ['set-password', 'planet', '1', 'x', '--json'],
  ['set-password', 'event', 'one', 'x'],
  ['history', 'event', '1'],
  ['history', 'event', '4711'],
  ['history', 'planet', '1', '--json'],
  ['show-import', 'nothing', '--json'],
  ['show-import', 'nothing', '--csv'],
  ['cancel-import', 'nothing'],
  ['delete-import', 'nothing'],
  ['pause-import', 'nothing'],
  ['resume-import', 'nothing'],
  ['list-imports', '--page', '9'],
  ['schedules'],
  ['register-import', 'https://feeds.example/a.ics', '--every', '5m'],
  ['unschedule', 'nothing'],
  ['register-import', '--import-id', 'feed1', '--source', 'x', '--interval', '5'],
  ['register-import', '--import-id', 'feed1'],
]

const transcript = async (dataDir: string, file: string): Promise<readonly string[]> => {
  const said: string[] = []
  for (const args of script(file)) {
    const { code, stdout, output } = await cli(dataDir, args)
    said.push(`${args.join(' ')} → ${code}`, steady(output))
    // machines read the standard output, and one line of it
    if (args.includes('--json')) expect(JSON.parse(stdout)).toBeTypeOf('object')
  }
  return said
}

it('every command gives the same with and without a running service', { timeout: 240_000 }, async () => {
  const [alone, beside] = [temporaryFolder(), temporaryFolder()]
  await cli(beside, ['projections'])
  await started(beside, await freePort(), { ADMIN_APPLICATION_PASSWORD: '' })
  const file = fileWith(calendar('Fair', 'Concert'))
  const first = await transcript(alone, file)
  expect(await transcript(beside, file)).toEqual(first)
  const codes = first.flatMap(line => /^(\S+) .*→ (\d)$/.exec(line)?.slice(1).join(' ') ?? [])
  expect(codes).toEqual([
    'create-user 0',
    ...Array.from({ length: 5 }, () => 'create-user 1'),
    'set-role 0',
    'set-role 1',
    'create-application-password 0',
    'create-application-password 1',
    'list-application-passwords 0',
    'list-application-passwords 1',
    'revoke-application-password 1',
    'import-file 0',
    'import-file 0',
    'import-file 1',
    'import 0',
    'set-password 0',
    'set-password 0',
    ...Array.from({ length: 4 }, () => 'set-password 1'),
    'history 0',
    'history 0',
    'history 1',
    'show-import 1',
    'show-import 1',
    'cancel-import 1',
    'delete-import 1',
    'pause-import 1',
    'resume-import 1',
    'list-imports 0',
    'schedules 0',
    'register-import 1',
    'unschedule 1',
    'register-import 1',
    'register-import 1',
  ])
})

it('a file of more items than are handed over at a time is imported as a whole', async () => {
  const titles = Array.from({ length: 1_201 }, (_, n) => `Event ${n}`)
  const { code, stdout } = await cli(temporaryFolder(), [
    ...['import-file', fileWith(calendarOf(...titles)), '--json'],
  ])
  expect(code).toBe(0)
  const record = JSON.parse(stdout) as { readonly items: readonly { readonly title: string }[] }
  expect(record).toMatchObject({
    status: 'success',
    batches: 1,
    received: 1_201,
    outcomes: { created: 1_201 },
  })
  expect(record.items.map(({ title }) => title)).toEqual(titles)
})

describe('import URL', () => {
  it('fetches a feed and imports it under its address', async () => {
    const feed = await feedServer({ body: calendarOf('Fair', 'Concert') })
    const dataDir = temporaryFolder()
    const { code, stdout } = await cli(dataDir, ['import', feed.url, '--json'], dataDir, localFetcher())
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      ...{ status: 'success', origin: 'url', source: feed.url, outcomes: { created: 2 } },
    })
    feed.answer({ status: 503 })
    const failed = await cli(dataDir, ['import', feed.url, '--json'], dataDir, localFetcher())
    expect(failed.code).toBe(1)
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: { message: `cannot fetch ${feed.url}: the server answers with an error`, reason: 'bad_status' },
    })
  })

  it('asks no address of this machine or its network', async () => {
    const feed = await feedServer({ body: calendarOf('Fair') })
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, ['import', feed.url])
    expect(code).toBe(1)
    expect(output).toContain('the address is not on the open internet')
    expect(feed.asked).toEqual([])
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })
})

describe('feeds on a schedule', () => {
  it('are set by register-import, shown and removed', async () => {
    const dataDir = temporaryFolder()
    const set = ['register-import', 'webcal://feeds.invalid/a.ics', '--every', '1d', '--json']
    const schedule = JSON.parse((await cli(dataDir, set)).stdout) as { readonly schedule_id: string }
    expect(schedule).toMatchObject({ every_minutes: 1_440, source: 'webcal://feeds.invalid/a.ics' })
    const shown = await cli(dataDir, ['schedules'])
    expect(shown.stdout).toMatch(new RegExp(`${schedule.schedule_id} +1d .*webcal://feeds.invalid/a.ics`))
    expect((await cli(dataDir, ['unschedule', schedule.schedule_id])).code).toBe(0)
    expect((await cli(dataDir, ['schedules'])).stdout).toBe('no schedules\n')
  })

  it.each([
    [['register-import', 'https://feeds.example/a.ics'], 'URL goes with --every'],
    [['register-import', '--every', '6h'], '--every goes with the address of a feed'],
    [['register-import', 'school.ics', '--every', '6h'], 'URL is an http, https or webcal address'],
    [
      ['register-import', 'https://feeds.example/a.ics', '--every', '6h', '--interval', '10'],
      '--interval is for imports by callbacks',
    ],
  ])('%s is a wrong command line', async (args, message) => {
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, args)
    expect(code).toBe(2)
    expect(output).toContain(message)
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })
})

describe('a wrong command line', () => {
  it.each(Object.entries(commands))('%s: too many arguments, unknown options', async (name, { arity }) => {
    const tooMany = Array.from({ length: arity + 1 }, () => 'secret')
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, [name, ...tooMany])
    expect(code).toBe(2)
    expect(output).toContain(`usage: ${name}`)
    expect(output).not.toContain('secret')
    const odd = await cli(dataDir, [name, ...tooMany.slice(1), '--colour', 'red', '--json'])
    expect(odd.code).toBe(2)
    expect(JSON.parse(odd.stdout)).toMatchObject({
      error: { message: expect.stringContaining('no option --colour') as string },
    })
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  it('without a command, or with one that is unknown, lists them', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const none = await cli(dataDir, [])
    expect(none).toMatchObject({ code: 2, stdout: '' })
    expect(none.output).toContain('create-user LOGIN EMAIL ROLE PASSWORD')
    expect(await cli(dataDir, ['dance', '--help'])).toMatchObject({ code: 2, stdout: '' })
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  it('--help explains all, and each', async () => {
    const all = await cli('unused', ['--help'])
    expect(all.code).toBe(0)
    for (const { usage } of Object.values(commands)) expect(all.stdout).toContain(usage)
    const one = await cli('unused', ['set-password', '--help'])
    expect(one).toMatchObject({ code: 0 })
    expect(one.stdout).toContain('usage: set-password TYPE ID TEXT')
  })
})

describe('files', () => {
  it.each([
    ['that are not there', () => join(temporaryFolder(), 'gone.ics'), 'ENOENT'],
    ['that are folders', temporaryFolder, 'this is a folder'],
    [
      'that are far too large',
      () => {
        const file = fileWith('')
        truncateSync(file, 200 * 1024 * 1024)
        return file
      },
      'more than 128 MiB',
    ],
  ])('%s are refused before anything is touched', async (_, file, reason) => {
    const dataDir = join(temporaryFolder(), 'data')
    for (const name of ['import', 'import-file']) {
      const { code, output } = await cli(dataDir, [name, file()])
      expect(code).toBe(1)
      expect(output).toContain(reason)
    }
    expect(() => statSync(dataDir)).toThrow('ENOENT')
  })

  it('that are empty or no calendar end their import as failed', async () => {
    const dataDir = temporaryFolder()
    for (const text of ['', 'Dear parents,\n']) {
      const { code, stdout } = await cli(dataDir, ['import-file', fileWith(text), '--json'])
      expect(code).toBe(1)
      expect(JSON.parse(stdout)).toMatchObject({
        status: 'failed',
        log: [{ message_slug: 'not_a_calendar' }],
      })
    }
  })

  it('are looked for where the command was called', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'here.ics'), calendar('Fair'))
    const { code } = await runCommand(temporaryFolder(), ['import', 'here.ics'], { INIT_CWD: folder })
    expect(code).toBe(0)
  })
})

describe('an import through the public address', () => {
  it('works with an application password, and says what is wrong with the address or the password', async () => {
    const service = await started(temporaryFolder(), await freePort())
    const file = fileWith(calendar('Fair'))
    const to = (url: string, user: string, ...more: readonly string[]) =>
      cli('unused', ['import', file, '--url', url, '--user', user, ...more])

    expect(await to(service.url, `admin:${ADMIN_PASSWORD}`)).toMatchObject({ code: 0 })
    const wrong = await to(service.url, 'admin:geheim', '--json')
    expect(wrong.code).toBe(1)
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { status: 401, code: 'incorrect_password' } })
    expect(wrong.output).not.toContain('geheim')
    const guest = await cli('unused', ['import', file, '--url', service.url])
    expect(guest).toMatchObject({ code: 1 })
    expect(guest.output).toContain('You may not do this.')
    const nobody = `http://127.0.0.1:${await freePort()}`
    expect((await to(nobody, 'admin:geheim')).output).toMatch(
      /^belltower: http:\S+ does not answer: connect ECONNREFUSED [\d.:]+\n$/,
    )
    expect(await to(service.url.replace('http', 'https'), 'admin:geheim')).toMatchObject({ code: 1 })
    expect(await to('school.example', 'admin:geheim')).toMatchObject({ code: 2 })
  })

  it('recognises an address of something else', async () => {
    const other = createServer((_, answer) => answer.end('<h1>Hello</h1>'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const address = other.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { code, output } = await cli('unused', [
      'import',
      fileWith(calendar('Fair')),
      '--url',
      `http://127.0.0.1:${port}`,
    ])
    expect(code).toBe(1)
    expect(output).toContain('is not one of Belltower')
  })
})

describe('one log, several commands', () => {
  it('the second of two at once is told who holds it', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 3_000)
    const both = await Promise.all([
      runCommand(dataDir, ['projections', '--json']),
      runCommand(dataDir, ['history', 'user', '1', '--json']),
    ])
    const failed = both.filter(({ code }) => code !== 0)
    expect(both.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(failed[0]?.stdout).toMatch(/is held by the command (projections|history) \(process \d+\)/)
  })

  it('while the service starts, a command is told so, and the read models are shown', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 6_000)
    const service = launchService(dataDir, await freePort())
    onTestFinished(() => service.kill())
    while (!existsSync(join(dataDir, 'operator.sock'))) await sleep(2)
    service.child.kill('SIGSTOP')
    const waiting = runCommand(dataDir, ['set-role', 'admin', 'editor'])
    // long enough for the command to have asked, on a busy machine too
    await sleep(6_000)
    service.child.kill('SIGCONT')
    const { code, output } = await waiting
    expect(code).toBe(1)
    expect(output).toContain('The service is interrupted for the moment; try again.')
  })
})

describe('secrets', () => {
  it('are in the log as hashes only, never in what is printed or in the history', async () => {
    const dataDir = temporaryFolder()
    const service = await started(dataDir, await freePort(), {
      LOG_LEVEL: 'trace',
      ADMIN_PASSWORD: 'Geheim-1',
    })
    await runCommand(dataDir, ['create-user', 'ada', 'ada@school.example', 'administrator', 'Geheim-2'])
    const made = await runCommand(dataDir, ['create-application-password', 'ada', 'phone'])
    const secret = made.stdout.trim()
    const basic = (who: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`${who}:${secret}`).toString('base64')}` },
    })
    const history = `${service.url}/admin/history/user/2`
    expect((await fetch(history, basic('ada'))).status).toBe(200)
    const told = await fetch(history, basic('ada@school.example'))
    expect(told.status).toBe(200)
    const text = await told.text()
    const listed = await runCommand(dataDir, ['list-application-passwords', 'ada'])
    const uuid = /[0-9a-f]{8}-\S+/.exec(listed.stdout)?.[0] ?? ''
    expect(await runCommand(dataDir, ['revoke-application-password', 'ada', uuid])).toMatchObject({ code: 0 })
    const refused = await fetch(history, basic('ada'))
    expect(refused.status).toBe(401)
    expect(await refused.text()).not.toContain(secret)
    expect((await fetch(history, { headers: { authorization } })).status).toBe(200)

    expect(await service.stop()).toBe(0)
    const stored = readFileSync(join(dataDir, 'log.sqlite'), 'latin1')
    expect(stored).toContain('$argon2id$')
    for (const hidden of ['Geheim-1', 'Geheim-2', secret, ADMIN_PASSWORD]) {
      expect(stored).not.toContain(hidden)
      expect(text + listed.output + service.output()).not.toContain(hidden)
    }
    expect(text).not.toContain('$argon2id$')
  })
})
