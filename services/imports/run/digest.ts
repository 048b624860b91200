import { createHash } from 'node:crypto'
import type { Json } from '../../../shared/event-store/port.ts'

/** Member order does not matter to a JSON object, so it does not matter here; the order of a list does. */
const canonical = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  const members = Object.entries(value as { readonly [key: string]: Json })
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}

/** Fingerprint of a callback's parameters, independent of member order: 64 hex (spec 05 §2 replay). */
export const digestOf = (parameters: Json): string =>
  createHash('sha256').update(canonical(parameters)).digest('hex')
