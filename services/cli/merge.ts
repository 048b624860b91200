import type { Json, JsonObject } from '../../shared/kernel/json.ts'
import type { Command } from './command.ts'
import { objectOf, pairRows, print, text } from './operation.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'

const nameOf = (thing: Json | undefined): string => {
  const { id, name } = objectOf(thing)
  return `${text(name)} (#${text(id)})`
}

const resultText = (result: JsonObject, isTried: boolean): string => {
  const rows = pairRows(result['differ']).map(([member, goes, stays]) => [member, text(goes), text(stays)])
  const isOne = result['events'] === 1
  const verb = isTried ? 'would get' : isOne ? 'gets' : 'get'
  return [
    ...(isTried ? ['nothing is recorded'] : []),
    `${text(result['events'])} ${isOne ? 'event' : 'events'} ${verb} ${nameOf(result['into'])} in place of ${nameOf(result['from'])}`,
    ...(result['done'] === false ? ['they are still being moved; that goes on'] : []),
    ...(rows.length === 0
      ? ['nothing else differs']
      : ['these differ; those of the one that stays stay:', table([['member', 'goes', 'stays'], ...rows])]),
  ].join('\n')
}

export const mergeCommand: Command = {
  usage: 'merge TYPE FROM INTO [--dry-run]',
  help:
    'Makes one venue, organizer, category or tag one with another (ids, slugs or names): events get the one that stays, the ' +
    'other goes to the trash, and whatever asks for it finds the one that stays. --dry-run tells what would change; ' +
    'unmerge takes it back.',
  arity: 3,
  options: ['dry-run'],
  run: async invocation => {
    const { args, options, transport } = invocation
    const [type = '', from = '', into = ''] = args
    const isTried = options['dry-run'] !== undefined
    const result = await operate(transport, 'merge', { type, from, into, dry_run: isTried })
    return print(invocation, result, shown => resultText(shown, isTried))
  },
}

export const unmergeCommand: Command = {
  usage: 'unmerge TYPE ID',
  help:
    'Takes a merge back: the venue, organizer, category or tag with this id is itself again, and the events that were moved ' +
    'get it back, unless somebody changed them since.',
  arity: 2,
  options: [],
  run: async invocation => {
    const [type = '', id = ''] = invocation.args
    const result = await operate(invocation.transport, 'unmerge', { type, id })
    return print(
      invocation,
      result,
      shown =>
        `${text(shown['type'])} ${text(shown['id'])} is itself again${shown['done'] === false ? '; its events are still being moved' : ''}`,
    )
  },
}
