import { loadConfig } from '../../shared/config.ts'
import type { Command } from './command.ts'
import { CommandFailed, WrongUsage } from './failure.ts'
import { writeOutput } from './files.ts'

const usage = 'seals export FILE'

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
    await writeOutput('the seals', file, environment, lines)
    terminal.out(
      json ? JSON.stringify({ file, seals: lines.length }) : `${lines.length} seals are in ${file}`,
    )
    return 0
  },
}
