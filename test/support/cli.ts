import { utcTime } from '../../shared/kernel/brands.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { Terminal } from '../../services/cli/command.ts'
import { readInput } from '../../services/cli/files.ts'
import { runCli } from '../../services/cli/run.ts'
import { CHEAP_PARTS } from './quiet.ts'
import { startService } from './service-process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { httpFetcher } from '../../shared/http-fetcher.ts'

export type Said = { readonly code: number; readonly stdout: string; readonly output: string }

/** A command in this process: what it says, and its exit code. */
export const cli = async (
  dataDir: string,
  args: readonly string[],
  folder = dataDir,
  fetcher = httpFetcher(),
  more: Readonly<Record<string, string>> = {},
): Promise<Said> => {
  const stdout: string[] = []
  const output: string[] = []
  const terminal: Terminal = {
    out: text => {
      stdout.push(`${text}\n`)
      output.push(`${text}\n`)
    },
    err: { write: text => output.push(text) },
    nowUtc: () => utcTime('2026-11-27 21:00:00'),
    clockMs: () => 0,
    pause: () => sleep(5),
    fetcher,
    readFile: path => readInput(path, folder),
    parts: CHEAP_PARTS,
  }
  const settings = {
    DATA_DIR: dataDir,
    SITE_TIMEZONE: 'America/New_York',
    ADMIN_PASSWORD: 'not used here',
    LOG_LEVEL: 'silent',
    ...more,
  }
  const code = await runCli(args, terminal, settings)
  return { code, stdout: stdout.join(''), output: output.join('') }
}

export const calendar = (...titles: readonly string[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...titles.flatMap((title, index) => [
      'BEGIN:VEVENT',
      `UID:command-${index}@school.example`,
      `SUMMARY:${title}`,
      'DTSTART:20270301T100000',
      'DTEND:20270301T110000',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

export const fileWith = (text: string, name = 'school.ics') => {
  const file = join(temporaryFolder(), name)
  writeFileSync(file, text)
  return file
}

export const started = async (...given: Parameters<typeof startService>) => {
  const service = await startService(...given)
  onTestFinished(() => service.kill())
  return service
}
