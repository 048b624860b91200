import '../runtime.ts'
import { cwd, env, exit, stderr, stdout } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidConfig } from '../../shared/config.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { parseCommandLine } from './arguments.ts'
import type { Terminal } from './command.ts'
import { commandFor, commandNamed, commands } from './commands.ts'
import { CommandFailed, FAILED, USAGE, WrongUsage } from './failure.ts'
import { transportFor } from './open.ts'
import { readInput } from './read-file.ts'

const terminal: Terminal = {
  out: text => stdout.write(`${text}\n`),
  err: stderr,
  nowUtc: () => nowUtc(Date.now()),
  clockMs: () => performance.now(),
  pause: ms => sleep(ms),
  // npm runs us in the folder of the project and says where it was called
  readFile: path => readInput(path, env['INIT_CWD'] ?? cwd()),
}

const overview = () =>
  [
    'usage: npm run cli -- COMMAND … [--json] [--help]',
    '',
    ...Object.values(commands).flatMap(({ usage, help }) => [`  ${usage}`, `      ${help}`]),
    '',
    '--json prints the result, or the error, as one line of JSON on the standard output.',
    'Exit codes: 0 done, 1 failed, 2 wrong command line (nothing was tried).',
    'The service of DATA_DIR is asked when it runs; otherwise its log is opened for the command.',
  ].join('\n')

const main = async (argv: readonly string[]): Promise<number> => {
  const { name, args, options, json, help } = parseCommandLine(argv)
  if (name === null) {
    if (!help) throw new WrongUsage(`a command is missing\n${overview()}`)
    terminal.out(overview())
    return 0
  }
  if (help) {
    const { usage, help: text } = commandNamed(name)
    terminal.out(`usage: ${usage} [--json]\n\n${text}`)
    return 0
  }
  const command = commandFor(name, args, options)
  const transport = transportFor(name, options, env)
  try {
    return await command.run({ transport, terminal, args, options, json })
  } finally {
    await transport.close()
  }
}

const isExpected = (error: unknown): error is Error =>
  error instanceof CommandFailed || error instanceof InvalidConfig || error instanceof StoreUnavailable

/** People read it on the standard error; machines get it where they expect the result. */
const tell = (error: unknown, json: boolean): number => {
  const message = isExpected(error)
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  if (json) {
    const details = error instanceof CommandFailed ? error.details : {}
    terminal.out(JSON.stringify({ error: { message, ...details } }))
  } else stderr.write(`belltower: ${message}\n`)
  return error instanceof WrongUsage ? USAGE : FAILED
}

// whoever reads our output has seen enough, e.g. `| head -1`
stdout.on('error', () => exit())
const argv = process.argv.slice(2)
process.exitCode = await main(argv).catch((error: unknown) => tell(error, argv.includes('--json')))
