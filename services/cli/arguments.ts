import type { Options } from './command.ts'
import { WrongUsage } from './failure.ts'

export type CommandLine = {
  readonly name: string | null
  readonly args: readonly string[]
  readonly options: Options
  readonly json: boolean
  readonly help: boolean
}

/** Options that are given or not; the others have a value. */
const BARE: readonly string[] = [
  ...['json', 'help'],
  ...['salvage', 'finish', 'release', 'wait', 'csv'],
  ...['dry-run', 'edited', 'verify', 'with-secrets'],
]

/** `NAME ARG… [--option VALUE | --option=VALUE] [--json] [--help]`; after `--` everything is an argument. */
export const parseCommandLine = (argv: readonly string[]): CommandLine => {
  const args: string[] = []
  const options: [name: string, value: string][] = []
  const flags = { json: false, help: false }
  const rest = [...argv]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--') {
      args.push(...rest.splice(0))
    } else if (word === '--json') flags.json = true
    else if (word === '--help' || word === '-h') flags.help = true
    else if (word.startsWith('--')) {
      const [name = '', ...value] = word.slice(2).split('=')
      if (value.length > 0 && BARE.includes(name))
        throw new WrongUsage(`--${name} takes no value: it is given or left away`)
      if (options.some(([before]) => before === name)) throw new WrongUsage(`--${name} is given twice`)
      const given = value.length > 0 ? value.join('=') : BARE.includes(name) ? 'yes' : rest.shift()
      if (given === undefined || (value.length === 0 && given.startsWith('--')))
        throw new WrongUsage(`--${name} needs a value; one that begins with -- is given as --${name}=VALUE`)
      options.push([name, given])
    } else args.push(word)
  }
  const [name = null, ...positional] = args
  return { name, args: positional, options: Object.fromEntries(options), ...flags }
}
