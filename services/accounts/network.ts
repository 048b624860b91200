import { isIPv6 } from 'node:net'

/** Whoever has an IPv6 address has a whole network of them: the /64 of one; an IPv4 address as it is. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.includes('.')) return address.replace(/^::ffff:/i, '')
  const [head = '', tail] = address.split('%', 1)[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = tail === undefined ? before : [...before, ...zeros, ...after]
  return groups
    .slice(0, 4)
    .map(group => parseInt(group, 16).toString(16))
    .join(':')
}
