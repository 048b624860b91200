import type { Command, Invocation } from '../command.ts'
import { FAILED, WrongUsage } from '../failure.ts'
import { keepAll, moveAll, type Mover } from './move.ts'
import { newStory } from './outcome.ts'
import { differencesJson, differencesText, storyJson, storyText } from './report.ts'
import { serviceOf } from './service.ts'
import { openSource } from './source.ts'
import { compareAll } from './verify.ts'

const idsOf = ({ options }: Invocation): 'keep' | 'new' => {
  const ids = options['ids'] ?? 'keep'
  if (ids !== 'keep' && ids !== 'new') throw new WrongUsage('--ids is keep or new')
  return ids
}

const verify = async ({ terminal, json }: Invocation, mover: Mover): Promise<number> => {
  const { compared, different } = await compareAll(mover)
  const { unread } = mover.source.calendar
  terminal.out(
    json
      ? JSON.stringify(differencesJson(compared, different, unread))
      : differencesText(compared, different, unread),
  )
  return different.length + unread.length === 0 ? 0 : FAILED
}

const move = async ({ terminal, json }: Invocation, mover: Mover, keep: boolean): Promise<number> => {
  const { story, source, dryRun } = mover
  if (keep && !dryRun) await keepAll(source, mover.service)
  await moveAll(mover)
  const { unread } = source.calendar
  terminal.out(json ? JSON.stringify(storyJson(story, unread)) : storyText(story, unread, dryRun))
  return story.failed || unread.length > 0 ? FAILED : 0
}

/** `move-in` (spec 05 §15). Begun again after any end it finds what is done, and goes on. */
export const moveInCommand: Command = {
  usage: 'move-in URL [--user LOGIN:APPLICATION-PASSWORD] [--ids keep|new] [--dry-run | --verify]',
  help:
    'Moves another calendar in: one of the reference plugin, or another Belltower, from its address, over its REST ' +
    'interface: categories, tags, venues, organizers, pictures, events, as far as the user of --user (or of the ' +
    'environment variable BELLTOWER_USER, which other users of this machine cannot see) is shown them; without one what ' +
    'is published. Ids are kept where nobody has them here; --ids new gives new ones. Begun again it goes on, takes over ' +
    'what changed over there, and leaves what somebody changed here since. Ends with counts and all that could not be ' +
    'had; exit code 1 when there is any. --dry-run changes nothing and says what would be done; --verify compares both ' +
    'calendars and prints every difference.',
  arity: 1,
  options: ['user', 'ids', 'dry-run', 'verify'],
  run: async invocation => {
    const { options } = invocation
    const ids = idsOf(invocation)
    const [dryRun, isVerify] = [options['dry-run'] !== undefined, options['verify'] !== undefined]
    if (dryRun && isVerify) throw new WrongUsage('--verify changes nothing: it goes without --dry-run')
    const source = await openSource(invocation)
    const from = { source: source.name, keep: ids === 'keep', dry_run: dryRun }
    const service = serviceOf(invocation, from)
    const mover = { source, service, terminal: invocation.terminal, story: newStory(), dryRun }
    return isVerify ? verify(invocation, mover) : move(invocation, mover, ids === 'keep')
  },
}
