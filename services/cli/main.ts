import '../runtime.ts'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidConfig } from '../../shared/config.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import { nowUtc } from '../../shared/kernel/time/calculate.ts'
import { parseCommandLine } from './arguments.ts'
import type { Terminal } from './command.ts'
import { commandFor, commands } from './commands.ts'
import { openTransport } from './open.ts'
import { CommandFailed } from './transport.ts'

const terminal: Terminal = {
  out: text => process.stdout.write(`${text}\n`),
  err: process.stderr,
  nowUtc: () => nowUtc(Date.now()),
  clockMs: () => performance.now(),
  pause: ms => sleep(ms),
  readFile: async path => {
    try {
      return await readFile(path)
    } catch (error) {
      throw new CommandFailed(
        `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  },
}

const overview = () =>
  [
    'usage: npm run cli -- COMMAND … [--json] [--help]',
    '',
    ...Object.values(commands).flatMap(({ usage, help }) => [`  ${usage}`, `      ${help}`]),
  ].join('\n')

const main = async (argv: readonly string[]): Promise<number> => {
  const { name, args, options, json, help } = parseCommandLine(argv)
  if (name === null) {
    terminal.out(overview())
    return help ? 0 : 2
  }
  if (help) {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    terminal.out(command === undefined ? overview() : `usage: ${command.usage}\n\n${command.help}`)
    return command === undefined ? 2 : 0
  }
  const command = commandFor(name, args, options)
  const transport = await openTransport(options, process.env)
  try {
    return await command.run({ transport, terminal, args, options, json })
  } finally {
    await transport.close()
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  const known =
    error instanceof CommandFailed || error instanceof InvalidConfig || error instanceof StoreUnavailable
  process.stderr.write(
    `belltower: ${known ? error.message : error instanceof Error ? (error.stack ?? '') : String(error)}\n`,
  )
  process.exitCode = 1
}
