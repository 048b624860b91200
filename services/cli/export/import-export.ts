import { resolve } from 'node:path'
import { calledIn, type Command, type Invocation } from '../command.ts'
import { CommandFailed } from '../failure.ts'
import { print } from '../operation.ts'
import { operate } from '../transport.ts'

const bring = async (invocation: Invocation): Promise<number> => {
  const { terminal, environment, args, transport } = invocation
  const folder = resolve(calledIn(environment), args[0] ?? '')
  const [{ checkFiles }, { checkLines }, { bringExport }] = await Promise.all([
    import('../../export/in/check-files.ts'),
    import('../../export/in/check-lines.ts'),
    import('../../export/in/bring.ts'),
  ])
  const tell = (done: string) => void terminal.err.write(`${done}\n`)
  try {
    const files = await checkFiles(folder)
    const lines = await checkLines(folder, files.manifest)
    tell('the export is whole')
    const asked = {
      folder,
      tell,
      operate: (name: string, sent: object) => operate(transport, name, { ...sent }),
    }
    const { resumed } = await bringExport(asked, files, lines)
    const { site, secrets } = files.manifest
    return print(invocation, { folder, resumed, counts: lines.counts, site, secrets }, () =>
      [
        `${folder} is here; it was made at ${site.url}, in the zone ${site.timezone}`,
        'accounts have no passwords: change-password LOGIN PASSWORD gives one',
        ...(secrets
          ? []
          : ['items that are protected have passwords that nobody knows: set-password gives others']),
      ].join('\n'),
    )
  } catch (error) {
    if (error instanceof CommandFailed) throw error
    if (error instanceof Error && error.name === 'NoExport')
      throw new CommandFailed(`${folder} was not brought here: ${error.message}`, {}, { cause: error })
    throw error
  }
}

export const importExportCommand: Command = {
  usage: 'import-export DIR',
  help:
    'Records what the folder of an export holds in this service, which has to be empty: same ids, addresses, dates and ' +
    'authors. The folder is checked before anything is recorded. Cut short, it is begun again and goes on.',
  arity: 1,
  options: [],
  run: bring,
}
