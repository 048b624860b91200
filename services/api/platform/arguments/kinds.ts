import type { JsonObject } from '../../../../shared/kernel/json.ts'
import { cleanNow, type TextKind } from '../../../../shared/cleaning/texts.ts'
import { HTML_BYTES, LINE_LENGTH } from '../../../../shared/limits/items.ts'
import { ARGUMENT_LENGTH } from '../../../../shared/limits/requests.ts'
import { oneLine as cleanLine } from '../../../../shared/kernel/text/spelling.ts'
import { either, whole, wholeNumberText, type Schema } from './accepted.ts'
import { accept, type ArgumentKind, type Declared, type Read, reject } from './arguments.ts'

/** `publishBounds`: the index shows the bounds, too (spec 01 §7 names the few arguments where it does). */
type Bounds = { readonly minimum?: number; readonly maximum?: number; readonly publishBounds?: boolean }

const wrongType = (name: string, expected: string) =>
  reject('rest_invalid_type', `${name} is not ${expected}.`, { param: name })

const boundsOf = ({ minimum, maximum }: Bounds): JsonObject => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
})

const within = (value: number, name: string, { minimum, maximum }: Bounds): Read<number> => {
  if (minimum !== undefined && value < minimum)
    return reject('rest_out_of_bounds', `${name} must be at least ${minimum}.`)
  if (maximum !== undefined && value > maximum)
    return reject('rest_out_of_bounds', `${name} must be at most ${maximum}.`)
  return accept(value)
}

const numeric = (
  type: 'integer' | 'number',
  form: RegExp,
  expected: string,
  fits: (value: number) => boolean,
  bounds: Bounds,
  texts: Schema,
): ArgumentKind<number> => ({
  read: (value, name) => {
    const number =
      typeof value === 'number' ? value : typeof value === 'string' && form.test(value) ? Number(value) : NaN
    if (!fits(number)) return wrongType(name, expected)
    // beyond the whole numbers a double can tell apart there is no id and no page
    const limit = Number.MAX_SAFE_INTEGER
    return within(Math.min(Math.max(number, -limit), limit) + 0, name, bounds)
  },
  declared: { type, ...(bounds.publishBounds === true ? boundsOf(bounds) : {}) },
  accepts: either({ type, ...boundsOf(bounds) }, texts),
})

/** JSON whole number, or text `[+-]?digits` with optional `.0…` (spec 01 §2). */
export const integer = (bounds: Bounds = {}): ArgumentKind<number> =>
  numeric(
    'integer',
    /^[+-]?\d+(?:\.0+)?$/,
    'a whole number',
    v => Number.isInteger(v) || isFinal(v),
    bounds,
    wholeNumberText(bounds),
  )
const isFinal = (value: number) => value === Infinity || value === -Infinity

/** JSON number or decimal text. */
export const number = (bounds: Bounds = {}): ArgumentKind<number> =>
  numeric('number', DECIMAL, 'a number', v => !Number.isNaN(v), bounds, {
    type: 'string',
    pattern: DECIMAL.source,
  })
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/

/** An integer of a kind of its own, such as the id of one kind of things, by its maker. */
export const idOf = <Id extends number>(of: (id: number) => Id, kind = integer()): ArgumentKind<Id> => ({
  ...kind,
  read: (value, name, at) => {
    const read = kind.read(value, name, at)
    return read.ok ? accept(of(read.value)) : read
  },
})

/** The core boolean: `"false"` and `"0"` are false; everything but true, false, 1, 0 is refused. */
export const boolean = (): ArgumentKind<boolean> => ({
  read: (value, name) => {
    const text = typeof value === 'string' ? value.toLowerCase() : value
    if (text === true || text === 1 || text === 'true' || text === '1') return accept(true)
    if (text === false || text === 0 || text === 'false' || text === '0') return accept(false)
    return wrongType(name, 'true or false')
  },
  declared: { type: 'boolean' },
  accepts: either(
    { type: 'boolean' },
    { type: 'integer', enum: [0, 1] },
    whole('[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01]'),
  ),
})

type TextRules = {
  readonly minLength?: number
  /** Default: `ARGUMENT_LENGTH`. */
  readonly maxLength?: number
  /** Whole-text pattern, published as declared. */
  readonly pattern?: string
  /** What has this pattern, in words. */
  readonly expected?: string
}

