import { basename } from 'node:path'
import type { Json, JsonObject } from '../../shared/event-store/port.ts'
import { optionNames } from '../site/options.ts'
import type { Command, Invocation, Options } from './command.ts'
import { WrongUsage } from './failure.ts'
import { importAsAggregator, importWhole } from './import-file.ts'
import { projectionsCommand } from './projections.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'

const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** Prints the result as JSON, or in a form for people. */
const print = (
  { json, terminal }: Invocation,
  result: JsonObject,
  forPeople: (r: JsonObject) => string,
): number => {
  terminal.out(json ? JSON.stringify(result) : forPeople(result))
  return 0
}

/** Given options under the names of the service: `--post-status` → `post_status`. */
const membersOf = (names: readonly string[], given: Options): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = given[name]
      return value === undefined ? [] : [[name.replaceAll('-', '_'), value]]
    }),
  )

/** A command that is one operation: positional arguments by name, options passed on, one way to show the result. */
const operation = (
  name: string,
  positional: readonly string[],
  help: string,
  show: (result: JsonObject) => string,
  options: readonly string[] = [],
  /** So many of the positional arguments, the last ones, may be left away. */
  spare = 0,
): Command => ({
  usage: [
    name,
    ...positional.map((p, i) => (i < positional.length - spare ? p.toUpperCase() : `[${p.toUpperCase()}]`)),
    ...options.map(o => `[--${o} …]`),
  ].join(' '),
  help,
  arity: positional.length,
  ...(spare === 0 ? {} : { least: positional.length - spare }),
  options,
  run: async invocation => {
    const named = Object.fromEntries(invocation.args.map((arg, i) => [positional[i] ?? '', arg]))
    const given = membersOf(options, invocation.options)
    const result = await operate(invocation.transport, name, { ...named, ...given })
    return print(invocation, result, show)
  },
})

const list = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonObject[]) : []

const historyText = (result: JsonObject): string => {
  const entries = list(result['entries'])
  if (entries.length === 0) return 'nothing is recorded'
  return entries
    .map(entry => {
      const changes = Object.entries((entry['changes'] ?? {}) as JsonObject)
      const actor = entry['actor'] as JsonObject | null | undefined
      const who = typeof actor === 'object' && actor !== null ? text(actor['login']) : 'nobody'
      const lines = changes.map(([member, pair]) => {
        const [before, after] = Array.isArray(pair) ? (pair as readonly Json[]) : []
        return `    ${member}: ${text(before)} → ${text(after)}`
      })
      return [
        `${text(entry['at'])}  ${text(entry['fact'])}  by ${who}  (${[entry['source'], entry['route']].filter(Boolean).map(text).join(': ')})`,
        ...lines,
      ].join('\n')
    })
    .join('\n')
}

const applicationPasswordsText = (result: JsonObject): string => {
  const passwords = list(result['passwords'])
  if (passwords.length === 0) return 'no application passwords'
  return table([
    ['uuid', 'created', 'last used', 'from', 'name'],
    ...passwords.map(p => [
      text(p['uuid']),
      text(p['created']),
      text(p['last_used'] ?? 'never'),
      text(p['last_ip'] ?? ''),
      text(p['name']),
    ]),
  ])
}

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

