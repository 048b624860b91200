import type { SentArguments } from '../call.ts'
import { decodeText, type PageAsked, queryText, ROUTE } from './addressing.ts'

/** Not in links: what says who asks, the page, which stands last, and the route, which they begin with. */
const UNLINKED = new Set(['page', '_nonce', ROUTE])

/** Names and values of a nested value as a query writes them. */
const pairsOf = (name: string, value: unknown): readonly (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner))
}

/** Everything that was sent, as links to other pages say it: `&name=value` each (spec 03 §2). */
export const linked = (sent: SentArguments): string =>
  queryText(Object.entries(sent).flatMap(([name, value]) => (UNLINKED.has(name) ? [] : pairsOf(name, value))))

/** The same of what stands in an address. */
export const linkedAsSent = (sent: PageAsked['sent']): string => {
  const pairs: (readonly [name: string, value: string])[] = []
  for (const [name, value] of sent)
    if (name !== '' && !UNLINKED.has(name)) pairs.push([name, decodeText(value)])
  return queryText(pairs)
}