const characters = (text: string) => Array.from(text).length

/** Times the length of a text that blanks and control characters may have around it. */
const ENDLESS = 32

const tooLong = (name: string, most: number) =>
  reject('rest_too_long', `${name} must not have more than ${most} characters.`)

const checkText = (text: string, name: string, rules: TextRules, pattern: RegExp | null): Read<string> => {
  const { minLength = 0, maxLength = ARGUMENT_LENGTH } = rules
  if (text.length < minLength) return reject('rest_too_short', `${name} must not be empty.`)
  if (text.length > maxLength && characters(text) > maxLength) return tooLong(name, maxLength)
  if (pattern?.test(text) === false)
    return reject(
      'rest_invalid_pattern',
      `${name} must be ${rules.expected ?? 'in the form that the documentation shows'}.`,
    )
  return accept(text)
}

const textKind = (clean: (text: string) => string, rules: TextRules): ArgumentKind<string> => {
  const pattern = rules.pattern === undefined ? null : new RegExp(rules.pattern, 'u')
  const form = rules.pattern === undefined ? {} : { pattern: rules.pattern }
  const { maxLength = ARGUMENT_LENGTH } = rules
  return {
    read: (value, name) => {
      if (typeof value !== 'string') return wrongType(name, 'a text')
      // what is so much longer is not worth cleaning
      const isEndless = value.length > ENDLESS * maxLength
      return isEndless ? tooLong(name, maxLength) : checkText(clean(value), name, rules, pattern)
    },
    declared: { type: 'string', ...form },
    accepts: {
      type: 'string',
      ...form,
      ...(rules.minLength === undefined ? {} : { minLength: rules.minLength }),
      maxLength,
    },
  }
}

/** Text as sent; 10,000 characters unless the rules say otherwise. */
export const text = (rules: TextRules = {}): ArgumentKind<string> => textKind(value => value, rules)

/** CR, LF and TAB become a blank, other control characters go, outer blanks are trimmed; 2,000 characters. */
export const oneLine = (rules: TextRules = {}): ArgumentKind<string> =>
  textKind(cleanLine, { maxLength: LINE_LENGTH, ...rules })

/** One line of which something is to be seen once it is clean. */
const nameKind = (kind: TextKind): ArgumentKind<string> => {
  const line = oneLine()
  return {
    ...line,
    accepts: { ...line.accepts, minLength: 1 },
    read: (value, name, at) => {
      const read = line.read(value, name, at)
      if (!read.ok) return read
      // a reference can stand for a line break, too
      const clean = at.cleaning ?? cleanNow
      const seen = cleanLine(clean(kind, read.value))
      return seen === '' ? reject('rest_too_short', `${name} must not be empty.`) : accept(seen)
    },
  }
}

/** Title or name: one line, inline markup only, and something of it to be seen (spec 01 §2). */
export const title = (): ArgumentKind<string> => nameKind('title')

/** Name of a category or tag: the same without any markup. */
export const termName = (): ArgumentKind<string> => nameKind('term')

/** HTML as sent: it is sanitised where it is stored, by the right of the caller (spec 01 §2). */
export const html = (): ArgumentKind<string> => {
  // no text has more characters than bytes
  const plain = text({ maxLength: HTML_BYTES })
  return {
    ...plain,
    read: (value, name, at) =>
      typeof value === 'string' && Buffer.byteLength(value) > HTML_BYTES
        ? reject('rest_too_long', `${name} must not have more than ${HTML_BYTES} bytes.`)
        : plain.read(value, name, at),
  }
}

/** One of `values`, exact and case-sensitive. */
export const oneOf = <const Value extends string>(values: readonly Value[]): ArgumentKind<Value> => ({
  read: (value, name) => {
    if (typeof value !== 'string') return wrongType(name, 'a text')
    const found = values.find(one => one === value)
    return found === undefined
      ? reject('rest_not_in_enum', `${name} must be one of ${values.join(', ')}.`)
      : accept(found)
  },
  declared: { type: 'string', enum: values },
  accepts: { type: 'string', enum: values },
})

/** The same reading; the index publishes another type than the one that is accepted (spec 01 §7). */
export const declaredAs = <Value>(kind: ArgumentKind<Value>, declared: Declared): ArgumentKind<Value> => ({
  ...kind,
  declared,
})
