import { loadConfig } from '../../shared/config.ts'
import type { LogScan } from '../../shared/event-store/scan.ts'
import type { WrittenSeal } from '../seals/written.ts'
import type { Report } from '../verify/verify.ts'
import type { Command, Invocation } from './command.ts'
import { CommandFailed, FAILED } from './failure.ts'
import { table } from './table.ts'

const sealedText = ({ seals, sealed, unsealed }: Report['sealed']): string =>
  seals === 0
    ? 'nothing is sealed yet'
    : `${sealed} records stand as ${seals} seals hold them, ${unsealed} are not sealed yet`

export const reportText = ({ records, streams, kinds, unused, sealed, wrong, problems }: Report): string =>
  [
    table([['streams', 'number'], ...Object.entries(kinds).sort()]),
    '',
    `${records} records in ${streams} streams`,
    sealedText(sealed),
    ...(unused === 0 ? [] : [`${unused} claims are left over; whoever asks next gets the thing`]),
    wrong === 0 ? 'nothing is wrong' : `${wrong === 1 ? '1 thing is' : `${wrong} things are`} wrong:`,
    ...problems.map(problem => `  ${problem}`),
    ...(wrong > problems.length ? [`  and ${wrong - problems.length} more`] : []),
  ].join('\n')

/** Looks a log through, and closes it. */
export const look = async (
  scan: LogScan,
  { terminal }: Pick<Invocation, 'terminal'>,
  against: readonly WrittenSeal[] = [],
): Promise<Report> => {
  const [{ openTally }, { verifyLog }] = await Promise.all([
    import('../wiring/drivers.ts'),
    import('../verify/verify.ts'),
  ])
  const tell = (done: string) => void terminal.err.write(`${done}\n`)
  const tally = openTally()
  try {
    const { signal } = new AbortController()
    return await verifyLog({ scan, tally, against, tell, pause: terminal.pause, signal })
  } finally {
    tally.close()
    await scan.close()
  }
}

/** Throws CommandFailed when the file holds anything else than seals. */
const written = async (
  { terminal }: Pick<Invocation, 'terminal'>,
  file: string | undefined,
): Promise<readonly WrittenSeal[]> => {
  if (file === undefined) return []
  const { writtenIn } = await import('../seals/written.ts')
  const seals = writtenIn(Buffer.from(await terminal.readFile(file)).toString())
  if (typeof seals === 'string') throw new CommandFailed(`${file} is no file of seals: ${seals}`)
  return seals
}

/** Beside the service: what it has open is not in the way of reading. */
const verified = async (invocation: Invocation): Promise<Report> => {
  const { openScan } = await import('../wiring/drivers.ts')
  const against = await written(invocation, invocation.options['against'])
  const warn = (message: string) => void invocation.terminal.err.write(`${message}\n`)
  return look(await openScan(loadConfig(invocation.environment), warn), invocation, against)
}

export const verifyCommand: Command = {
  usage: 'verify [--against FILE]',
  help:
    'Reads the whole log, beside the service or without it: checksums, revisions, every fact, every claim and item, the ' +
    'files of pictures, and that every record stands as it was sealed. Prints what there is and the first things that are ' +
    'wrong; exit code 1 when anything is. --against FILE: seals that `seals export` wrote before have to be in the log, too.',
  arity: 0,
  options: ['against'],
  run: async invocation => {
    const report = await verified(invocation)
    invocation.terminal.out(invocation.json ? JSON.stringify(report) : reportText(report))
    return report.wrong === 0 ? 0 : FAILED
  },
}
