import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import type { Command, Invocation } from '../command.ts'
import { WrongUsage } from '../failure.ts'
import { membersOf, text } from '../operation.ts'
import { operate } from '../transport.ts'

const FILTER = ['person', 'kind', 'source', 'import', 'member', 'from', 'to', 'text']

/** Part by part, so that a history of any length can be printed. */
const printHistory = async ({ transport, terminal, options, json }: Invocation): Promise<number> => {
  if (json)
    throw new WrongUsage(
      'export-history prints a file, which --format jsonl makes one of JSON: it goes without --json',
    )
  const asked = { format: 'csv', ...membersOf(['format', ...FILTER], options) }
  let before: Json = null
  do {
    const from: JsonObject = before === null ? {} : { before }
    const { text: lines, next }: JsonObject = await operate(transport, 'export-history', {
      ...asked,
      ...from,
    })
    // the terminal ends the last line
    if (lines !== '') terminal.out(text(lines).replace(/\n$/, ''))
    before = next ?? null
  } while (before !== null)
  return 0
}

export const exportHistoryCommand: Command = {
  usage: `export-history [--format csv|jsonl] ${FILTER.map(name => `[--${name} …]`).join(' ')}`,
  help:
    'Everything that was recorded, newest first, as a table (csv) or a JSON object a line (jsonl). --person: login or ' +
    'number; --kind: event, venue, organizer, term, image, user, import, undo, schedule or site; --source: through what, ' +
    'such as desk or import; --import: id of an import or undo; --member: what was changed, such as title; --from, --to: ' +
    'days of the site; --text: words of the name or of what was changed.',
  arity: 0,
  options: ['format', ...FILTER],
  run: printHistory,
}
