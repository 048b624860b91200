import '../runtime.ts'
import { systemClock } from '../../shared/kernel/brands.ts'
import { env, exit, stderr, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { httpFetcher } from '../../shared/http-fetcher.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { calledIn, type Terminal } from './command.ts'
import { readInput } from './files.ts'
import { runCli } from './run.ts'

const terminal: Terminal = {
  out: text => stdout.write(`${text}\n`),
  outIsTTY: stdout.isTTY,
  err: stderr,
  nowUtc: () => nowUtc(systemClock()),
  clockMs: () => performance.now(),
  pause: ms => sleep(ms),
  fetcher: httpFetcher(),
  readFile: path => readInput(path, calledIn(env)),
}

// whoever reads our output has seen enough, e.g. `| head -1`
stdout.on('error', () => exit())
process.exitCode = await runCli(process.argv.slice(2), terminal, env)
