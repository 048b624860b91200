import { decodePair, rawPairs } from '../request/addressing.ts'
import type { Direction } from './names.ts'

/** The address of a page, whose query may have their names. */
export const pageAddress = (address: string, { name }: Direction): string => {
  const mark = address.indexOf('?')
  if (mark === -1) return address
  const [query = '', ...rest] = address.slice(mark + 1).split('#')
  const pairs = rawPairs(query).map(pair => {
    const [key, value] = decodePair(pair)
    const type = key === 'post_type' ? name(value) : value
    const isSame = name(key) === key && type === value
    return isSame
      ? pair.filter((part, at) => at === 0 || part !== '').join('=')
      : `${encodeURIComponent(name(key))}=${encodeURIComponent(type)}`
  })
  return [`${address.slice(0, mark)}?${pairs.join('&')}`, ...rest].join('#')
}
