import type { ArgumentKind } from '../platform/arguments/arguments.ts'
import { text } from '../platform/arguments/kinds.ts'

const DAY = '\\d{4}-\\d{2}-\\d{2}'
const CLOCK = '\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?'
const OFFSET = '[Zz]|[+-]\\d{2}(?::?\\d{2})?'
const WORD =
  '[Nn][Oo][Ww]|[Tt][Oo][Dd][Aa][Yy]|[Tt][Oo][Mm][Oo][Rr][Rr][Oo][Ww]|[Yy][Ee][Ss][Tt][Ee][Rr][Dd][Aa][Yy]'
const HOUR = '\\d{1,2}(?::\\d{2}){0,2}\\s*(?:[AaPp][Mm])?'
const DATE = `${DAY}(?:[Tt ]${CLOCK}(?:${OFFSET})?)?|\\d{9,}|(?:${WORD})(?:\\s+${HOUR})?`

/** Text of one of the forms of spec 04 §1 (zeros of 04 §6, too); what it names is judged where its zone is known. */
export const dateText = (): ArgumentKind<string> => ({
  ...text(),
  accepts: { ...text().accepts, pattern: `^(?:${DATE})$` },
})
