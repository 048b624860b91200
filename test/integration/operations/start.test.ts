import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cli } from '../../support/cli.ts'
import { embeddedService } from '../../support/embedded-service.ts'
import { freePort } from '../../support/free-port.ts'
import { listeningService } from '../../support/listening-service.ts'
import { seedLog } from '../../support/seeded-log.ts'
import {
  authorization,
  launchService,
  runProgram,
  startService,
  until,
} from '../../support/service-process.ts'
import { takenPort } from '../../support/taken-port.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MAIN = 'services/wiring/main.ts'
const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const started = async (...given: Parameters<typeof startService>) => {
  const service = await startService(...given)
  onTestFinished(() => service.kill())
  return service
}

/** The same start in this process; whoever started the service would be told why it rejects. */
const startedHere = async (...given: Parameters<typeof listeningService>) => {
  const service = await listeningService(...given)
  onTestFinished(async () => {
    await service.stop()
  })
  return service
}

const wrong = (message: unknown) => ({ name: 'InvalidConfig', message })

describe('a start that cannot be', () => {
  it('names every wrong setting, one a line, and creates nothing', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const { code, output } = await runProgram(MAIN, [], {
      DATA_DIR: dataDir,
      PORT: 'abc',
      SITE_TIMEZONE: 'Mars/Olympus',
      ROLE: 'workers',
      REDIS_URL: 'redis://queue',
    })
    expect(code).toBe(1)
    expect(output).toBe(`belltower: the configuration is wrong:
PORT: this is not a whole number from 0 to 65535
SITE_TIMEZONE: this is not a time zone
EVENTSTORE_URL: ROLE=workers shares its work with other processes through all three servers
MONGODB_URL: ROLE=workers shares its work with other processes through all three servers
`)
    expect(existsSync(dataDir)).toBe(false)
  })

  it.each([
    ['tls=true&tlsCAFile=/nowhere/ca.pem', 'tlsCAFile names the file /nowhere/ca.pem, which is not there'],
    ['compression=fast', 'there is no option compression'],
  ])('says what is wrong with the option %s of MONGODB_URL', async (options, told) => {
    const starting = startedHere(join(temporaryFolder(), 'data'), {
      EVENTSTORE_URL: 'esdb://localhost:9',
      MONGODB_URL: `mongodb://localhost:9/x?${options}`,
    })
    await expect(starting).rejects.toMatchObject(
      wrong(expect.stringMatching(new RegExp(`^MONGODB_URL: .*${told}`))),
    )
  })

  it.each([
    ['EVENTSTORE_URL', { EVENTSTORE_URL: 'esdb://admin:secret@:x' }],
    ['MONGODB_URL', { EVENTSTORE_URL: 'esdb://localhost:9', MONGODB_URL: 'mongodb://user:secret@[' }],
  ])('says that %s is no address, without repeating it', async (name, servers) => {
    const starting = startedHere(join(temporaryFolder(), 'data'), servers)
    await expect(starting).rejects.toMatchObject(
      wrong(expect.stringMatching(new RegExp(`^${name}: (?!.*secret).*$`))),
    )
  })

  it.each([
    ['a file', (folder: string) => (writeFileSync(join(folder, 'x'), ''), join(folder, 'x'))],
    ['below a file', (folder: string) => (writeFileSync(join(folder, 'x'), ''), join(folder, 'x', 'data'))],
    [
      'behind a link that leads nowhere',
      (folder: string) => {
        symlinkSync(join(folder, 'gone'), join(folder, 'link'))
        return join(folder, 'link', 'data')
      },
    ],
    ['where nothing can be made', () => '/proc/belltower'],
    ['too far down for a socket', (folder: string) => join(folder, 'deep'.repeat(30))],
  ])('says in one line that the data folder is %s', async (_, dataDir) => {
    const starting = startedHere(dataDir(temporaryFolder()))
    await expect(starting).rejects.toMatchObject(wrong(expect.stringMatching(/^DATA_DIR: [^\n]+$/)))
  })

  it('names a log that is no log, and leaves it as it is', async () => {
    const dataDir = temporaryFolder()
    const file = join(dataDir, 'log.sqlite')
    writeFileSync(file, 'not a database '.repeat(1_000))
    const before = readFileSync(file)
    await expect(startedHere(dataDir)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: `the log ${file} is damaged: file is not a database`,
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('names a log with a damaged record instead of waiting for it', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 1)
    const file = join(dataDir, 'log.sqlite')
    const bytes = readFileSync(file)
    bytes.write('foul-1', bytes.indexOf('fair-1'))
    writeFileSync(file, bytes)
    await expect(startedHere(dataDir)).rejects.toThrow(`the log ${file} is damaged`)
  })

  it('says that the port is taken, lets the log go and leaves no socket', async () => {
    const port = await takenPort()
    const dataDir = temporaryFolder()
    const { code, output } = await runProgram(MAIN, [], { DATA_DIR: dataDir, PORT: String(port) })
    expect(code).toBe(1)
    expect(output).toBe(
      `belltower: cannot listen on 127.0.0.1, port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}\n`,
    )
    expect(readdirSync(dataDir).sort()).toEqual(['log.sqlite', 'log.sqlite.lock'])
    await embeddedService({}, dataDir)
  })

  it('names the process that holds the log, which goes on undisturbed', async () => {
    const dataDir = temporaryFolder()
    const { url } = await startedHere(dataDir)
    const { code, output } = await runProgram(MAIN, [], { DATA_DIR: dataDir, PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(output).toContain(`is held by the service (process ${process.pid})`)
    expect(output.split('\n')).toHaveLength(2)
    expect((await fetch(`${url}/health/ready`)).status).toBe(200)
    expect(await cli(dataDir, ['history', 'user', '1'])).toMatchObject({ code: 0 })
  })

  it('takes no arguments but --help, which lists the settings', async () => {
    expect(await runProgram(MAIN, ['--port', '80'])).toMatchObject({ code: 2, stdout: '' })
    const { code, stdout } = await runProgram(MAIN, ['--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('SITE_TIMEZONE=UTC')
  })

  it('needs the administrator for whom an application password is given', async () => {
    const dataDir = temporaryFolder()
    const before = await startedHere(dataDir)
    await before.stop()
    const starting = startedHere(dataDir, {
      ADMIN_USER: 'somebody',
      ADMIN_APPLICATION_PASSWORD: 'abcdefghijklmnopqrstuvwx',
    })
    await expect(starting).rejects.toMatchObject(
      wrong(expect.stringMatching(/^ADMIN_USER: there is no user somebody(?!.*abcdefghijkl)/)),
    )
  })
})

describe('a start', () => {
  it('closes a log to others that was open to them', async () => {
    const dataDir = temporaryFolder()
    await seedLog(dataDir, 1)
    const file = join(dataDir, 'log.sqlite')
    chmodSync(file, 0o644)
    await embeddedService({}, dataDir)
    expect(rightsOf(file)).toBe('600')
  })

  it('keeps everything it makes for its owner alone, and follows a kill -9: the socket left behind is in nobody’s way, the administrator is there once', async () => {
    const dataDir = join(temporaryFolder(), 'new', 'data')
    const first = await started(dataDir, await freePort())
    expect(rightsOf(join(dataDir, '..'))).toBe('700')
    expect(rightsOf(dataDir)).toBe('700')
    const rights = Object.fromEntries(readdirSync(dataDir).map(name => [name, rightsOf(join(dataDir, name))]))
    expect(rights).toMatchObject({ 'log.sqlite': '600', 'operator.sock': '600' })
    expect(new Set(Object.values(rights))).toEqual(new Set(['600']))

    await first.kill()
    expect(existsSync(join(dataDir, 'operator.sock'))).toBe(true)
    const { url } = await startedHere(dataDir)
    const created = await cli(dataDir, ['create-user', 'ada', 'ada@school.example', 'author', 'pw'])
    expect(created).toMatchObject({ code: 0 })
    const answer = await fetch(`${url}/admin/history/user/1`, { headers: { authorization } })
    expect(await answer.json()).toMatchObject([
      { fact: 'ApplicationPasswordCreated' },
      { fact: 'UserCreated' },
    ])
  })

  it('makes up a password for the administrator and prints it once; any port will do, and is the one of the site', async () => {
    const dataDir = temporaryFolder()
    const settings = { ADMIN_PASSWORD: '', ADMIN_APPLICATION_PASSWORD: '' }
    const said = async () => {
      const service = launchService(dataDir, 0, settings)
      onTestFinished(() => service.kill())
      await until(service, () => service.output().includes('serves'))
      const address = /serves (http:\S+)/.exec(service.output())?.[1] ?? ''
      const index: unknown = await (await fetch(`${address}/index.php?rest_route=/`)).json()
      expect(index).toMatchObject({ url: address })
      expect(await service.stop()).toBe(0)
      return service.output()
    }
    expect(await said()).toMatch(/^administrator admin, password [\w-]{16} \(shown this once\)$/m)
    expect(await said()).not.toContain('password')
  })
})
