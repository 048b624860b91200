import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import type { Command, Invocation, Options } from '../command.ts'
import { isAddress } from './is-address.ts'
import { list, membersOf, operation, print, text } from '../operation.ts'
import { WrongUsage } from '../failure.ts'
import { itemLine } from './report.ts'
import { table } from '../table.ts'
import { operate } from '../transport.ts'

const statusOf = ({ status, paused, reason }: JsonObject): string =>
  [
    text(status),
    ...(paused === true ? ['paused'] : []),
    ...(typeof reason === 'string' ? [`(${reason})`] : []),
  ].join(' ')

const importText = (progress: JsonObject): string =>
  `import ${text(progress['import_id'])} is ${statusOf(progress)}`

const importsText = (result: JsonObject): string => {
  const imports = list(result['imports'])
  if (imports.length === 0) return 'no imports'
  return table([
    ['import', 'registered', 'status', '%', 'items', 'per second', 'seconds left', 'source'],
    ...imports.map(one => [
      text(one['import_id']),
      text(one['registered_at']),
      statusOf(one),
      text(one['percentage']),
      `${text(one['processed'])}/${text(one['total'])}`,
      text(one['per_second']),
      text(one['remaining_seconds'] ?? ''),
      text(one['source']),
    ]),
  ])
}

const IMPORT_SETTINGS = ['origin', 'source', 'post-status', 'author', 'category', 'update-authority']

const RECORD_PAGE = ['from', 'limit', 'outcome']

const CSV_SETTINGS = ['date-order', 'separator']

/** Page by page, so that an import of any size can be shown; as JSON it is one line, and so one text. */
const printOutcomes = async (
  { transport, terminal, json }: Invocation,
  named: { readonly import_id: string },
): Promise<number> => {
  let whole = ''
  for (let from: Json = 1; typeof from === 'number';) {
    const { csv, next }: JsonObject = await operate(transport, 'import-outcomes', { ...named, from })
    if (json) whole += text(csv)
    // the terminal ends the last line
    else if (csv !== '') terminal.out(text(csv).replace(/\n$/, ''))
    from = next ?? null
  }
  if (json) terminal.out(JSON.stringify({ csv: whole }))
  return 0
}

/** Items asked for at once. */
const PAGE = 200

/** A line for each item of an outcome: all of them, page by page, unless so many were asked for. */
const printChosen = async (
  { transport, terminal }: Invocation,
  asked: Readonly<Record<string, string>>,
): Promise<number> => {
  let shown = 0
  for (let from: Json = asked['from'] ?? 1, isMore = true; isMore;) {
    const page: JsonObject = { limit: PAGE, ...asked, from }
    const items = list((await operate(transport, 'show-import', page))['items'])
    for (const item of items) terminal.out(itemLine(item))
    shown += items.length
    const last = items.at(-1)?.['position']
    isMore = asked['limit'] === undefined && items.length === PAGE && typeof last === 'number'
    if (typeof last === 'number') from = last + 1
  }
  if (shown === 0) terminal.out(`no items: ${asked['outcome'] ?? ''}`)
  return 0
}

const membersText = (result: JsonObject): string =>
  Object.entries(result)
    .map(([name, value]) => `${name} ${text(value)}`)
    .join('\n')

const register = async (invocation: Invocation): Promise<number> => {
  const given = membersOf(['import-id', ...IMPORT_SETTINGS, 'interval'], invocation.options)
  return print(invocation, await operate(invocation.transport, 'register-import', given), membersText)
}

const scheduleOptions = (options: Options): Readonly<Record<string, string>> => {
  const odd = ['import-id', 'interval'].find(name => options[name] !== undefined)
  if (odd !== undefined) throw new WrongUsage(`--${odd} is for imports by callbacks, not for a feed`)
  return membersOf([...IMPORT_SETTINGS, 'every'], options)
}

const schedule = async (invocation: Invocation): Promise<number> => {
  const { args, options, transport } = invocation
  const [url] = args
  if (url === undefined) throw new WrongUsage('--every goes with the address of a feed')
  if (!isAddress(url)) throw new WrongUsage('URL is an http, https or webcal address')
  if (options['every'] === undefined) throw new WrongUsage('URL goes with --every, such as --every 6h')
  const set = await operate(transport, 'schedule-import', { url, ...scheduleOptions(options) })
  return print(invocation, set, r => `schedule ${text(r['schedule_id'])} is set`)
}

/** What reads calendars and tables, which no other command needs. */
const reading = () => import('./import-file.ts')

