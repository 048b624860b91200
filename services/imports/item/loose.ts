import { isObject, type Json } from '../../../shared/kernel/json.ts'
import { oneLine } from '../../../shared/kernel/text/spelling.ts'

// Aggregators send loose types (spec 05 §7). Absent (`undefined`) and "present and empty" stay apart everywhere,
// because an empty member clears and an absent one does not (spec 05 §6).

/** "", null, [] and {}: sent, and empty. */
export const isEmpty = (value: Json | undefined): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

/**
 * Text of a text, number or boolean; "" when empty; undefined when absent, or a list or an object that holds
 * something: that is a mistake, and a mistake clears nothing.
 */
export const looseText = (value: Json | undefined): string | undefined => {
  if (value === undefined) return undefined
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  return isEmpty(value) ? '' : undefined
}

/** The same as one line. */
export const looseLine = (value: Json | undefined): string | undefined => {
  const text = looseText(value)
  return text === undefined ? undefined : oneLine(text)
}

/** Core boolean (spec 01 §2); empty is false; anything else counts as not sent. */
export const looseFlag = (value: Json | undefined): boolean | undefined => {
  if (value === undefined) return undefined
  if (isEmpty(value)) return false
  const text = looseText(value)?.toLowerCase()
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  return undefined
}

/** A number, or number text; null when empty; undefined when absent or not a number. */
export const looseNumber = (value: Json | undefined): number | null | undefined => {
  if (value === undefined) return undefined
  // small ones read as `4e-7` in text
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (isEmpty(value)) return null
  const text = looseLine(value) ?? ''
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text) ? Number(text) : undefined
}

/** Names of a list or of a comma text; always names, also digits. undefined when absent, or another thing. */
export const looseNames = (value: Json | undefined): readonly string[] | undefined => {
  const parts: readonly Json[] | undefined = Array.isArray(value)
    ? (value as readonly Json[])
    : looseText(value)?.split(',')
  const names = parts?.map(part => looseLine(isObject(part) ? part['name'] : part) ?? '')
  return names && [...new Set(names.filter(name => name !== ''))]
}

/** 0 in the place of a name is how others say that there is none. */
export const isNoName = (value: Json | undefined): boolean => looseLine(value) === '0'

/** The elements of a list, or the single value as one; empty values give none. undefined when absent. */
export const looseList = (value: Json | undefined): readonly Json[] | undefined => {
  if (value === undefined) return undefined
  if (isEmpty(value)) return []
  return Array.isArray(value) ? (value as readonly Json[]) : [value]
}
