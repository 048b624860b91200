import { reworded, type Answer } from './answer.ts'
import { isObject } from '../../../../shared/kernel/json.ts'
import { elementsOf } from '../arguments/arguments.ts'
import type { SentArguments } from '../call.ts'

/** Named members and what is wanted inside them; null: everything. */
type WantedFields = { [name: string]: WantedFields | null }

const addName = (wanted: WantedFields, name: string): void => {
  let node = wanted
  const steps = name.split('.')
  for (const [depth, step] of steps.entries()) {
    const known = Object.hasOwn(node, step) ? node[step] : undefined
    if (depth === steps.length - 1 || known === null) {
      node[step] = null
      return
    }
    const inner = known ?? {}
    node[step] = inner
    node = inner
  }
}

/** `_fields` as a comma list or a list; null: no filter (spec 01 §5). */
export const wantedFields = (sent: SentArguments): WantedFields | null => {
  const names = elementsOf(sent['_fields'] ?? '', 'commas') ?? []
  const wanted: WantedFields = {}
  for (const name of names) if (typeof name === 'string' && name.trim() !== '') addName(wanted, name.trim())
  return Object.keys(wanted).length === 0 ? null : wanted
}

const pick = (value: unknown, wanted: WantedFields): unknown => {
  if (Array.isArray(value)) return value.map(element => pick(element, wanted))
  if (!isObject(value)) return undefined
  const kept: [string, unknown][] = []
  for (const [name, member] of Object.entries(value)) {
    const inner = Object.hasOwn(wanted, name) ? wanted[name] : undefined
    if (inner === undefined) continue
    const picked = inner === null ? member : pick(member, inner)
    if (picked !== undefined) kept.push([name, picked])
  }
  return Object.fromEntries(kept)
}

/** Keeps the named members; errors stay whole. */
export const withFields = (answer: Answer, wanted: WantedFields | null): Answer =>
  wanted === null || answer.status >= 400 || answer.type !== undefined
    ? answer
    : reworded(answer, JSON.stringify(pick(JSON.parse(answer.text), wanted) ?? {}))

const NUMBERS = [...['X-CAL-Total', 'X-CAL-TotalPages', 'X-CAL-PerPage', 'X-CORE-Total', 'X-CORE-TotalPages']]

/** Header names and values as one object, totals as numbers; repeated names are joined; `[]` when there are none. */
const headersObject = (
  headers: Answer['headers'],
): Readonly<Record<string, string | number>> | readonly [] => {
  const object: Record<string, string | number> = {}
  for (const [name, value] of headers)
    object[name] = object[name] === undefined ? value : `${object[name]}, ${value}`
  for (const name of NUMBERS) if (object[name] !== undefined) object[name] = Number(object[name])
  return headers.length === 0 ? [] : object
}

/** `{"body","status","headers"}` of one answer: `_envelope` and batch parts. */
export const envelopeText = (answer: Answer, headers = answer.headers): string =>
  `{"body":${answer.text},"status":${answer.status},"headers":${JSON.stringify(headersObject(headers))}}`
