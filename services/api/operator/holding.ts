import { HOLDS, type Hold } from '../../../shared/event-store/holding.ts'
import { json } from '../platform/answers/answer.ts'
import { required } from '../platform/arguments/arguments.ts'
import { oneOf } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command } from './command.ts'

export type HoldDeps = {
  /** Resolves when no change is under way any more, to whether changes were held until now. */
  readonly hold: (hold: Hold) => Promise<boolean>
}

/** For a copy of the log that is about to be finished (spec 00 §6.3). */
export const holdCommands = ({ hold }: HoldDeps): readonly Route[] => [
  command(
    'hold-writes',
    {
      hold: required(oneOf(HOLDS), {
        description:
          'held: for a minute, unless asked again; moved: until the service ends; over: no longer.',
      }),
    },
    async asked => json(200, { hold: asked.hold, was_held: await hold(asked.hold) }),
  ),
]
