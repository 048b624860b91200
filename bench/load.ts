import autocannon from 'autocannon'

export type Load = { readonly perSecond: number; readonly p99Ms: number; readonly failures: number }

/**
 * Sends `amount` GETs over `connections` kept-open connections; each connection has a share of the paths of its own,
 * so that a list of `amount` different paths is asked once each. Seconds count from the first request to the last
 * answer: autocannon itself ends on the tick of a clock.
 */
export const load = async (
  url: string,
  paths: readonly string[],
  amount: number,
  connections = 10,
  headers: Readonly<Record<string, string>> = {},
): Promise<Load> => {
  const shares = Array.from({ length: connections }, (_, client) =>
    paths.filter((_, n) => paths.length < connections || n % connections === client),
  )
  let next = 0
  let from = 0
  let to = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url,
        amount,
        connections,
        headers,
        setupClient: client => {
          const share = shares[next++ % connections] ?? paths
          client.setRequests(share.map(path => ({ method: 'GET' as const, path, headers })))
        },
      },
      (error: unknown, ended) => (error instanceof Error ? reject(error) : resolve(ended)),
    )
    instance.on('start', () => (from = performance.now()))
    instance.on('response', () => (to = performance.now()))
  })
  return {
    perSecond: (amount * 1_000) / (to - from),
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}
