import perfHooks from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
import { newMetrics } from '../../../shared/metrics.ts'

const timesOf = (name: string, text: string) =>
  text.split('\n').filter(line => line.startsWith(`# TYPE ${name} `)).length

it('figures of the process that were had in part are had whole by the next who asks, each once', async () => {
  const metrics = newMetrics()
  metrics.conflict()
  const delay = vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockImplementationOnce(() => {
    throw new Error('not now')
  })
  await expect(metrics.text()).rejects.toThrow('not now')
  const texts = [...(await Promise.all([metrics.text(), metrics.text()])), await metrics.text()]
  // the one that failed, and one for all the others
  expect(delay).toHaveBeenCalledTimes(2)
  delay.mockRestore()
  for (const text of texts) {
    expect(text).toContain('\nbelltower_append_conflicts_total 1\n')
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'nodejs_gc_duration_seconds',
    ])
      expect([name, timesOf(name, text)]).toEqual([name, 1])
  }
})

it('requests are counted by the first limit that they kept, each with all below it', async () => {
  const metrics = newMetrics()
  for (const seconds of [0.0005, 0.0006, 0.0006, 9, 11])
    metrics.request('/cal/events/v1/events', 'GET', 200, seconds)
  metrics.request('other', 'POST', 404, 0.25)
  const name = 'belltower_request_duration_seconds'
  const lines = (await metrics.text()).split('\n')
  const lists = 'family="/cal/events/v1/events",method="GET",status="2xx"'
  const counted = (labels: string) => lines.filter(line => line.includes(labels))
  expect(lines).toContain(`# TYPE ${name} histogram`)
  expect(counted(lists)).toEqual([
    `${name}_bucket{le="0.0005",${lists}} 1`,
    ...['0.001', '0.0025', '0.005', '0.01', '0.025', '0.05', '0.1', '0.25', '0.5', '1', '2.5', '5'].map(
      limit => `${name}_bucket{le="${limit}",${lists}} 3`,
    ),
    `${name}_bucket{le="10",${lists}} 4`,
    `${name}_bucket{le="+Inf",${lists}} 5`,
    `${name}_sum{${lists}} 20.0017`,
    `${name}_count{${lists}} 5`,
  ])
  expect(counted('method="POST"').at(9)).toBe(
    `${name}_bucket{le="0.5",family="other",method="POST",status="4xx"} 1`,
  )
  expect(counted('method="POST"').at(7)).toMatch(/ 0$/)
})
