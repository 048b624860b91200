import type { JsonObject } from '../../shared/kernel/json.ts'
import { masked, type ToldFact } from './changes.ts'

/** What an item consists of after a fact about it; null: it is not there (any more). */
const after = (state: JsonObject | null, fact: ToldFact): JsonObject | null => {
  if (fact.type === 'TermDeleted' || fact.type === 'ImageRemoved') return null
  if (fact.type === 'UserCreated') return { login: fact.login, email: fact.email, role: fact.role }
  if ('values' in fact) return fact.values as JsonObject
  if (!('changes' in fact)) return state
  const changed = Object.entries(fact.changes as Record<string, readonly [unknown, unknown] | undefined>)
  const values = changed.flatMap(([member, pair]) => (pair === undefined ? [] : [[member, pair[1]]]))
  return { ...state, ...(Object.fromEntries(values) as JsonObject) }
}

/** Everything an item held after these facts, from its first on; secrets are masked. null: there was none. */
export const stateAfter = (facts: readonly ToldFact[]): JsonObject | null => {
  const state = facts.reduce<JsonObject | null>(after, null)
  return state === null ? null : masked(state)
}
