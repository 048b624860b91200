import type { Client } from './client.ts'

/** What the service has counted so far, by the series: `views_total{found="ahead"}`; 0: nothing yet. */
export const countersOf = async (asking: Client, url: string): Promise<(series: string) => number> => {
  const { text } = await asking.ask(`${url}/metrics`)
  const lines = text.split('\n').map(line => line.split(' '))
  const values = new Map(lines.map(([series, value]) => [series, Number(value)]))
  return series => values.get(`belltower_${series}`) ?? 0
}
