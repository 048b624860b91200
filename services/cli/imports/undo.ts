import { whyKept } from '../../imports/undo/told.ts'
import { undoDepth, Undone } from '../../../shared/facts/undo.ts'
import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import { CommandFailed } from '../failure.ts'
import type { Command, Invocation } from '../command.ts'
import { list, objectOf, pairRows, print, text } from '../operation.ts'
import { table } from '../table.ts'
import { operate } from '../transport.ts'
import { progressPrinter } from './progress-bar.ts'

const POLL_MS = 200
/** A long value is shown by its beginning. */
const SHOWN_CHARACTERS = 60

const numberOf = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

const shortly = (value: Json | undefined): string => {
  const whole = text(value ?? null).replace(/\s+/g, ' ')
  return whole.length <= SHOWN_CHARACTERS ? whole : `${whole.slice(0, SHOWN_CHARACTERS - 1)}…`
}

const whoText = ({ actor, source, correlation }: JsonObject): string =>
  source === 'import' ? `import ${text(correlation)}` : actor === null ? text(source) : `user ${text(actor)}`

const keptRows = (item: JsonObject): readonly (readonly string[])[] => {
  const which = `${text(item['kind'])} ${text(item['id'])}`
  const by = item['used_by'] === null || item['used_by'] === undefined ? '' : `event ${text(item['used_by'])}`
  const members = list(item['members'])
  const why = (of: JsonObject) => whyKept(text(of['reason'] ?? item['reason']))
  if (members.length === 0) return [[which, '', why(item), by, '']]
  return members.map(member => [
    ...[which, text(member['member']), why(member), whoText(member), text(member['at'])],
  ])
}

const keptText = (kept: readonly JsonObject[], word: string): readonly string[] =>
  kept.length === 0
    ? []
    : ['', `${word}:`, table([['item', 'member', 'why', 'who', 'when'], ...kept.flatMap(keptRows)])]

const countsText = (counts: JsonObject): string =>
  table([
    ['what', 'items'],
    ...Undone.options
      .filter(name => numberOf(counts[name]) > 0)
      .map(name => [name, numberOf(counts[name])] as const),
  ])

const feedText = (feed: Json | undefined): readonly string[] => {
  const { message } = objectOf(feed)
  return typeof message === 'string' ? ['', message] : []
}

const plannedRows = (item: JsonObject): readonly (readonly string[])[] => {
  const which = [`${text(item['kind'])} ${text(item['id'])}`, shortly(item['name']), text(item['undone'])]
  const changes = pairRows(item['changes'])
  if (changes.length === 0) return [[...which, '', '', '']]
  return changes.map(([member, now, then]) => [...which, member, shortly(now), shortly(then)])
}

/** What is chosen of the history, too, and stays as it is. */
const passedText = ({ passed_over: passed }: JsonObject): readonly string[] => {
  const kinds = Object.entries(objectOf(passed)).map(([kind, entries]) => `${text(entries)} of ${kind}`)
  return kinds.length === 0 ? [] : ['', `entries that are chosen, too, and stay: ${kinds.join(', ')}`]
}

/** Page by page, so that a plan of any size can be shown. */
export const printPlan = async (
  invocation: Invocation,
  operation: string,
  asked: JsonObject,
  /** Name of the argument that says with which item it goes on. */
  next: string,
): Promise<number> => {
  const { transport, terminal, json } = invocation
  const all: JsonObject[] = []
  const counts: Record<string, number> = {}
  let feed: Json | undefined
  /** How much of the history is chosen; nothing when an import is undone. */
  let chosen: JsonObject = {}
  for (let from: Json = 1; typeof from === 'number';) {
    const page: JsonObject = await operate(transport, operation, { ...asked, dry_run: true, [next]: from })
    const { entries = null, newest, passed_over = {} } = page
    if (newest !== undefined) chosen = { entries, newest, passed_over }
    all.push(...list(page['items']))
    for (const [name, items] of Object.entries(objectOf(page['counts'])))
      counts[name] = (counts[name] ?? 0) + numberOf(items)
    feed = page['feed']
    from = page['next'] ?? null
    if (from !== null && !json) terminal.err.write(`${text(page['total'])} items, ${text(from)} is next\n`)
  }
  const kept = all.flatMap(({ kept: stays }) => (stays === null ? [] : [objectOf(stays)]))
  return print(invocation, { ...chosen, counts, items: all, feed: feed ?? null }, () =>
    [
      'nothing is recorded; this would be done:',
      table([['item', 'name', 'what', 'member', 'now', 'then'], ...all.flatMap(plannedRows)]),
      '',
      countsText(counts),
      ...keptText(kept, 'this would stay'),
      ...passedText(chosen),
      ...feedText(feed),
    ].join('\n'),
  )
}

