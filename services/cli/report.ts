import type { Json, JsonObject } from '../../shared/event-store/port.ts'
import type { ImportProgress } from './aggregator.ts'
import type { Invocation } from './command.ts'
import { table } from './table.ts'

const textOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

const count = (value: Json | undefined): number => (typeof value === 'number' ? value : 0)

export const progressOf = (record: JsonObject): ImportProgress => ({
  status: typeof record['status'] === 'string' ? record['status'] : 'pending',
  processed: count(record['processed']),
  received: count(record['received']),
})

type Tally = Map<string, number>
const add = (tally: Tally, key: string) => tally.set(key, (tally.get(key) ?? 0) + 1)
const rows = (tally: Tally) => [...tally].sort(([a], [b]) => a.localeCompare(b))

const talliesOf = (record: JsonObject, feedWarnings: readonly string[]) => {
  const items = Array.isArray(record['items']) ? (record['items'] as readonly JsonObject[]) : []
  const outcomes: Tally = new Map()
  const warnings: Tally = new Map()
  for (const item of items) {
    const reason = item['reason']
    add(outcomes, `${textOf(item['outcome'])}${typeof reason === 'string' ? ` (${reason})` : ''}`)
    const noticed = item['warnings']
    if (Array.isArray(noticed))
      for (const warning of noticed as readonly Json[]) add(warnings, textOf(warning))
  }
  for (const warning of feedWarnings) add(warnings, warning)
  return { outcomes, warnings }
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
    const { outcomes, warnings } = talliesOf(record, feedWarnings)
    terminal.out(`import ${textOf(record['import_id'])}: ${status}`)
    for (const entry of Array.isArray(record['log']) ? (record['log'] as readonly Json[]) : []) {
      terminal.out(`  ${textOf(entry)}`)
    }
    if (outcomes.size > 0) terminal.out(table([['outcome', 'items'], ...rows(outcomes)]))
    if (warnings.size > 0) terminal.out(table([['warning', 'items'], ...rows(warnings)]))
  }
  return status === 'success' ? 0 : 1
}
