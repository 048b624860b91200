import { either } from './accepted.ts'
import { accept, type ArgumentKind } from './arguments.ts'
import { oneLine } from './kinds.ts'

/** What names one of several things: a text such as a name or a slug, or an id, which may be a number. */
export const named = (): ArgumentKind<string> => {
  const line = oneLine()
  return {
    read: (value, name, at) =>
      typeof value === 'number' && Number.isSafeInteger(value)
        ? accept(String(value))
        : line.read(value, name, at),
    declared: line.declared,
    accepts: either(line.accepts, { type: 'integer' }),
  }
}