/** Until it is done. */
const watched = async ({ transport, terminal }: Invocation, begun: JsonObject): Promise<void> => {
  const printer = progressPrinter(terminal.err)
  const startedAt = terminal.clockMs()
  for (let undo = begun; ;) {
    const state = { done: numberOf(undo['done']), total: numberOf(undo['total']) }
    printer.show({ ...state, elapsedMs: terminal.clockMs() - startedAt })
    if (undo['status'] === 'done') break
    await terminal.pause(POLL_MS)
    undo = await operate(transport, 'show-undo', { undo_id: begun['undo_id'] ?? '' })
  }
  printer.end()
}

const record = async ({ transport }: Invocation, undoId: Json): Promise<JsonObject> => {
  const kept: JsonObject[] = []
  let shown: JsonObject = {}
  for (let from: Json = 0; typeof from === 'number';) {
    shown = await operate(transport, 'show-undo', { undo_id: undoId, from })
    kept.push(...list(shown['kept']))
    from = shown['next'] ?? null
  }
  return { ...shown, next: null, kept }
}

const undoText = (undo: JsonObject): string => {
  const undoId = text(undo['undo_id'])
  const isPutBack = undo['import_id'] === null && undoDepth(undoId) < 2
  return [
    `${isPutBack ? 'put back' : `${text(undo['of'])} is undone`} by ${undoId}; undo-import ${undoId} takes that back`,
    countsText(objectOf(undo['counts'])),
    ...keptText(list(undo['kept']), 'this stays'),
    ...feedText(undo['feed']),
  ].join('\n')
}

/** Until it is done; then what came of it. */
export const awaited = async (invocation: Invocation, begun: JsonObject): Promise<number> => {
  const undoId = begun['undo_id']
  if (typeof undoId !== 'string') throw new CommandFailed('the service does not say which undo it began')
  await watched(invocation, begun)
  return print(invocation, await record(invocation, undoId), undoText)
}

export const undoCommands: Readonly<Record<string, Command>> = {
  'undo-import': {
    usage: 'undo-import IMPORT_ID|UNDO_ID [--dry-run] [--edited]',
    help:
      'Takes back what an import did: what it created goes to the trash, what it changed gets its earlier values, what it ' +
      'withdrew or called off comes back. What others changed since stays, and is listed; with --edited what it created ' +
      'goes to the trash even then. --dry-run shows, member by member, what would happen, and changes nothing. An undo ' +
      'has an id of its own, and can be undone in the same way. Stopped, it goes on by itself.',
    arity: 1,
    options: ['dry-run', 'edited'],
    run: async invocation => {
      const { args, options, transport } = invocation
      const asked = { import_id: args[0] ?? '', edited: options['edited'] !== undefined }
      if (options['dry-run'] !== undefined) return printPlan(invocation, 'undo-import', asked, 'from')
      return awaited(invocation, await operate(transport, 'undo-import', asked))
    },
  },
  'show-undo': {
    usage: 'show-undo UNDO_ID',
    help: 'Shows what an undo of an import came to, and what it left as it was.',
    arity: 1,
    options: [],
    run: async invocation => print(invocation, await record(invocation, invocation.args[0] ?? ''), undoText),
  },
}
