import { isIP, SocketAddress } from 'node:net'

/** `1.2.3.4:567`, `[2001:db8::1]` with or without a port, and either between quotes, as proxies write them. */
const WITH_MORE = /^"?(?:\[([^\]]*)\](?::\d{0,5})?|([\d.]+):\d{0,5})"?$/

/** The one spelling of an address; anything else as it is. */
const plainAddress = (entry: string): string => {
  const text = entry.trim()
  const [, bracketed, v4] = WITH_MORE.exec(text) ?? []
  const [address = ''] = (bracketed ?? v4 ?? text.replaceAll('"', '')).split('%', 1)
  if (isIP(address) !== 6) return address
  // IPv4 in the clothes of IPv6 is the same client
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** `X-Forwarded-For` with every address in its one spelling, and no ports. */
export const plainForwarded = (header: string): string => header.split(',').map(plainAddress).join(', ')
