import type { Noticed } from '../../imports/item/notices.ts'
import { sentenceOf } from '../../imports/item/told.ts'
import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import type { ImportProgress } from './aggregator.ts'
import type { Invocation } from '../command.ts'
import { oneLine } from '../../../shared/kernel/text/spelling.ts'
import { objectOf } from '../operation.ts'
import { table } from '../table.ts'

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

export const progressOf = (record: JsonObject): ImportProgress => ({
  status: typeof record['status'] === 'string' ? record['status'] : 'pending',
  processed: count(record['processed']),
  received: count(record['received']),
})

type Counts = ReadonlyMap<string, number>

const countsIn = (value: Json | undefined): Counts =>
  new Map(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value as JsonObject).map(([name, items]) => [name, count(items)])
      : [],
  )

const rows = (counts: Counts) =>
  [...counts].filter(([, items]) => items > 0).sort(([one], [other]) => one.localeCompare(other))

/** `failed (missing_title)`, and what of an outcome has no reason. */
const outcomesOf = ({ outcomes, reasons }: JsonObject): Counts => {
  const why = typeof reasons === 'object' && reasons !== null ? (reasons as JsonObject) : {}
  const all = new Map<string, number>()
  for (const [outcome, items] of countsIn(outcomes)) {
    const known = countsIn(why[outcome])
    all.set(outcome, items - [...known.values()].reduce((sum, one) => sum + one, 0))
    for (const [reason, some] of known) all.set(`${outcome} (${reason})`, some)
  }
  return all
}

const warningsOf = ({ warnings }: JsonObject, noticed: Noticed): Counts => {
  const all = new Map(countsIn(warnings))
  for (const warning of noticed.warnings ?? []) if (!all.has(warning)) all.set(warning, 1)
  return all
}

/** What was noticed of the file as a whole. */
const noticedLines = ({ warnings = [], found = {} }: Noticed): readonly string[] =>
  warnings.map(code => `${code}: ${sentenceOf(code, found[code])}`)

/** Failed items shown at the end of an import. */
export const SHOWN_FAILURES = 10

/** `line 12, "Fair"`. */
export const whereOf = ({ line, position, title, uid }: JsonObject): string => {
  const place = typeof line === 'number' ? `line ${line}` : `item ${textOf(position)}`
  const name = [title, uid].find(text => typeof text === 'string' && text !== '')
  return name === undefined ? place : `${place}, "${oneLine(textOf(name))}"`
}

/** What is told of an item, in sentences: why it failed or stays, and what was noticed of it. */
const sentencesOf = ({ reason, warnings, found }: JsonObject): readonly string[] => {
  const codes = [reason, ...(Array.isArray(warnings) ? (warnings as readonly Json[]) : [])]
  return codes
    .filter(code => typeof code === 'string')
    .map(code => {
      const there = objectOf(found)[code]
      return sentenceOf(code, typeof there === 'string' ? there : undefined)
    })
}

/** `line 12, "Fair": Its start cannot be read (Start Date: 31/31/2027): …` */
const failureLine = (item: JsonObject): string =>
  `${whereOf(item)}: ${sentencesOf({ ...item, warnings: [] }).join(' ')}`

/** The same of a failed item; of others `line 12, "Fair": created 41`, with what was noticed. */
export const itemLine = (item: JsonObject): string => {
  const { outcome, id } = item
  if (outcome === 'failed') return failureLine(item)
  const became = `${textOf(outcome ?? 'waiting')}${typeof id === 'number' ? ` ${id}` : ''}`
  return [`${whereOf(item)}: ${became}`, ...sentencesOf(item)].join('; ')
}

/** What shows all items that failed, line by line. */
const allFailures = (importId: string): string => `npm run cli -- show-import ${importId} --outcome failed`

const failuresOf = (record: JsonObject, { failures = [], all }: Beside): readonly string[] => {
  const { failed = 0 } = Object.fromEntries(countsIn(record['outcomes']))
  if (failures.length === 0) return []
  const more = failed - failures.length
  return [
    '',
    more > 0 ? `the first ${failures.length} of ${failed} failures:` : 'failures:',
    ...failures.map(item => `  ${failureLine(item)}`),
    ...(more > 0 ? [`${more} more: ${all ?? allFailures(textOf(record['import_id']))}`] : []),
  ]
}

/** A dry run is no import. */
const nameOf = ({ import_id: id }: JsonObject): string =>
  typeof id === 'string' ? `import ${id}` : 'dry run'

/** What came of an import, beside its record. */
export type Beside = {
  /** Of the file as a whole. */
  readonly noticed?: Noticed
  /** The first items that failed. */
  readonly failures?: readonly JsonObject[]
  /** Where all of them are; absent: a command shows them. */
  readonly all?: string | undefined
}

/** What came of an import. Exit code 0 when it ended as success, 1 when it failed. */
export const report = (
  { terminal, json }: Pick<Invocation, 'terminal' | 'json'>,
  record: JsonObject,
  beside: Beside = {},
): number => {
  const { status } = progressOf(record)
  const { noticed = {} } = beside
  if (json) terminal.out(JSON.stringify(record))
  else {
    const [outcomes, warnings] = [rows(outcomesOf(record)), rows(warningsOf(record, noticed))]
    terminal.out(`${nameOf(record)}: ${status}`)
    for (const entry of Array.isArray(record['log']) ? (record['log'] as readonly Json[]) : []) {
      terminal.out(`  ${textOf(entry)}`)
    }
    if (outcomes.length > 0) terminal.out(table([['outcome', 'items'], ...outcomes]))
    if (warnings.length > 0) terminal.out(table([['warning', 'items'], ...warnings]))
    for (const line of [...noticedLines(noticed), ...failuresOf(record, beside)]) terminal.out(line)
  }
  return status === 'success' ? 0 : 1
}
