import type { RecentEntry } from '../../../../../projections/history/queries.ts'
import { mayLookAt } from '../../../admin/history.ts'
import type { Caller } from '../../../platform/call.ts'
import { linesOf, type LinesDeps, type RecentLine } from '../../history/lines.ts'

/** Things done at once that the first page tells of. */
const SHOWN = 8
/** Entries that are looked through: an import makes thousands. */
const LOOKED_AT = 200

/** What was done at once, to one thing or to many. */
export type Done = { readonly line: RecentLine; readonly others: number }

/** Entries of one request, import or job, newest first; what they did first stands for all. Pure. */
export const together = (
  entries: readonly RecentEntry[],
): readonly { readonly entry: RecentEntry; readonly others: number }[] => {
  const groups = new Map<string, { entry: RecentEntry; things: Set<string> }>()
  for (const entry of entries) {
    const { things } = groups.get(entry.correlation) ?? { things: new Set<string>() }
    things.add(`${entry.kind} ${entry.id}`)
    groups.set(entry.correlation, { entry, things })
  }
  return [...groups.values()].map(({ entry, things }) => ({ entry, others: things.size - 1 }))
}

/** What was changed lately, of what this reader may look at. */
export const lately = async (deps: LinesDeps, caller: Caller): Promise<readonly Done[]> => {
  const { entries } = await deps.history.recent({ limit: LOOKED_AT })
  const groups = together(entries.filter(({ kind }) => mayLookAt(kind, caller))).slice(0, SHOWN)
  const lines = await linesOf(
    deps,
    groups.map(({ entry }) => entry),
  )
  return lines.map((line, n) => ({ line, others: groups[n]?.others ?? 0 }))
}
