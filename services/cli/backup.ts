import { systemClock } from '../../shared/kernel/brands.ts'
import { resolve } from 'node:path'
import { loadConfig, type Config } from '../../shared/config.ts'
import { calledIn, type Command, type Environment, type Invocation } from './command.ts'
import { CommandFailed, FAILED, failedBecause } from './failure.ts'
import { checkEmpty } from './files.ts'
import { look, reportText } from './verify.ts'
import { reasonOf } from '../../shared/kernel/thrown.ts'

const placeOf = ({ args, environment }: Invocation): string => resolve(calledIn(environment), args[0] ?? '')

/** The settings of a service whose log is a file. */
const embeddedConfig = (environment: Environment): Config => {
  const config = loadConfig(environment)
  if (config.EVENTSTORE_URL !== undefined)
    throw new CommandFailed(
      'the log is in EventStoreDB (EVENTSTORE_URL), which has backups of its own; this command is for the log in DATA_DIR',
    )
  return config
}

const make = async (invocation: Invocation): Promise<number> => {
  const { terminal, environment, json } = invocation
  const config = embeddedConfig(environment)
  const path = placeOf(invocation)
  const [{ writeBackup }, { isThere }, { logFile }, drivers] = await Promise.all([
    import('../backup/backup.ts'),
    import('../backup/new-file.ts'),
    import('../wiring/data-folder.ts'),
    import('../wiring/drivers.ts'),
  ])
  if (await isThere(path)) throw new CommandFailed(`${path} is there already; a backup takes no file's place`)
  const from = logFile(config.DATA_DIR)
  const { checked } = await writeBackup(
    path,
    to => drivers.copyEmbeddedLog({ from, to, now: systemClock(), salvage: false }),
    file => look(drivers.openFileScan(file), invocation),
  ).catch((error: unknown) => {
    throw failedBecause(`no backup was made`, error)
  })
  terminal.out(
    json ? JSON.stringify({ file: path, ...checked }) : `${reportText(checked)}\n${path} is written`,
  )
  return checked.wrong === 0 ? 0 : FAILED
}

export const backupCommand: Command = {
  usage: 'backup FILE',
  help:
    'Writes the whole log, pictures included, as it is at one moment to a new FILE, beside the service or without it, and ' +
    'looks it through as verify does.',
  arity: 1,
  options: [],
  run: make,
}

const SHOWN = 20

const lostText = (lost: readonly string[]): readonly string[] =>
  lost.length === 0
    ? ['nothing is lost']
    : [
        `${lost.length} things are lost:`,
        ...lost.slice(0, SHOWN).map(one => `  ${one}`),
        ...(lost.length > SHOWN ? [`  and ${lost.length - SHOWN} more`] : []),
      ]

/** Has a log made in the data folder; where that fails, folders that were made for it go, too. */
const putInto = async <Made>(
  folder: string,
  make: (partial: string) => Promise<Made>,
): Promise<{ readonly place: string; readonly made: Made }> => {
  const [{ putLog }, { logFile, prepareDataFolder, removeEmpty }] = await Promise.all([
    import('../backup/restore.ts'),
    import('../wiring/data-folder.ts'),
  ])
  const folders = await prepareDataFolder(folder)
  try {
    const place = logFile(folder)
    return { place, made: await putLog(place, make) }
  } catch (error) {
    await removeEmpty(folders)
    throw new Error(`nothing was put into ${folder}: ${reasonOf(error)}`, { cause: error })
  }
}

const restore = async (invocation: Invocation): Promise<number> => {
  const { terminal, environment, json, options } = invocation
  const config = embeddedConfig(environment)
  const path = placeOf(invocation)
  const salvage = options['salvage'] !== undefined
  const [{ unpack }, { checkSeal }, drivers] = await Promise.all([
    import('../backup/restore.ts'),
    import('../backup/sealed-file.ts'),
    import('../wiring/drivers.ts'),
  ])
  try {
    // before the folder is made
    await checkEmpty(config.DATA_DIR, 'DATA_DIR has to name an empty folder, or none')
    if (salvage) await drivers.openFileScan(path).close()
    else await checkSeal(path)
    const { place, made: lost } = await putInto(config.DATA_DIR, async partial => {
      if (salvage)
        return (await drivers.copyEmbeddedLog({ from: path, to: partial, now: systemClock(), salvage })).lost
      await unpack(path, partial)
      return []
    })
    const report = await look(drivers.openFileScan(place), invocation)
    const told = {
      data_dir: config.DATA_DIR,
      lost: lost.length,
      lost_records: lost.slice(0, SHOWN),
      ...report,
    }
    const text = [...(salvage ? lostText(lost) : []), reportText(report), `${config.DATA_DIR} is restored`]
    terminal.out(json ? JSON.stringify(told) : text.join('\n'))
    // what is left may be in order without what is lost
    return lost.length === 0 && report.wrong === 0 ? 0 : FAILED
  } catch (error) {
    throw failedBecause(`${path} was not restored`, error)
  }
}

export const restoreCommand: Command = {
  usage: 'restore FILE [--salvage]',
  help:
    'Puts a backup into DATA_DIR, which has to be empty or not there. A FILE that was cut or changed is refused. ' +
    '--salvage takes what is whole of a damaged backup, or of a damaged log.sqlite, and tells what is lost.',
  arity: 1,
  options: ['salvage'],
  run: restore,
}
