import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../../../shared/kernel/json.ts'
import { JSON_LEVELS } from '../../../../shared/limits/requests.ts'
import type { SentArguments } from '../arguments/arguments.ts'
import { isDropped } from './nesting.ts'

type ReadJson =
  | { readonly is: 'object'; readonly value: SentArguments }
  | { readonly is: 'broken'; readonly code: number; readonly why: string }
  | { readonly is: 'too many values' }

const broken = (code: number, why: string): ReadJson => ({ is: 'broken', code, why })

const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]
const LAST_BLANK = 32

/** Signs looked at between two pauses. */
const SLICE = 1_000_000
/** Signs of a text after whose parsing there is a pause, too. */
const LONG = 100_000

/** Lists and objects stand inside each other too often (what walks a value must not run out of stack), or hold too much. */
const excessOf = async (bytes: Buffer, most: number): Promise<'depth' | 'values' | null> => {
  if (bytes.length <= 2 * JSON_LEVELS) return null
  let [depth, values, quoted, isFresh, paused] = [0, 0, false, false, 0]
  for (let at = 0; at < bytes.length; at++) {
    const sign = bytes[at] ?? 0
    if (quoted) {
      if (sign === BACKSLASH) at++
      else if (sign === QUOTE) quoted = false
    } else if (sign > LAST_BLANK) {
      const closes = sign === CLOSE_LIST || sign === CLOSE_OBJECT
      // the first of a list or an object, or one more
      if ((isFresh && !closes) || sign === COMMA) values++
      isFresh = sign === OPEN_LIST || sign === OPEN_OBJECT
      if (isFresh) depth++
      else if (closes) depth--
      else quoted = sign === QUOTE
      if (depth > JSON_LEVELS) return 'depth'
    }
    if (at - paused >= SLICE) {
      paused = at
      await nextTurn()
    }
  }
  return values > most ? 'values' : null
}

/**
 * Names that could reach a prototype go; half a character, which only an escape can bring, is no character. In place,
 * because making all objects anew takes far longer.
 */
const harmless = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toWellFormed()
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members))
    if (isDropped(name)) Reflect.deleteProperty(members, name)
    else {
      const inner = members[name]
      const mended = harmless(inner)
      if (mended !== inner) members[name] = mended
    }
  return value
}
const SUSPICIOUS = /__proto__|constructor|prototype|\\u/

/** One JSON object with at most so many values at all depths, which are counted before any is made. */
export const readJson = async (bytes: Buffer, most: number): Promise<ReadJson> => {
  if (!isUtf8(bytes)) return broken(5, 'Malformed UTF-8 characters')
  const excess = await excessOf(bytes, most)
  if (excess === 'values') return { is: 'too many values' }
  if (excess === 'depth') return broken(1, 'Maximum depth exceeded')
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '')
  if (text === '') return { is: 'object', value: {} }
  const isSuspicious = SUSPICIOUS.test(text)
  await nextTurn()
  try {
    const value: unknown = JSON.parse(text)
    if (!isObject(value)) return broken(0, 'The body is valid JSON but not an object.')
    if (isSuspicious || text.length > LONG) await nextTurn()
    if (isSuspicious) harmless(value)
    // as it was parsed: a copy of fifty thousand members takes longer than their parsing
    return { is: 'object', value }
  } catch (error) {
    if (error instanceof SyntaxError) return broken(4, 'Syntax error')
    throw error
  }
}
