import { InvalidConfig } from '../../shared/config.ts'
import { StoreUnavailable } from '../../shared/event-store/port.ts'
import { REDRAW, withoutControls } from '../../shared/kernel/text/without-controls.ts'
import { parseCommandLine } from './arguments.ts'
import type { Environment, Terminal } from './command.ts'
import { commandFor, commandNamed, commands } from './commands.ts'
import { CommandFailed, FAILED, USAGE, WrongUsage } from './failure.ts'

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

const perform = async (argv: readonly string[], terminal: Terminal, env: Environment): Promise<number> => {
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
  const { transportFor } = await import('./open.ts')
  // where no --url can be given, --user is of something else than this service
  const asked = command.options.includes('url') ? options : { ...options, user: undefined }
  const transport = transportFor(name, asked, env, terminal)
  try {
    return await command.run({ transport, terminal, args, options, json, environment: env })
  } finally {
    await transport.close()
  }
}

/** A file that may not be read, a disk that is full: the words of the system name what and why. */
const isOfTheSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error

const isExpected = (error: unknown): error is Error =>
  error instanceof CommandFailed ||
  error instanceof InvalidConfig ||
  error instanceof StoreUnavailable ||
  isOfTheSystem(error)

/** People read it on the standard error; machines get it where they expect the result. */
const tell = (error: unknown, { out, err }: Terminal, json: boolean): number => {
  const message = isExpected(error)
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : String(error)
  if (json) {
    const details = error instanceof CommandFailed ? error.details : {}
    out(JSON.stringify({ error: { message, ...details } }))
  } else err.write(`belltower: ${message}\n`)
  return error instanceof WrongUsage ? USAGE : FAILED
}

type Streams = Pick<Terminal, 'out' | 'outIsTTY' | 'err'>

/** A line of progress is drawn anew by a mark of ours. */
const redrawn = (text: string): string =>
  text.startsWith(REDRAW) ? REDRAW + withoutControls(text.slice(REDRAW.length)) : withoutControls(text)

/**
 * Texts of events, feeds and other calendars are shown, and move no cursor and set no title of a terminal. What goes into a
 * file, or to another program, stays what it is.
 */
export const showing = ({ out, outIsTTY, err }: Streams): Streams => ({
  out: outIsTTY === true ? text => out(withoutControls(text)) : out,
  err: err.isTTY === true ? { isTTY: true, write: text => err.write(redrawn(text)) } : err,
})

/** One operator command from its words to its exit code. */
export const runCli = (argv: readonly string[], terminal: Terminal, env: Environment): Promise<number> => {
  const shown = { ...terminal, ...showing(terminal) }
  return perform(argv, shown, env).catch((error: unknown) => tell(error, shown, argv.includes('--json')))
}
