import autocannon from 'autocannon'

export type Load = { readonly perSecond: number; readonly p99Ms: number; readonly failures: number }

/** Sends `amount` GETs over `connections` kept-open connections, paths in turn. */
export const load = async (
  url: string,
  paths: readonly string[],
  amount: number,
  connections = 10,
): Promise<Load> => {
  const result = await autocannon({
    url,
    amount,
    connections,
    requests: paths.map(path => ({ method: 'GET' as const, path })),
  })
  const seconds = (result.finish.getTime() - result.start.getTime()) / 1_000
  return {
    perSecond: amount / seconds,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
