import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commands } from '../../../services/cli/commands.ts'
import { seedLog } from '../../support/seeded-log.ts'
import {
  ADMIN_PASSWORD,
  authorization,
  endOf,
  launchCommand,
  launchService,
  runCommand,
  until,
} from '../../support/service-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { cli, calendar, fileWith, started } from '../../support/cli.ts'
import { freePort } from '../../support/free-port.ts'

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

it('every command gives the same with and without a running service', async () => {
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

describe('a wrong command line', () => {
  it.each(Object.entries(commands))('%s: too many arguments, unknown options', async (name, { arity }) => {
    const tooMany = Array.from({ length: arity + 1 }, () => 'never shown')
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await cli(dataDir, [name, ...tooMany])
    expect(code).toBe(2)
    expect(output).toContain(`usage: ${name}`)
    expect(output).not.toContain('never shown')
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

describe('one log, several commands', () => {
  it('the second of two at once is told who holds it', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 3_000)
    const isHeld = () => existsSync(join(dataDir, 'log.sqlite.locked-by'))
    /** A command that stands still in the middle of its work. */
    const heldStill = async (): Promise<ReturnType<typeof launchCommand>> => {
      const command = launchCommand(dataDir, ['projections', '--json'])
      onTestFinished(() => command.kill())
      const { child } = command
      const status = `/proc/${child.pid}/stat`
      while (!isHeld() && child.exitCode === null) await sleep(2)
      child.kill('SIGSTOP')
      while (existsSync(status) && !/\) [TZX] /.test(readFileSync(status, 'utf8'))) await sleep(2)
      if (isHeld()) return command
      // a busy machine may have held this process for longer than that one had to do
      child.kill('SIGCONT')
      await command.exited
      return heldStill()
    }
    const first = await heldStill()
    const second = await runCommand(dataDir, ['history', 'user', '1', '--json'])
    first.child.kill('SIGCONT')
    expect((await endOf(first)).code).toBe(0)
    expect(second.code).not.toBe(0)
    expect(second.stdout).toContain(`is held by the command projections (process ${first.child.pid})`)
  })

  /** Flags of a socket in `/proc/net/unix` that listens. */
  const ACCEPTS = '00010000'

  /** What a command says that asks a service which is held still as soon as it can be asked. */
  const askedWhileItStarts = async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 6_000)
    const service = launchService(dataDir, await freePort())
    onTestFinished(() => service.kill())
    const socket = join(dataDir, 'operator.sock')
    const sockets = () => readFileSync('/proc/net/unix', 'latin1').split('\n')
    // the file is there a moment before anybody listens: held still in between, the service could not be asked
    const listens = (line: string) => line.endsWith(socket) && line.includes(` ${ACCEPTS} `)
    await until(service, () => sockets().some(listens), 2)
    service.child.kill('SIGSTOP')
    const command = launchCommand(dataDir, ['set-role', 'admin', 'editor'])
    onTestFinished(() => command.kill())
    // the socket that listens, and the one that the command has opened
    await until(command, () => sockets().filter(line => line.endsWith(socket)).length >= 2)
    service.child.kill('SIGCONT')
    return endOf(command)
  }

  it('while the service starts, a command is told so, and the read models are shown', async () => {
    let told = await askedWhileItStarts()
    // a busy machine may hold this process for longer than the service takes to start
    for (let attempt = 1; told.code === 0 && attempt < 5; attempt++) told = await askedWhileItStarts()
    expect(told.code).toBe(1)
    expect(told.output).toContain('The service is interrupted for the moment; try again.')
  })
})

describe('secrets', () => {
  it('are in the log as hashes only, never in what is printed or in the history', async () => {
    const dataDir = temporaryFolder()
    const service = await started(dataDir, await freePort(), {
      LOG_LEVEL: 'trace',
      ADMIN_PASSWORD: 'Geheim-1',
    })
    await cli(dataDir, ['create-user', 'ada', 'ada@school.example', 'administrator', 'Geheim-2'])
    const made = await cli(dataDir, ['create-application-password', 'ada', 'phone'])
    const secret = made.stdout.trim()
    const basic = (who: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`${who}:${secret}`).toString('base64')}` },
    })
    const history = `${service.url}/admin/history/user/2`
    expect((await fetch(history, basic('ada'))).status).toBe(200)
    const told = await fetch(history, basic('ada@school.example'))
    expect(told.status).toBe(200)
    const text = await told.text()
    const listed = await cli(dataDir, ['list-application-passwords', 'ada'])
    const uuid = /[0-9a-f]{8}-\S+/.exec(listed.stdout)?.[0] ?? ''
    expect(await cli(dataDir, ['revoke-application-password', 'ada', uuid])).toMatchObject({ code: 0 })
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
