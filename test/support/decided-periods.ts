import { utcTime } from '../../shared/kernel/brands.ts'
import type { Period } from '../../shared/facts/event.ts'
import { secondsBetween } from '../../shared/kernel/time/calculate.ts'
import { createPeriod, type PeriodDecision, type SentPeriod } from '../../shared/kernel/time/period.ts'

const at = { nowUtc: utcTime('2027-05-01 20:00:00'), siteZone: 'America/New_York' }

export const cal = { ...at, generation: 'cal' } as const

export const calx = { ...at, generation: 'calx' } as const

export const periodOf = (decision: PeriodDecision): Period => {
  if (!decision.ok) throw new Error(JSON.stringify(decision.errors))
  return decision.period
}

export const errorsOf = (decision: PeriodDecision) => {
  if (decision.ok) throw new Error(JSON.stringify(decision.period))
  return decision.errors.map(({ argument, code }) => `${argument} ${code}`)
}

export const made = (sent: SentPeriod, context: typeof cal | typeof calx = cal) => {
  const { start, end, timezone, startUtc, endUtc } = periodOf(createPeriod(sent, context))
  return [start, end, timezone, startUtc, endUtc, secondsBetween(startUtc, endUtc)]
}

export const created = (sent: SentPeriod, context: typeof cal | typeof calx = calx) =>
  periodOf(createPeriod(sent, context))

export const NY = 'America/New_York'
