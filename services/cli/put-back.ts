import type { JsonObject } from '../../shared/kernel/json.ts'
import { WHY_STAYS, type Stays } from '../calendar/put-back/words.ts'
import type { Command } from './command.ts'
import { WrongUsage } from './failure.ts'
import { membersOf, objectOf, pairRows, print, text } from './operation.ts'
import { table } from './table.ts'
import { operate } from './transport.ts'

const resultText = (result: JsonObject, isTried: boolean): string => {
  const rows = pairRows(result['changes']).map(([member, now, then]) => [member, text(now), text(then)])
  const stays = Object.entries(objectOf(result['stays'])).map(
    ([member, why]) => `${member} stays: ${WHY_STAYS[text(why) as Stays]}`,
  )
  const head = isTried ? 'nothing is recorded; this would change:' : 'this was put back:'
  return rows.length === 0
    ? ['nothing differs from then', ...stays].join('\n')
    : [head, table([['member', 'now', 'then'], ...rows]), ...stays].join('\n')
}

const OPTIONS = ['position', 'at', 'only', 'members', 'revision'] as const

export const putBackCommand: Command = {
  usage: 'put-back TYPE ID (--position NUMBER | --at TIME) [--only entry] [--members NAMES] [--dry-run]',
  help:
    'Puts an event, venue or organizer back: as it was after the entry of the history at this position, or at this time on ' +
    'the clock of the site (2027-03-01T10:00); --only entry takes back what that entry changed; --members, names ' +
    'with commas between them, leaves all others. --dry-run tells what would change. It can be put back again.',
  arity: 2,
  options: [...OPTIONS, 'dry-run'],
  run: async invocation => {
    const { args, options, transport } = invocation
    const [type = '', id = ''] = args
    if ((options['position'] === undefined) === (options['at'] === undefined))
      throw new WrongUsage(`put-back takes --position or --at\nusage: ${putBackCommand.usage}`)
    const isTried = options['dry-run'] !== undefined
    const asked = { type, id, ...membersOf(OPTIONS, options), dry_run: isTried }
    const result = await operate(transport, 'put-back', asked)
    return print(invocation, result, shown => resultText(shown, isTried))
  },
}
