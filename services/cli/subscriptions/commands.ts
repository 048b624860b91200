import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Command } from '../command.ts'
import { list, objectOf, operation, text } from '../operation.ts'
import { table } from '../table.ts'

const words = (value: JsonObject[string] | undefined): string =>
  Array.isArray(value) ? value.map(text).join(', ') : ''

/** How it is doing, and why not well. */
const stateText = (one: JsonObject): string => {
  const failing = objectOf(one['failing'])
  const { reason, found, since, due_at: dueAt } = failing
  if (reason === undefined) return text(one['status'])
  const why = [reason, found].filter(part => typeof part === 'string').join(' ')
  const next = one['status'] === 'active' ? `, next attempt ${text(dueAt)}` : ''
  return `${text(one['status'])}, takes nothing since ${text(since)} (${why}${next})`
}

const subscriptionsText = (result: JsonObject): string => {
  const all = list(result['subscriptions'])
  if (all.length === 0) return 'no subscriptions'
  return table([
    ['subscription', 'name', 'told', 'last', 'state', 'address'],
    ...all.map(one => [
      text(one['subscription_id']),
      text(one['name']),
      text(one['delivered']),
      text(one['last_taken_at'] ?? 'never'),
      stateText(one),
      text(one['url']),
    ]),
  ])
}

const roundRow = (round: JsonObject): readonly string[] => [
  'round',
  `${text(round['at'])} ${text(round['delivered'])} told, answer ${text(round['status'] ?? 'none')}` +
    (typeof round['reason'] === 'string' ? ` (${round['reason']})` : ''),
]

const subscriptionText = (one: JsonObject): string => {
  const rows = [
    ['subscription', text(one['subscription_id'])],
    ['name', text(one['name'])],
    ['address', text(one['url'])],
    ['state', stateText(one)],
    ['kinds', words(one['kinds'])],
    ['happenings', words(one['happenings'])],
    ['sees', text(one['sees'])],
    ['told', `${text(one['delivered'])}, last ${text(one['last_taken_at'] ?? 'never')}`],
    ...list(one['waiting']).map(item => [
      'waits',
      `${text(item['item'])} since ${text(item['since'])} (${text(item['reason'])} ${text(item['found'] ?? '')})`,
    ]),
    ...list(one['rounds']).map(roundRow),
  ]
  const secret = one['secret']
  return [
    table(rows),
    ...(typeof secret === 'string' ? ['', `secret, shown this once: ${secret}`] : []),
  ].join('\n')
}

const CHOSEN = ['kinds', 'happenings', 'sees']
const WHICH = ['subscription_id']

/** Commands about addresses that are told what happens, by name (spec 08). */
export const subscriptionCommands: Readonly<Record<string, Command>> = {
  subscribe: operation(
    'subscribe',
    ['name', 'url'],
    'Has changes told to an https address from now on, and prints its secret, this once. --kinds event,venue,organizer,' +
      'category,tag (at first event), --happenings created,published,changed,withdrawn,trashed,restored,deleted (at first ' +
      'all), --sees public (what everybody may read, at first) or all.',
    subscriptionText,
    CHOSEN,
  ),
  subscriptions: operation(
    'subscriptions',
    [],
    'The addresses that are told what happens, and how each is doing.',
    subscriptionsText,
  ),
  'show-subscription': operation(
    'show-subscription',
    WHICH,
    'Shows one of them, with what came of it the last times.',
    subscriptionText,
  ),
  'change-subscription': operation(
    'change-subscription',
    WHICH,
    'Has other changes told, or at another address; what is not given stays.',
    subscriptionText,
    ['name', 'url', ...CHOSEN],
  ),
  'pause-subscription': operation(
    'pause-subscription',
    WHICH,
    'Has an address told nothing until it is resumed.',
    r => `subscription ${text(r['subscription_id'])} is paused`,
  ),
  'resume-subscription': operation(
    'resume-subscription',
    WHICH,
    'Goes on where it was paused or given up; nothing is left out.',
    r => `subscription ${text(r['subscription_id'])} goes on`,
  ),
  unsubscribe: operation(
    'unsubscribe',
    WHICH,
    'Has an address told nothing any more.',
    r => `subscription ${text(r['subscription_id'])} is removed`,
  ),
  'ping-subscription': operation(
    'ping-subscription',
    WHICH,
    'Sends an address a message that says nothing, and tells what it answers.',
    r =>
      r['taken'] === true
        ? `taken (${text(r['status'])})`
        : `not taken: ${[r['reason'], r['status']]
            .filter(part => part !== null)
            .map(text)
            .join(' ')}`,
  ),
  'rotate-subscription-secret': operation(
    'rotate-subscription-secret',
    WHICH,
    'Makes another secret and prints it, this once; the one before counts beside it for a day.',
    subscriptionText,
  ),
  'resend-subscription': operation(
    'resend-subscription',
    [...WHICH, 'since'],
    'Tells everything since a day (2027-05-08) or an instant (2027-05-08T10:00:00Z) again; a later one leaves out what is before.',
    r => `subscription ${text(r['subscription_id'])} goes on from there`,
  ),
}
