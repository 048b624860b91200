import type { z } from 'zod'
import { inject, onTestFinished } from 'vitest'
import { controlOf } from './control.ts'
import { LentPorts, type DoubleOptions } from './double-options.ts'
import type { Double } from './start.ts'

/** A double that can be made to misbehave, but has no process that could be killed. */
export type LentDouble = Omit<Double, 'kill' | 'restart'>

/** A double with an empty log of its own, in the process that all tests share: there at once, and warm. */
export const lentDouble = async (options: z.input<typeof DoubleOptions> = {}): Promise<LentDouble> => {
  const lender = inject('doublesUrl')
  const answer = await fetch(lender, { method: 'POST', body: JSON.stringify(options) })
  if (!answer.ok) throw new Error(`no double was lent: ${await answer.text()}`)
  const { port, control } = LentPorts.parse(await answer.json())
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    port,
    control: controlOf(control),
    stop: async () => {
      await fetch(new URL(`/${port}`, lender), { method: 'DELETE' })
    },
  }
}

/** One that is given back when the running test ends. */
export const borrowedDouble = async (...given: Parameters<typeof lentDouble>): Promise<LentDouble> => {
  const double = await lentDouble(...given)
  onTestFinished(double.stop)
  return double
}
