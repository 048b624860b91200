import { readOption, type PeopleAsked } from '../../site/options.ts'
import type { SetSettings } from '../../site/set.ts'
import { json } from '../platform/answers/answer.ts'
import { required } from '../platform/arguments/arguments.ts'
import { contextOf } from '../platform/call.ts'
import { oneLine, text } from '../platform/arguments/kinds.ts'
import type { Route } from '../platform/route.ts'
import { command, unknown } from './command.ts'

export type SiteDeskDeps = {
  readonly people: PeopleAsked
  readonly setSettings: SetSettings
  /** Has texts that were made with these settings, by their names, made anew; resolves when answers show the new ones. */
  readonly remake: (changed: readonly string[]) => Promise<void>
  readonly settled: () => Promise<void>
}

/** `set-option NAME VALUE` (spec 00 §6, §7). */
export const siteCommands = ({ people, setSettings, remake, settled }: SiteDeskDeps): readonly Route[] => [
  command(
    'set-option',
    {
      name: required(oneLine(), { description: 'Which setting.' }),
      value: required(text(), { description: 'What it is from now on.' }),
    },
    async ({ name, value }, call) => {
      const option = readOption(name, value, people)
      if (!option.ok) return unknown(option.argument, option.why)
      const done = await setSettings(option.settings, contextOf(call))
      if (!done.ok) return unknown('value', 'the default view has to be one of the enabled views')
      await settled()
      await remake(Object.keys(option.settings))
      return json(200, { name, value: Object.values(option.settings)[0] ?? null })
    },
  ),
]
