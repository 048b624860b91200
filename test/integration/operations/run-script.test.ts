import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const LOCK = { packages: { '': {}, 'node_modules/thing': { version: '1.0.0' } } }

/** Says that it began, then does what its first argument asks for. */
const PROGRAM = `
import { writeFileSync } from 'node:fs'
const [what, code] = process.argv.slice(2)
process.on('SIGTERM', () => { writeFileSync('stopped', ''); process.exit(5) })
console.log('began')
if (what === 'exit') process.exit(Number(code))
if (what === 'die') process.kill(process.pid, 'SIGKILL')
setInterval(() => undefined, 1_000)
`

const INSTALLS = `#!/bin/sh
echo "$@" >> npm-calls
mkdir -p node_modules
cp package-lock.json node_modules/.package-lock.json
`

/** A project with the real entry point, a stub for the service, and an npm of our own; null: there is none. */
const project = (npm: string | null): string => {
  const folder = temporaryFolder()
  for (const name of ['scripts', 'services/wiring', 'bin']) mkdirSync(join(folder, name), { recursive: true })
  copyFileSync(join(import.meta.dirname, '../../../scripts/run.mjs'), join(folder, 'scripts/run.mjs'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(LOCK))
  writeFileSync(join(folder, 'services/wiring/main.ts'), PROGRAM)
  if (npm !== null) {
    writeFileSync(join(folder, 'bin/npm'), npm)
    chmodSync(join(folder, 'bin/npm'), 0o755)
  }
  return folder
}

const begin = (folder: string, command: string, args: readonly string[]) => {
  const said: string[] = []
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: `${join(folder, 'bin')}${existsSync(join(folder, 'bin/npm')) ? ':/usr/bin:/bin' : ''}` },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text))
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'close').then(() => child.exitCode)
  return { child, exited, output: () => said.join('') }
}

/** The lints end when the last of the other gates has run. */
const LINTS = `
const { existsSync } = require('node:fs')
const waiting = setInterval(() => {
  if (!existsSync('knip-ran')) return
  clearInterval(waiting)
  console.log('eslint has something to say')
  process.exitCode = 3
}, 10)
`

/** A project in which every gate only says that it ran, and the types are wrong. */
const gated = (): string => {
  const folder = project(INSTALLS)
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'eslint'), LINTS)
  for (const tool of ['prettier', 'depcruise', 'knip'])
    writeFileSync(
      join(bin, tool),
      `require('node:fs').writeFileSync('${tool}-ran', ''); console.log('${tool} ran')`,
    )
  writeFileSync(join(bin, 'tsc'), 'console.error("types are wrong"); process.exitCode = 2')
  return folder
}

const run = (folder: string, ...args: readonly string[]) =>
  begin(folder, process.execPath, ['scripts/run.mjs', 'start', ...args])

const began = async ({ output }: ReturnType<typeof begin>) => {
  while (!output().includes('began')) await sleep(10)
}

describe('npm run …', () => {
  it('installs once, and again only when the record of the install is not whole', async () => {
    const folder = project(INSTALLS)
    const calls = () => readFileSync(join(folder, 'npm-calls'), 'utf8').trim().split('\n').length
    expect(await run(folder, 'exit', '0').exited).toBe(0)
    expect(await run(folder, 'exit', '0').exited).toBe(0)
    expect(calls()).toBe(1)
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{"packages":{')
    expect(await run(folder, 'exit', '0').exited).toBe(0)
    expect(calls()).toBe(2)
  })

  it.each([
    ['fails', '#!/bin/sh\necho "no network"\nexit 3\n', 'no network'],
    ['is missing', null, 'npm cannot be run: spawnSync npm ENOENT'],
  ])('says so when npm %s', async (_, npm, message) => {
    const started = run(project(npm), 'exit', '0')
    expect(await started.exited).toBe(1)
    expect(started.output()).toContain(message)
    expect(started.output()).toContain('belltower: the packages could not be installed')
    expect(started.output()).not.toContain('began')
  })

  it.each([
    [['exit', '0'], 0],
    [['exit', '7'], 7],
    [['die'], 137],
  ])('passes the exit code through: %j is %d', async (args, code) => {
    expect(await run(project(INSTALLS), ...args).exited).toBe(code)
  })

  it('runs all gates, two at once, and fails when one of them does', async () => {
    const started = begin(gated(), process.execPath, ['scripts/run.mjs', 'gates'])
    expect(await started.exited).toBe(3)
    for (const said of [
      'types are wrong',
      'prettier ran',
      'depcruise ran',
      'knip ran',
      'eslint has something',
    ])
      expect(started.output()).toContain(said)
  })

  it('runs no tests when a gate fails', async () => {
    const started = begin(gated(), process.execPath, ['scripts/run.mjs', 'check'])
    expect(await started.exited).toBe(3)
    expect(started.output()).not.toContain('vitest')
  })

  it('passes signals on', async () => {
    const started = run(project(INSTALLS), 'wait')
    await began(started)
    started.child.kill('SIGTERM')
    expect(await started.exited).toBe(5)
  })

  it('stops when the shell above it is gone', async () => {
    const folder = project(INSTALLS)
    const shell = begin(folder, '/bin/sh', ['-c', `"${process.execPath}" scripts/run.mjs start wait; true`])
    await began(shell)
    shell.child.kill('SIGKILL')
    await expect.poll(() => existsSync(join(folder, 'stopped'))).toBe(true)
  })
})
