import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Command } from '../command.ts'
import { list, print, text } from '../operation.ts'
import { operate } from '../transport.ts'

/** Of what there is so much. */
const WORDS: Readonly<Record<string, string>> = {
  payloads: 'batches of imports that came in',
  sign_ins: 'sign-ins of people and of programs of theirs',
  versions: 'earlier versions of what is in the trash, which was changed last',
}

const forgottenText = (result: JsonObject): string =>
  [
    result['dry_run'] === true ? 'nothing is forgotten; this is due:' : 'forgotten:',
    ...list(result['forgotten']).map(
      ({ what, count, before }) =>
        `  ${text(count)} ${WORDS[text(what)] ?? text(what)} before ${text(before)}`,
    ),
  ].join('\n')

/** `forget` (spec 00 §6.9). */
export const forgetCommand: Command = {
  usage: 'forget [--dry-run]',
  help:
    'Forgets now what is kept longer than the settings keep_… say, which the service does once a day by itself. --dry-run ' +
    'tells how much that would be, and forgets nothing.',
  arity: 0,
  options: ['dry-run'],
  run: async invocation => {
    const asked = { dry_run: invocation.options['dry-run'] !== undefined }
    return print(invocation, await operate(invocation.transport, 'forget', asked), forgottenText)
  },
}