/** Every operator command (spec 00 §6), by name. */
export const commands: Readonly<Record<string, Command>> = {
  'create-user': operation(
    'create-user',
    ['login', 'email', 'role', 'password'],
    'Creates a user. Roles: administrator, editor, author, contributor, subscriber.',
    r => `user ${text(r['id'])} created`,
  ),
  'set-role': operation(
    'set-role',
    ['login', 'role'],
    'Gives a user another role.',
    r => `role is ${text(r['role'])}`,
  ),
  'change-password': operation(
    'change-password',
    ['login', 'password'],
    'Gives a user another account password; all sessions of the user end.',
    r => `${text(r['login'])} has another password`,
  ),
  'erase-user': operation(
    'erase-user',
    ['login'],
    'Deletes who a user was, for good: login, address, passwords. What the user did stays, under the number alone.',
    r => `user ${text(r['id'])} is erased`,
  ),
  'issue-nonce': operation(
    'issue-nonce',
    ['login', 'action'],
    'Prints a nonce, alone, for a user or for "guest". Actions: core_rest, cal_view_rest, cal_wizard.',
    r => text(r['nonce']),
  ),
  'create-application-password': operation(
    'create-application-password',
    ['login', 'name'],
    'Makes an application password and prints it, this once and alone.',
    r => text(r['password']),
  ),
  'list-application-passwords': operation(
    'list-application-passwords',
    ['login'],
    'The application passwords of a user that are valid, without the secrets.',
    applicationPasswordsText,
  ),
  'revoke-application-password': operation(
    'revoke-application-password',
    ['login', 'uuid'],
    'Takes an application password back, at once and for good.',
    r => `application password ${text(r['uuid'])} revoked`,
  ),
  'set-password': operation(
    'set-password',
    ['type', 'id', 'text'],
    'Protects an event, venue or organizer with a password; an empty TEXT ("") takes it away.',
    r => `${text(r['type'])} ${text(r['id'])} ${r['protected'] === true ? 'is' : 'is not'} protected`,
  ),
  'set-option': operation(
    'set-option',
    ['name', 'value'],
    `Gives the site a setting, at once. NAME is one of ${optionNames.join(', ')}.`,
    r => `${text(r['name'])} is ${text(r['value'])}`,
  ),
  'add-image': {
    usage: 'add-image FILE',
    help: 'Stores a picture (JPEG, PNG, GIF, WebP, AVIF; up to 10 MiB) and prints its id.',
    arity: 1,
    options: [],
    run: async invocation => {
      const { transport, terminal, args } = invocation
      const path = args[0] ?? ''
      const file = Buffer.from(await terminal.readFile(path)).toString('base64')
      const added = await operate(transport, 'add-image', { name: basename(path), file })
      return print(invocation, added, r => text(r['id']))
    },
  },
  'register-import': operation(
    'register-import',
    [],
    'Opens an import for callbacks; prints its id, the first batch hash and the callback root.',
    r =>
      Object.entries(r)
        .map(([name, value]) => `${name} ${text(value)}`)
        .join('\n'),
    ['import-id', ...IMPORT_SETTINGS, 'interval'],
  ),
  'import-file': {
    usage: ['import-file FILE', ...[...IMPORT_SETTINGS, 'date-order'].map(o => `[--${o} …]`)].join(' '),
    help:
      'Imports an iCalendar file, or events of a .csv file, as a whole, without callbacks, shows progress, and ends ' +
      'with a table of outcomes and warnings. Importing a file of the same source again changes only what is ' +
      'different. --date-order MDY (or DMY) reads dates like 3/4/2027 in CSV files that hold no other kind.',
    arity: 1,
    options: [...IMPORT_SETTINGS, 'date-order'],
    run: invocation => importWhole(invocation, membersOf(IMPORT_SETTINGS, invocation.options)),
  },
  import: {
    usage:
      'import FILE [--url URL] [--user LOGIN:APPLICATION-PASSWORD] [--source NAME] [--date-order MDY|DMY]',
    help:
      'Plays the import aggregator: reads an iCalendar or CSV file, registers an import, posts its items in batches of up ' +
      'to 50, shows progress, and ends with a table of outcomes and warnings. With --url it asks the service at that ' +
      'address, as the user of --user or of the environment variable BELLTOWER_USER, which other users of this machine ' +
      'cannot see.',
    arity: 1,
    options: ['url', 'user', 'source', 'date-order'],
    run: importAsAggregator,
  },
  'show-import': {
    usage: 'show-import IMPORT_ID [--csv]',
    help:
      'Shows the record of an import. With --csv: one row for every item with the line of the file, outcome, reason ' +
      'and warnings, to be opened in a spreadsheet.',
    arity: 1,
    options: ['csv'],
    run: async invocation => {
      const { transport, args, options } = invocation
      const named = { import_id: args[0] ?? '' }
      if (options['csv'] === undefined)
        return print(invocation, await operate(transport, 'show-import', named), r =>
          JSON.stringify(r, null, 2),
        )
      // the terminal ends the last line
      const result = await operate(transport, 'import-outcomes', named)
      return print(invocation, result, r => text(r['csv']).replace(/\n$/, ''))
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
  history: operation(
    'history',
    ['type', 'id'],
    'Who changed what and when, newest first, at most 1,000 entries. Types: event, venue, organizer, category, tag, ' +
      'import, user, site (which needs no ID).',
    historyText,
    ['before', 'limit'],
    1,
  ),
  projections: projectionsCommand,
}

/** Throws WrongUsage when there is none. */
export const commandNamed = (name: string): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  throw new WrongUsage(`unknown command ${name}; one of: ${Object.keys(commands).join(', ')}`)
}

/** Looks a command up and checks how it was called. Throws WrongUsage otherwise. Never repeats arguments: some are secrets. */
export const commandFor = (name: string, args: readonly string[], options: Options): Command => {
  const command = commandNamed(name)
  const usage = `usage: ${command.usage}`
  if (args.length > command.arity || args.length < (command.least ?? command.arity)) {
    const wants = ['no arguments', 'one argument'][command.arity] ?? `${String(command.arity)} arguments`
    throw new WrongUsage(`${name} takes ${wants}, got ${args.length}\n${usage}`)
  }
  const unknown = Object.keys(options).find(option => !command.options.includes(option))
  if (unknown !== undefined) throw new WrongUsage(`${name} has no option --${unknown}\n${usage}`)
  return command
}
