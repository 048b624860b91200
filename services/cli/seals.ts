import { writeFile } from 'node:fs/promises'
import { loadConfig } from '../../shared/config.ts'
import type { Command } from './command.ts'
import { CommandFailed, WrongUsage } from './failure.ts'

const usage = 'seals export FILE'

/** Takes no file's place: an old one may be the only witness. */
const writeNew = async (file: string, text: string): Promise<void> => {
  try {
    await writeFile(file, text, { flag: 'wx' })
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
    await writeNew(file, lines.join(''))
    terminal.out(
      json ? JSON.stringify({ file, seals: lines.length }) : `${lines.length} seals are in ${file}`,
    )
    return 0
  },
}
