import { NAMES_OF_STREAMS, SECRETS } from '../../shared/facts/members-of-facts.ts'
import type { Json } from '../../shared/kernel/json.ts'

/** Secrets, what is made of them, and what tells nobody anything. */
const LEFT_OUT = new Set([...SECRETS, ...NAMES_OF_STREAMS, 'digest', 'etag', 'uuid', 'appId'])

/** Addresses of feeds may hold the key to them. */
const FEEDS = ['import', 'schedule', 'subscription', 'site']

const withoutKeys = (text: string): string => {
  const address = /^(?:https?|webcal):/i.test(text) && URL.canParse(text) ? new URL(text) : null
  if (address === null) return text
  return `${address.protocol}//${address.host}${address.pathname}`
}

/** What a fact says, for somebody to read: without secrets, digests and keys. */
export const plainChanges = (
  kind: string,
  said: Readonly<Record<string, unknown>>,
): Readonly<Record<string, Json>> => {
  const plain = (value: Json): Json => {
    if (typeof value === 'string') return FEEDS.includes(kind) ? withoutKeys(value) : value
    if (Array.isArray(value)) return (value as readonly Json[]).map(plain)
    return value
  }
  return Object.fromEntries(
    Object.entries(said as Readonly<Record<string, Json>>).flatMap(([name, value]) =>
      LEFT_OUT.has(name) ? [] : [[name, plain(value)]],
    ),
  )
}
