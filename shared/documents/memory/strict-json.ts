import { isPlainObject } from '../json.ts'
import { UnsupportedQuery } from '../port.ts'

/** Freezes a value deeply. Throws UnsupportedQuery for what JSON or MongoDB would not keep as it is. */
export const freezeJson = (value: unknown, at = 'document'): void => {
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (Array.isArray(value)) value.forEach((element, i) => freezeJson(element, `${at}.${i}`))
  else if (isPlainObject(value))
    for (const [member, inner] of Object.entries(value)) {
      if (member === '' || member.startsWith('$') || member.includes('.'))
        throw new UnsupportedQuery(`${at}: ${JSON.stringify(member)} cannot name a field`)
      freezeJson(inner, `${at}.${member}`)
    }
  else throw new UnsupportedQuery(`${at} is not JSON`)
  Object.freeze(value)
}
