import { lookup } from 'node:dns/promises'
import type { AddressPolicy, FetchFailure, Target } from './target.ts'

export type Surroundings = {
  readonly policy: AddressPolicy
  /** IP addresses of a name; rejects or answers none when it has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

export const systemResolve = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

export const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise(resolve => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })

type Addressed = { readonly address: string } | { readonly reason: FetchFailure }

/**
 * The one address to connect to: a name is resolved once, and every one of its addresses must be allowed. `over`: it
 * takes too long.
 */
export const addressing =
  ({ policy, resolve }: Surroundings) =>
  async ({ host, literal }: Target, over: Promise<null>): Promise<Addressed> => {
    if (literal) return { address: host }
    const found = await Promise.race([resolve(host).catch(() => []), over])
    if (found === null) return { reason: 'timeout' }
    const [address] = found
    if (address === undefined) return { reason: 'unknown_host' }
    return found.every(policy.mayReach) ? { address } : { reason: 'forbidden_address' }
  }
