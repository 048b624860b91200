import { loadConfig } from '../../../shared/config.ts'
import { isoOf } from '../../../shared/kernel/time/calculate.ts'
import type { ReadLog } from '../../report/log.ts'
import type { About } from '../../report/render.ts'
import type { Told } from '../../report/told.ts'
import type { Command, Invocation } from '../command.ts'
import { CommandFailed, WrongUsage } from '../failure.ts'
import { writeOutput } from '../files.ts'

type Subject = { readonly about: Omit<About, 'madeAt'>; readonly told: AsyncIterable<Told> }

/** Whom a report is about, by what was typed; a string says why it is nobody. */
type Find = (log: ReadLog, text: string, signal: AbortSignal) => Promise<Subject | string>

const formatIn = async ({ options: { format = 'html' } }: Invocation) => {
  const { reportFormats } = await import('../../report/render.ts')
  const known = reportFormats.find(one => one === format)
  if (known === undefined) throw new WrongUsage(`--format is one of ${reportFormats.join(', ')}`)
  return known
}

const make = async (invocation: Invocation, find: Find): Promise<number> => {
  const { args, options, environment, terminal, json } = invocation
  const format = await formatIn(invocation)
  const out = options['out']
  if (json && out === undefined)
    throw new WrongUsage('a report is a file, which --format jsonl makes one of JSON: --json goes with --out')
  const [{ openScan }, { scannedLog }, { rendered }] = await Promise.all([
    import('../../wiring/drivers.ts'),
    import('../../report/log.ts'),
    import('../../report/render.ts'),
  ])
  const warn = (message: string) => void terminal.err.write(`${message}\n`)
  const scan = await openScan(loadConfig(environment), warn)
  try {
    const subject = await find(scannedLog(scan), args[0] ?? '', new AbortController().signal)
    if (typeof subject === 'string') throw new CommandFailed(subject)
    const madeAt = isoOf(terminal.nowUtc())
    const pieces = rendered(subject.told, { ...subject.about, madeAt }, format)
    if (out === undefined) {
      // the terminal ends the last line of each
      for await (const piece of pieces) if (piece !== '') terminal.out(piece.replace(/\n$/, ''))
    } else {
      await writeOutput('the report', out, environment, pieces)
      terminal.out(json ? JSON.stringify({ file: out }) : `${out} is written`)
    }
    return 0
  } finally {
    await scan.close()
  }
}

const userNamed: Find = async (log, text, signal) => {
  const [{ reportOnUser, userNamed: idOf }, { aboutUser }, { historyOf }] = await Promise.all([
    import('../../report/user.ts'),
    import('../../report/words.ts'),
    import('../../wiring/exporting.ts'),
  ])
  const id = await idOf(log, text)
  if (id === null) return 'no user has this login, e-mail address or number'
  return { about: aboutUser(id), told: reportOnUser({ log, historyOf, signal }, id) }
}

const organizerNamed: Find = async (log, text, signal) => {
  const [{ organizerNamed: idOf, reportOnOrganizer }, { aboutOrganizer }] = await Promise.all([
    import('../../report/organizer.ts'),
    import('../../report/words.ts'),
  ])
  const id = await idOf(log, text)
  if (id === null) return 'no organizer has this id or slug'
  return { about: aboutOrganizer(id), told: reportOnOrganizer({ log, signal }, id) }
}

const OPTIONS = '[--out FILE] [--format html|jsonl]'

export const reportUserCommand: Command = {
  usage: `report-user LOGIN ${OPTIONS}`,
  help:
    'Everything that the log holds about a user (login, e-mail address or number) and by them, and what of it stays when ' +
    'they are erased, and why: a page that needs no other file, or a JSON object a line. Reads beside the service.',
  arity: 1,
  options: ['out', 'format'],
  run: invocation => make(invocation, userNamed),
}

export const reportOrganizerCommand: Command = {
  usage: `report-organizer ID ${OPTIONS}`,
  help:
    'Every e-mail address and phone that an organizer (id or slug) ever had, where they stand in what is recorded of other things, and ' +
    'what can be done about it.',
  arity: 1,
  options: ['out', 'format'],
  run: invocation => make(invocation, organizerNamed),
}
