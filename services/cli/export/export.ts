import { resolve } from 'node:path'
import { loadConfig } from '../../../shared/config.ts'
import { isoOf, msOfIso } from '../../../shared/kernel/time/calculate.ts'
import type { Exported } from '../../export/out/export.ts'
import { calledIn, type Command, type Invocation } from '../command.ts'
import { failedBecause } from '../failure.ts'
import { checkEmpty } from '../files.ts'
import { table } from '../table.ts'

const text = (folder: string, { counts, files, bytes, untold }: Exported): string =>
  [
    table([['of', 'number'], ...Object.entries(counts)]),
    '',
    ...(untold === 0
      ? []
      : [
          `the passwords of ${untold} items are not told (--with-secrets tells them): brought back, they stay protected, ` +
            'and nobody can open them until set-password gives them another',
        ]),
    `${folder} is written: ${files} files, ${Math.ceil(bytes / 1_000_000)} MB`,
  ].join('\n')

const make = async ({ terminal, environment, args, options, json }: Invocation): Promise<number> => {
  const config = loadConfig(environment)
  const folder = resolve(calledIn(environment), args[0] ?? '')
  const [{ writeExport }, { exportParts }, drivers] = await Promise.all([
    import('../../export/out/export.ts'),
    import('../../wiring/exporting.ts'),
    import('../../wiring/drivers.ts'),
  ])
  const tell = (done: string) => void terminal.err.write(`${done}\n`)
  try {
    await checkEmpty(folder, 'an export takes a new folder, or an empty one')
    const madeAt = isoOf(terminal.nowUtc())
    const scan = await drivers.openScan(config, tell)
    const tally = drivers.openTally()
    try {
      const parts = exportParts(config, msOfIso(madeAt))
      const secrets = options['with-secrets'] !== undefined
      const { signal } = new AbortController()
      const exported = await writeExport({ ...parts, scan, tally, secrets, madeAt, tell, signal }, folder)
      terminal.out(json ? JSON.stringify({ folder, ...exported }) : text(folder, exported))
      return 0
    } finally {
      tally.close()
      await scan.close()
    }
  } catch (error) {
    throw failedBecause('no export was made', error)
  }
}

export const exportCommand: Command = {
  usage: 'export DIR [--with-secrets]',
  help:
    'Writes everything that answers depend on to a new folder DIR: items, users, settings and feeds as lines of JSON, ' +
    'pictures, calendars and tables; beside the service or without it, as it is at one moment. Without passwords of ' +
    'accounts; those of items with --with-secrets only.',
  arity: 1,
  options: ['with-secrets'],
  run: make,
}
