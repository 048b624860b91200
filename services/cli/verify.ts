import { loadConfig } from '../../shared/config.ts'
import type { LogScan } from '../../shared/event-store/scan.ts'
import type { Report } from '../verify/verify.ts'
import type { Command, Invocation } from './command.ts'
import { FAILED } from './failure.ts'
import { table } from './table.ts'

export const reportText = ({ records, streams, kinds, unused, wrong, problems }: Report): string =>
  [
    table([['streams', 'number'], ...Object.entries(kinds).sort()]),
    '',
    `${records} records in ${streams} streams`,
    ...(unused === 0 ? [] : [`${unused} claims are left over; whoever asks next gets the thing`]),
    wrong === 0 ? 'nothing is wrong' : `${wrong} things are wrong:`,
    ...problems.map(problem => `  ${problem}`),
    ...(wrong > problems.length ? [`  and ${wrong - problems.length} more`] : []),
  ].join('\n')

/** Looks a log through, and closes it. */
export const look = async (scan: LogScan, { terminal }: Pick<Invocation, 'terminal'>): Promise<Report> => {
  const [{ openTally }, { verifyLog }] = await Promise.all([
    import('../wiring/drivers.ts'),
    import('../verify/verify.ts'),
  ])
  const tell = (done: string) => void terminal.err.write(`${done}\n`)
  const tally = openTally()
  try {
    return await verifyLog({ scan, tally, tell, pause: terminal.pause, signal: new AbortController().signal })
  } finally {
    tally.close()
    await scan.close()
  }
}

/** Beside the service: what it has open is not in the way of reading. */
const verified = async (invocation: Invocation): Promise<Report> => {
  const { openScan } = await import('../wiring/drivers.ts')
  const warn = (message: string) => void invocation.terminal.err.write(`${message}\n`)
  return look(await openScan(loadConfig(invocation.environment), warn), invocation)
}

export const verifyCommand: Command = {
  usage: 'verify',
  help:
    'Reads the whole log, beside the service or without it: checksums, revisions, every fact, every claim and item, the ' +
    'files of pictures. Prints what there is and the first things that are wrong; exit code 1 when anything is.',
  arity: 0,
  options: [],
  run: async invocation => {
    const report = await verified(invocation)
    invocation.terminal.out(invocation.json ? JSON.stringify(report) : reportText(report))
    return report.wrong === 0 ? 0 : FAILED
  },
}
