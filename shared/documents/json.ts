import { isObject } from '../kernel/json.ts'
import { UnsupportedQuery } from './port.ts'

/** An object as JSON gives it: no Date, RegExp or other instance. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Throws UnsupportedQuery for what JSON or MongoDB would not keep as it is. `each` is told every object and array, inner first. */
export const assertJson = (value: unknown, at = 'document', each?: (part: object) => void): void => {
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (Array.isArray(value)) value.forEach((element, i) => assertJson(element, `${at}.${i}`, each))
  else if (isPlainObject(value))
    for (const [member, inner] of Object.entries(value)) {
      if (member === '' || member.startsWith('$') || /[.\0]/.test(member))
        throw new UnsupportedQuery(`${at}: ${JSON.stringify(member)} cannot name a field`)
      assertJson(inner, `${at}.${member}`, each)
    }
  else throw new UnsupportedQuery(`${at} is not JSON`)
  each?.(value)
}
