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
