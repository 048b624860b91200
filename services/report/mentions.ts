import type { StoredRecord } from '../../shared/event-store/port.ts'
import { FORMS } from '../../shared/facts/form.ts'
import { SEALS } from '../../shared/facts/seal.ts'
import { SUBSCRIPTIONS } from '../../shared/facts/subscription.ts'
import { isObject, type Json, type JsonObject } from '../../shared/kernel/json.ts'

/** What nobody writes (bytes, digests, numbers), and what administrators alone may look at: accounts and receivers. */
const SILENT = [
  ...[SEALS, FORMS, 'imagebytes-', 'ids-', 'session-', 'secret-', 'login/', 'email/'],
  ...['user-', SUBSCRIPTIONS],
]

export const isSilent = ({ stream }: Pick<StoredRecord, 'stream'>): boolean =>
  SILENT.some(prefix => stream.startsWith(prefix))

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** A text in which one of them stands as words of its own, whatever the case; null: none of them is a word. */
const patternOf = (words: readonly string[]): RegExp | null => {
  const sought = [...new Set(words.map(word => word.trim()))].filter(word => word !== '')
  return sought.length === 0
    ? null
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${sought.map(literally).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

const holds = (pattern: RegExp, value: Json): boolean => {
  if (typeof value === 'string') return pattern.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(one => holds(pattern, one))
}

/** Members of items stand in `values` and `changes`, others for themselves. */
const membersIn = (data: JsonObject): readonly (readonly [string, Json])[] =>
  Object.entries(data).flatMap(([name, value]) =>
    (name === 'values' || name === 'changes') && isObject(value)
      ? Object.entries(value)
      : [[name, value] as const],
  )

/** Tells in which members of what a fact says one of the words stands. */
export const mentionsOf = (words: readonly string[]) => {
  const pattern = patternOf(words)
  return (data: JsonObject): readonly string[] =>
    pattern === null ? [] : membersIn(data).flatMap(([name, value]) => (holds(pattern, value) ? [name] : []))
}
