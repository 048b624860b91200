import { hash } from 'node:crypto'
import type { Json } from '../../../shared/kernel/json.ts'

/** Member order does not matter to a JSON object, so it does not matter here; the order of a list does. */
const canonical = (value: Json): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join(',')}]`
  const members = value as { readonly [key: string]: Json }
  let text = ''
  for (const name of Object.keys(members).sort()) {
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonical(members[name] ?? null)}`
  }
  return `{${text}}`
}

/** Fingerprint of a callback's parameters, independent of member order: 64 hex (spec 05 §2 replay). */
export const digestOf = (parameters: Json): string => hash('sha256', canonical(parameters))
