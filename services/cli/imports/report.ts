import type { Json, JsonObject } from '../../../shared/kernel/json.ts'
import type { ImportProgress } from './aggregator.ts'
import type { Invocation } from '../command.ts'
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

const warningsOf = ({ warnings }: JsonObject, feedWarnings: readonly string[]): Counts => {
  const all = new Map(countsIn(warnings))
  for (const warning of feedWarnings) all.set(warning, (all.get(warning) ?? 0) + 1)
  return all
}

/** What came of an import. Exit code 0 when it ended as success, 1 when it failed. */
export const report = (
  { terminal, json }: Pick<Invocation, 'terminal' | 'json'>,
  record: JsonObject,
  feedWarnings: readonly string[],
): number => {
  const { status } = progressOf(record)
  if (json) terminal.out(JSON.stringify(record))
  else {
    const [outcomes, warnings] = [rows(outcomesOf(record)), rows(warningsOf(record, feedWarnings))]
    terminal.out(`import ${textOf(record['import_id'])}: ${status}`)
    for (const entry of Array.isArray(record['log']) ? (record['log'] as readonly Json[]) : []) {
      terminal.out(`  ${textOf(entry)}`)
    }
    if (outcomes.length > 0) terminal.out(table([['outcome', 'items'], ...outcomes]))
    if (warnings.length > 0) terminal.out(table([['warning', 'items'], ...warnings]))
  }
  return status === 'success' ? 0 : 1
}
