import { parseArgs, type ParseArgsConfig } from 'node:util'
import { reasonOf } from '../shared/kernel/thrown.ts'

/** Says what is wrong with a command line and how it is used, and ends with 2. */
export const misused = (what: string, usage: string): never => {
  process.stderr.write(`${what}\n${usage}\n`)
  process.exit(2)
}

/** What the command line says. `--help` prints the usage and ends; an option that is not known is named, with 2. */
export const optionsOf = <Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  try {
    return parseArgs(config)
  } catch (error) {
    return misused(reasonOf(error), usage)
  }
}
