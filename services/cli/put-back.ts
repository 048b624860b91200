import type { JsonObject } from '../../shared/kernel/json.ts'
import { WHY_STAYS, type Stays } from '../calendar/put-back/words.ts'
import type { Command, Invocation, Options } from './command.ts'
import { awaited, printPlan } from './imports/undo.ts'
import { WrongUsage } from './failure.ts'
import { membersOf, objectOf, pairRows, print, text } from './operation.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'

const resultText = (result: JsonObject, isTried: boolean): string => {
  const rows = pairRows(result['changes']).map(([member, now, then]) => [member, text(now), text(then)])
  const stays = Object.entries(objectOf(result['stays'])).map(
    ([member, why]) =>
      `${member} stays: ${WHY_STAYS[text(why) as Stays]}` +
      (why === 'set_since' ? `; --members ${member} puts it back all the same` : ''),
  )
  const head = isTried ? 'nothing is recorded; this would change:' : 'this was put back:'
  return rows.length === 0
    ? [stays.length === 0 ? 'nothing differs from then' : 'nothing is put back', ...stays].join('\n')
    : [head, table([['member', 'now', 'then'], ...rows]), ...stays].join('\n')
}

const OPTIONS = ['position', 'at', 'only', 'members', 'revision'] as const
const FILTER = ['person', 'kind', 'source', 'import', 'member', 'from', 'to'] as const
const OF_SEVERAL = [...FILTER, 'why', 'newest'] as const

const given = (options: Options, names: readonly string[]): boolean =>
  names.some(name => options[name] !== undefined)

const SITE = 'site'

const isOfOne = ([type, id]: readonly string[]): boolean => id !== undefined || type === SITE

const one = async (invocation: Invocation): Promise<number> => {
  const { args, options, transport } = invocation
  // there is one site
  const [type = '', id = type === SITE ? '1' : ''] = args
  if ((options['position'] === undefined) === (options['at'] === undefined))
    throw new WrongUsage(`put-back takes --position or --at\nusage: ${putBackCommand.usage}`)
  if (given(options, [...OF_SEVERAL, 'edited']))
    throw new WrongUsage(
      `put-back TYPE ID is about one item, and nothing is chosen by a filter\nusage: ${putBackCommand.usage}`,
    )
  const isTried = options['dry-run'] !== undefined
  const asked = { type, id, ...membersOf(OPTIONS, options), dry_run: isTried }
  const result = await operate(transport, 'put-back', asked)
  return print(invocation, result, shown => resultText(shown, isTried))
}

/** What a filter of the history chooses, as undo-import does it. */
const several = async (invocation: Invocation): Promise<number> => {
  const { args, options, transport } = invocation
  if (args.length > 0 || given(options, OPTIONS) || !given(options, FILTER))
    throw new WrongUsage(
      `put-back takes TYPE and ID, or a filter of the history\nusage: ${putBackCommand.usage}`,
    )
  const asked = { ...membersOf(OF_SEVERAL, options), edited: options['edited'] !== undefined }
  if (options['dry-run'] !== undefined) return printPlan(invocation, 'put-back-several', asked, 'first')
  return awaited(invocation, await operate(transport, 'put-back-several', asked))
}

export const putBackCommand: Command = {
  usage:
    'put-back (TYPE ID | site) (--position NUMBER | --at TIME) [--only entry] [--members NAMES] [--dry-run], or ' +
    `put-back ${FILTER.map(name => `[--${name} …]`).join(' ')} [--edited] [--why TEXT] [--dry-run]`,
  help:
    'Puts an event, venue, organizer, category, tag, image (its text), user (role and name) or the settings of the site back: as it was after the entry of the history at this position, or at this time on ' +
    'the clock of the site (2027-03-01T10:00); --only entry takes back what that entry changed; --members, names ' +
    'with commas between them, leaves all others. Without TYPE and ID: whatever the filter of the history (export-history) ' +
    'chooses is taken back, in all events, venues and organizers; what others changed since stays, and is listed; with ' +
    '--edited what was created goes to the trash even then. --dry-run tells what would change, and the newest entry: ' +
    '--newest NUMBER refuses when there is a newer one. It can be put back again.',
  arity: 2,
  least: 0,
  options: [...OPTIONS, ...OF_SEVERAL, 'edited', 'dry-run'],
  run: invocation => (isOfOne(invocation.args) ? one(invocation) : several(invocation)),
}
