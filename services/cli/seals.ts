import { resolve } from 'node:path'
import { loadConfig } from '../../shared/config.ts'
import { calledIn, type Command } from './command.ts'
import { CommandFailed, WrongUsage } from './failure.ts'

const usage = 'seals export FILE'

/** Takes no file's place: an old one may be the only witness. */
const written = async (file: string, lines: readonly string[]): Promise<void> => {
  const { writeNewFile } = await import('../backup/new-file.ts')
  try {
    await writeNewFile(file, lines)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailed(`the seals cannot be written: ${reason}`, {}, { cause: error })
  }
}

export const sealsCommand: Command = {
  usage,
  help:
    'Writes every seal of the log into a new FILE, a line of JSON each, to be kept where who can write the log cannot: ' +
    '`verify --against FILE` finds out later whether the log still is what it was.',
  arity: 2,
  options: [],
  run: async ({ args: [what, file = ''], environment, terminal, json }) => {
    if (what !== 'export') throw new WrongUsage(`seals knows export alone\nusage: ${usage}`)
    const [{ openScan }, { sealsOf }] = await Promise.all([
      import('../wiring/drivers.ts'),
      import('../seals/written.ts'),
    ])
    const warn = (message: string) => void terminal.err.write(`${message}\n`)
    const scan = await openScan(loadConfig(environment), warn)
    const lines: string[] = []
    try {
      for await (const seal of sealsOf(scan)) lines.push(`${JSON.stringify(seal)}\n`)
    } finally {
      await scan.close()
    }
    if (lines.length === 0)
      throw new CommandFailed(
        'nothing is sealed yet, and no file was written: the log seals itself an hour after something was recorded, ' +
          'unless SEAL_MINUTES says otherwise',
      )
    await written(resolve(calledIn(environment), file), lines)
    terminal.out(
      json ? JSON.stringify({ file, seals: lines.length }) : `${lines.length} seals are in ${file}`,
    )
    return 0
  },
}
