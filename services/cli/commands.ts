import type { Json, JsonObject } from '../../shared/event-store/port.ts'
import { importFile } from './import-file.ts'
import { table } from './table.ts'
import type { Command, Invocation, Options } from './command.ts'
import { CommandFailed, operate } from './transport.ts'

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

/** A command that is one operation: positional arguments by name, options passed on, one way to show the result. */
const operation = (
  name: string,
  positional: readonly string[],
  help: string,
  show: (result: JsonObject) => string,
  options: readonly string[] = [],
): Command => ({
  usage: [name, ...positional.map(p => p.toUpperCase()), ...options.map(o => `[--${o} …]`)].join(' '),
  help,
  arity: positional.length,
  options,
  run: async invocation => {
    const named = Object.fromEntries(positional.map((p, i) => [p, invocation.args[i] ?? '']))
    const given = Object.fromEntries(
      options.flatMap(o => {
        const value = invocation.options[o]
        return value === undefined ? [] : [[o.replaceAll('-', '_'), value]]
      }),
    )
    const result = await operate(invocation.transport, name, { ...named, ...given })
    return print(invocation, result, show)
  },
})

const list = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonObject[]) : []

const historyText = (result: JsonObject): string =>
  list(result['entries'])
    .map(entry => {
      const changes = Object.entries((entry['changes'] ?? {}) as JsonObject)
      const actor = entry['actor'] as JsonObject | null | undefined
      const who = typeof actor === 'object' && actor !== null ? text(actor['login']) : 'nobody'
      const lines = changes.map(([member, pair]) => {
        const [before, after] = Array.isArray(pair) ? (pair as readonly Json[]) : []
        return `    ${member}: ${text(before)} → ${text(after)}`
      })
      return [
        `${text(entry['at'])}  ${text(entry['fact'])}  by ${who}  (${text(entry['source'])})`,
        ...lines,
      ].join('\n')
    })
    .join('\n')

const projectionsText = (result: JsonObject): string =>
  table([
    ['projection', 'position', 'behind', 'state'],
    ...list(result['projections']).map(p => [
      text(p['name']),
      Number(p['position'] ?? 0),
      Number(p['behind'] ?? 0),
      text(p['state']),
    ]),
  ])

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
  'create-application-password': operation(
    'create-application-password',
    ['login', 'name'],
    'Makes an application password and prints it, this once and alone.',
    r => text(r['password']),
  ),
  'register-import': operation(
    'register-import',
    [],
    'Opens an import for callbacks; prints its id, the first batch hash and the callback root.',
    r =>
      Object.entries(r)
        .map(([name, value]) => `${name} ${text(value)}`)
        .join('\n'),
    ['import-id', 'origin', 'source', 'post-status', 'author', 'category', 'update-authority'],
  ),
  import: {
    usage: 'import FILE [--url URL] [--user LOGIN:APPLICATION-PASSWORD] [--source NAME]',
    help:
      'Plays the import aggregator: reads an iCalendar file, registers an import, posts its items in batches of up ' +
      'to 50, shows progress, and ends with a table of outcomes and warnings.',
    arity: 1,
    options: ['url', 'user', 'source'],
    run: importFile,
  },
  'show-import': operation('show-import', ['import_id'], 'Shows the record of an import.', r =>
    JSON.stringify(r, null, 2),
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
    'Who changed what and when, newest first. Types: event, venue, organizer, category, tag, import, user.',
    historyText,
  ),
  projections: operation('projections', [], 'Read models: version, position, lag.', projectionsText),
}

/** Looks a command up and checks how it was called. Throws CommandFailed with the usage otherwise. */
export const commandFor = (name: string, args: readonly string[], options: Options): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    throw new CommandFailed(`unknown command ${name}; one of: ${Object.keys(commands).join(', ')}`)
  }
  if (args.length !== command.arity) {
    const wants = command.arity === 1 ? 'one argument' : `${command.arity} arguments`
    throw new CommandFailed(`${name} takes ${wants}, got ${args.length}\nusage: ${command.usage}`)
  }
  const unknown = Object.keys(options).find(o => options[o] !== undefined && !command.options.includes(o))
  if (unknown !== undefined)
    throw new CommandFailed(`${name} has no option --${unknown}\nusage: ${command.usage}`)
  return command
}
