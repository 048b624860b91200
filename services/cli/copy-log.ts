import { resolve } from 'node:path'
import { loadConfig } from '../../shared/config.ts'
import type { CopySource, CopyTarget } from '../../shared/event-store/copying.ts'
import type { Hold } from '../../shared/event-store/holding.ts'
import type { CopyReport } from '../copy/copy-log.ts'
import type { Holders } from '../copy/finish.ts'
import { calledIn, type Command, type Environment, type Invocation } from './command.ts'
import { CommandFailed, FAILED, WrongUsage } from './failure.ts'
import { checkEmpty } from './files.ts'
import { operate } from './transport.ts'

type Place = { readonly folder: string } | { readonly url: string }

const USAGE = 'copy-log --to esdb://HOST:PORT…|sqlite:DIR [--finish] | --release'

const placeIn = (to: string | undefined, environment: Environment): Place => {
  if (to?.startsWith('sqlite:') === true && to !== 'sqlite:')
    return { folder: resolve(calledIn(environment), to.slice('sqlite:'.length)) }
  if (to !== undefined && /^(?:esdb|kurrentdb)(?:\+discover)?:\/\/./.test(to)) return { url: to }
  // never repeated: an address may hold a password
  throw new WrongUsage(
    `--to takes the address of a server, esdb://HOST:2113?tls=false, or a folder, sqlite:DIR\nusage: ${USAGE}`,
  )
}

const MAKING = 'log.sqlite.copy'

/** Throws CommandFailed when the folder holds anything but a copy that is being made. */
const checkFolder = (folder: string): Promise<void> =>
  checkEmpty(folder, '--to has to name an empty folder, or none; nothing was changed', name =>
    name.startsWith(MAKING),
  )

const reportText = (report: CopyReport, finished: boolean): string => {
  const { records, streams, written, removed, renumbered, digests, differing } = report
  return [
    `${records} records in ${streams} streams; ${written} were written now, ${removed} streams taken away`,
    ...(renumbered === 0
      ? []
      : [
          `${renumbered} streams go on behind what was there before, at later revisions; in an empty target they would have their own`,
        ]),
    `source ${digests.source}`,
    `target ${digests.target}`,
    ...(differing.length === 0
      ? [
          finished
            ? 'the copy is finished: stop what works on the former log, which takes no writes any more, and start on the copy'
            : 'the copy is what was read; the same again adds what is new, with --finish it is ended',
        ]
      : ['these streams differ, the same again looks at them anew:', ...differing.map(one => `  ${one}`)]),
  ].join('\n')
}

type Ends = { readonly source: CopySource; readonly target: CopyTarget }

const warnOf =
  ({ terminal }: Invocation) =>
  (message: string) =>
    void terminal.err.write(`${message}\n`)

const openEnds = async (place: Place, invocation: Invocation): Promise<Ends> => {
  const drivers = await import('../wiring/drivers.ts')
  const source = await drivers.openCopySource(loadConfig(invocation.environment), warnOf(invocation))
  try {
    return { source, target: await drivers.openCopyTarget(place, warnOf(invocation)) }
  } catch (error) {
    await source.close()
    throw error
  }
}

/** Processes on a server look every two and a half seconds, and what they are in the middle of may take some more. */
const HEAR_MS = 4_500

type OpenHolders = Holders & { readonly close: () => Promise<void> }

/** The services on the log of the settings: those on a server, or the one of the folder; null: none runs. */
const openHolders = async (invocation: Invocation): Promise<OpenHolders | null> => {
  const config = loadConfig(invocation.environment)
  const [{ openHoldNotes }, { isAnswered, operatorSocket }] = await Promise.all([
    import('../wiring/drivers.ts'),
    import('../wiring/data-folder.ts'),
  ])
  const notes = await openHoldNotes(config, warnOf(invocation))
  if (notes !== null) {
    const set = async (hold: Hold) => {
      await notes.set(hold)
      return true
    }
    return { set, hearMs: HEAR_MS, close: notes.close }
  }
  if (!(await isAnswered(operatorSocket(config.DATA_DIR)))) return null
  const set = async (hold: Hold) => {
    const { was_held: was } = await operate(invocation.transport, 'hold-writes', { hold })
    return was === true
  }
  return { set, hearMs: 0, close: async () => undefined }
}

const copied = async ({ source, target }: Ends, invocation: Invocation): Promise<CopyReport> => {
  const { terminal, options } = invocation
  const [{ copyLog }, { finishCopy }, { openCopyIndex }] = await Promise.all([
    import('../copy/copy-log.ts'),
    import('../copy/finish.ts'),
    import('../wiring/drivers.ts'),
  ])
  const index = openCopyIndex()
  const tell = (done: string) => void terminal.err.write(`${done}\n`)
  const needs = { source, target, index, tell, signal: new AbortController().signal }
  let holders: OpenHolders | null = null
  try {
    if (options['finish'] === undefined) return await copyLog(needs)
    holders = await openHolders(invocation)
    const { pause } = terminal
    return await finishCopy({ ...needs, holders, pause, clockMs: () => performance.now() })
  } finally {
    await holders?.close()
    index.close()
  }
}

/** Takes back what a finished copy has left: the services on the former log take writes again. */
const release = async (invocation: Invocation): Promise<number> => {
  const { terminal, json } = invocation
  const holders = await openHolders(invocation)
  try {
    await holders?.set('over')
  } finally {
    await holders?.close()
  }
  const text = holders === null ? 'no service runs' : 'writes are taken; what is written now is in no copy'
  terminal.out(json ? JSON.stringify({ released: holders !== null }) : text)
  return 0
}

const failed = async (error: unknown): Promise<unknown> => {
  const [{ NoPlaceToCopy }, { HoldEnded }] = await Promise.all([
    import('../copy/copy-log.ts'),
    import('../copy/finish.ts'),
  ])
  return error instanceof NoPlaceToCopy || error instanceof HoldEnded
    ? new CommandFailed(error.message, {}, { cause: error })
    : error
}

const run = async (invocation: Invocation): Promise<number> => {
  const { terminal, json, options, environment } = invocation
  if (options['release'] !== undefined) {
    if (options['to'] !== undefined || options['finish'] !== undefined)
      throw new WrongUsage(`--release goes alone\nusage: ${USAGE}`)
    return release(invocation)
  }
  const place = placeIn(options['to'], environment)
  if ('folder' in place) await checkFolder(place.folder)
  const ends = await openEnds(place, invocation)
  try {
    const report = await copied(ends, invocation)
    const finished = options['finish'] !== undefined && report.differing.length === 0
    terminal.out(json ? JSON.stringify({ ...report, finished }) : reportText(report, finished))
    return report.differing.length === 0 ? 0 : FAILED
  } catch (error) {
    throw await failed(error)
  } finally {
    await ends.target.close()
    await ends.source.close()
  }
}

export const copyLogCommand: Command = {
  usage: USAGE,
  help:
    'Copies the log of the settings, every record of every stream, into an empty log: on a server, or in a folder. Beside ' +
    'the service or without it; whatever cut it off, the same again goes on. --finish ends it: services are told to ' +
    'take no writes (503, Retry-After) while the last records are copied and from then on, and may be started on the copy. ' +
    '--release lets them take writes again.',
  arity: 0,
  options: ['to', 'finish', 'release'],
  run,
}