/** Commands about imports, by name. */
export const importCommands: Readonly<Record<string, Command>> = {
  'register-import': {
    usage: [
      'register-import [URL --every TIME]',
      ...['import-id', ...IMPORT_SETTINGS, 'interval'].map(o => `[--${o} …]`),
    ].join(' '),
    help:
      'Opens an import for callbacks; prints its id, the first batch hash and the callback root. With URL and --every ' +
      '(15m to 31d, such as 6h) it has the service fetch the feed at that address (http, https, webcal), at once and ' +
      'then again and again: what is new is imported, a feed that cannot be read changes nothing. See ' +
      'schedules, change-schedule, pause-schedule, resume-schedule and unschedule.',
    arity: 1,
    least: 0,
    options: ['import-id', ...IMPORT_SETTINGS, 'interval', 'every'],
    run: invocation =>
      invocation.args.length === 0 && invocation.options['every'] === undefined
        ? register(invocation)
        : schedule(invocation),
  },
  'import-file': {
    usage: [
      'import-file FILE|URL',
      ...[...IMPORT_SETTINGS, ...CSV_SETTINGS].map(o => `[--${o} …]`),
      '[--dry-run | --plan MARK]',
    ].join(' '),
    help:
      'Imports an iCalendar file, or a .csv or .tsv file (any file with --origin csv) of events, venues or organizers, ' +
      'as a whole, without callbacks, shows progress, and ends with a table of outcomes and warnings. Importing a file of the same source again changes only what is ' +
      'different. --date-order MDY (or DMY, YMD) reads dates like 3/4/2027 in CSV files that hold no other kind; the ' +
      'site setting csv_date_order counts without it. --separator is found out when it is not given. --dry-run changes ' +
      'nothing and says what the import would do, item by item; the mark that it ends with, given as --plan with the ' +
      'same file and options, applies that, or refuses when it would do something else by now.',
    arity: 1,
    options: [...IMPORT_SETTINGS, ...CSV_SETTINGS, 'dry-run', 'plan'],
    run: async invocation => {
      const { importWhole } = await reading()
      return importWhole(invocation, membersOf(IMPORT_SETTINGS, invocation.options))
    },
  },
  import: {
    usage:
      'import FILE|URL [--url URL] [--user LOGIN:APPLICATION-PASSWORD] [--source NAME] [--date-order MDY|DMY|YMD] [--separator CHAR]',
    help:
      'Plays the import aggregator: reads an iCalendar or CSV file, or fetches one from an http, https or webcal address ' +
      'on the open internet, registers an import, posts its items in batches of up ' +
      'to 50, shows progress, and ends with a table of outcomes and warnings. With --url it asks the service at that ' +
      'address, as the user of --user or of the environment variable BELLTOWER_USER, which other users of this machine ' +
      'cannot see.',
    arity: 1,
    options: ['url', 'user', 'source', ...CSV_SETTINGS],
    run: async invocation => (await reading()).importAsAggregator(invocation),
  },
  'show-import': {
    usage: 'show-import IMPORT_ID [--from POSITION] [--limit NUMBER] [--outcome OUTCOME] [--csv]',
    help:
      'Shows the record of an import with all of its items. With --limit: so many items from --from (else the first) ' +
      'on, and so many ids of each list of activity, the last ones; --limit 0 shows the counts alone. With --outcome (created, updated, ' +
      'unchanged, skipped, failed, duplicate, withdrawn, waiting, or warned: with warnings) those items alone, a line for each ' +
      'with what became of it and what to do; with --json as records. With --csv: one ' +
      'row for every item with the line of the file, outcome, reason and warnings, to be opened in a spreadsheet.',
    arity: 1,
    options: ['csv', ...RECORD_PAGE],
    run: async invocation => {
      const { transport, args, options, json } = invocation
      const named = { import_id: args[0] ?? '' }
      if (options['csv'] !== undefined) {
        const odd = RECORD_PAGE.find(name => options[name] !== undefined)
        if (odd !== undefined)
          throw new WrongUsage(`--${odd} does not go with --csv, which has a row for every item`)
        return printOutcomes(invocation, named)
      }
      const asked = { ...named, ...membersOf(RECORD_PAGE, options) }
      if (options['outcome'] !== undefined && !json) return printChosen(invocation, asked)
      return print(invocation, await operate(transport, 'show-import', asked), r =>
        JSON.stringify(r, null, 2),
      )
    },
  },
  'list-imports': operation(
    'list-imports',
    [],
    'The imports, newest first, with their progress: items with an outcome, items a second, seconds that remain.',
    importsText,
    ['page', 'per-page'],
  ),
  'pause-import': operation(
    'pause-import',
    ['import_id'],
    'Leaves the waiting items of an import alone until it is resumed; callbacks are still accepted.',
    importText,
  ),
  'resume-import': operation(
    'resume-import',
    ['import_id'],
    'Takes the waiting items of a paused import up again.',
    importText,
  ),
  'cancel-import': operation(
    'cancel-import',
    ['import_id'],
    'Stops an import: what it applied stays, its waiting items are skipped, callbacks are refused.',
    r => `import ${text(r['import_id'])} is ${text(r['status'])} (${text(r['reason'])})`,
  ),
  'delete-import': operation(
    'delete-import',
    ['import_id'],
    'Closes an import; its waiting items end as failed, events stay.',
    r => `import ${text(r['import_id'])} is ${text(r['status'])}`,
  ),
}
