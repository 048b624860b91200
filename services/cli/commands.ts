import { basename } from 'node:path'
import type { JsonObject } from '../../shared/kernel/json.ts'
import { optionNames } from '../site/options.ts'
import type { Command, Options } from './command.ts'
import { WrongUsage } from './failure.ts'
import { backupCommand, restoreCommand } from './backup.ts'
import { copyLogCommand } from './copy-log.ts'
import { exportCommand } from './export/export.ts'
import { exportHistoryCommand } from './export/history.ts'
import { importExportCommand } from './export/import-export.ts'
import { cleanImages } from './clean-images.ts'
import { forgetCommand } from './forget/command.ts'
import { importCommands } from './imports/commands.ts'
import { scheduleCommands } from './imports/schedules.ts'
import { undoCommands } from './imports/undo.ts'
import { moveInCommand } from './move-in/command.ts'
import { list, operation, pairRows, print, text } from './operation.ts'
import { mergeCommand, unmergeCommand } from './merge.ts'
import { reportOrganizerCommand, reportUserCommand } from './export/report.ts'
import { putBackCommand } from './put-back.ts'
import { projectionsCommand } from './projections.ts'
import { sealsCommand } from './seals.ts'
import { subscriptionCommands } from './subscriptions/commands.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'
import { verifyCommand } from './verify.ts'

/** An erased user goes by the number alone. */
const whoIn = ({ actor }: JsonObject): string => {
  if (typeof actor !== 'object' || actor === null) return 'nobody'
  const { login, id } = actor as JsonObject
  return typeof login === 'string' ? login : `user ${text(id)}`
}

const historyText = (result: JsonObject): string => {
  const entries = list(result['entries'])
  if (entries.length === 0) return 'nothing is recorded'
  return entries
    .map(entry => {
      const lines = pairRows(entry['changes']).map(
        ([member, before, after]) => `    ${member}: ${text(before)} → ${text(after)}`,
      )
      return [
        `${text(entry['at'])}  ${text(entry['fact'])}  by ${whoIn(entry)}  (${[entry['source'], entry['route']].filter(Boolean).map(text).join(': ')})`,
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

/** Every operator command (spec 00 §6), by name. */
export const commands: Readonly<Record<string, Command>> = {
  'create-user': operation(
    'create-user',
    ['login', 'email', 'role', 'password'],
    'Creates a user. Roles: administrator, editor, author, contributor, subscriber. --name NAME is what everybody sees.',
    r => `user ${text(r['id'])} created`,
    ['name'],
  ),
  'set-name': operation(
    'set-name',
    ['login', 'name'],
    'Gives a user the name that everybody sees as the author of an item; an empty NAME ("") takes it away. A login is shown to no guest.',
    r => (r['name'] === '' ? 'no name is shown' : `name is ${text(r['name'])}`),
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
    'Gives a user another account password; all sessions and application passwords of the user end. ' +
      '--applications keep leaves the application passwords.',
    r =>
      `${text(r['login'])} has another password; ${text(r['application_passwords'])} application passwords are left`,
    ['applications'],
  ),
  'erase-user': operation(
    'erase-user',
    ['login'],
    'Deletes who a user was, for good: login, address, passwords. What the user did stays, under the number alone, and ' +
      'so do the items whose author the user is; --reassign LOGIN makes another user their author.',
    r => `user ${text(r['id'])} is erased, ${text(r['reassigned'])} items have another author`,
    ['reassign'],
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
  'revoke-application-passwords': operation(
    'revoke-application-passwords',
    ['login'],
    'Takes all application passwords of a user back, at once and for good.',
    r => `${text(r['login'])} has no application passwords any more`,
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
  'clean-images': cleanImages,
  ...importCommands,
  ...scheduleCommands,
  ...subscriptionCommands,
  ...undoCommands,
  'move-in': moveInCommand,
  history: operation(
    'history',
    ['type', 'id'],
    'Who changed what and when, newest first, at most 1,000 entries. Types: event, venue, organizer, category, tag, ' +
      'image, import, schedule, subscription, user, site (which needs no ID).',
    historyText,
    ['before', 'limit'],
    1,
  ),
  'export-history': exportHistoryCommand,
  'report-user': reportUserCommand,
  'report-organizer': reportOrganizerCommand,
  forget: forgetCommand,
  'forget-contact': operation(
    'forget-contact',
    ['id'],
    'Empties e-mail address and phone of an organizer (id, slug or name) and deletes for good whatever they were, with what ' +
      'was recorded of the organizer before and the payloads of imports that brought it; the organizer stays. ' +
      '--what email or phone: one of the two.',
    r =>
      text(r['forgotten']) === '[]'
        ? 'nothing is held of it'
        : `of organizer ${text(r['id'])} ${text(r['forgotten'])} are forgotten`,
    ['what'],
  ),
  'put-back': putBackCommand,
  merge: mergeCommand,
  unmerge: unmergeCommand,
  projections: projectionsCommand,
  verify: verifyCommand,
  seals: sealsCommand,
  backup: backupCommand,
  restore: restoreCommand,
  'copy-log': copyLogCommand,
  export: exportCommand,
  'import-export': importExportCommand,
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
