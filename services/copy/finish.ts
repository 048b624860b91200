import type { Hold } from '../../shared/event-store/holding.ts'
import { copyLog, type CopyNeeds, type CopyReport } from './copy-log.ts'

/** The services on the log that is copied. */
export type Holders = {
  /** Resolves to whether writes were held until now, as far as that is known. */
  readonly set: (hold: Hold) => Promise<boolean>
  /** Milliseconds until all of them have heard of it, and what they were in the middle of is over; 0: by the answer. */
  readonly hearMs: number
}

type FinishNeeds = CopyNeeds & {
  /** null: no service works on the log. */
  readonly holders: Holders | null
  readonly pause: (ms: number) => Promise<void>
  /** Milliseconds that never go back. */
  readonly clockMs: () => number
}

/** Writes were taken before everything was copied; the copy is not finished, and the same again goes on. */
export class HoldEnded extends Error {
  override readonly name = 'HoldEnded'
}

const RENEW_MS = 10_000
/** Renewed later than this, a hold may have ended meanwhile: it lasts a minute. */
const LATE_MS = 40_000
const MOST_ROUNDS = 5

/** Asks again and again, until it is ended. `check` throws HoldEnded when it may have been too late once. */
const renewing = ({ set }: Holders, { clockMs }: Pick<FinishNeeds, 'clockMs'>) => {
  let renewed = clockMs()
  let broken: unknown = null
  const check = (): void => {
    if (broken !== null || clockMs() - renewed > LATE_MS)
      throw new HoldEnded('writes were not held until the end; the copy is not finished', { cause: broken })
  }
  const renew = async (): Promise<void> => {
    try {
      check()
      const was = await set('held')
      check()
      if (!was) throw new HoldEnded('the service was started anew meanwhile')
      renewed = clockMs()
    } catch (error) {
      broken ??= error
    }
  }
  let renewal = Promise.resolve()
  const timer = setInterval(() => {
    renewal = renew()
  }, RENEW_MS)
  return {
    check,
    /** Nothing is asked any more afterwards. */
    end: async () => {
      clearInterval(timer)
      await renewal
    },
  }
}

/** What is new since the log was read before; on servers again until nothing was, since processes hear one by one. */
const lastRecords = async (needs: CopyNeeds, hearMs: number): Promise<CopyReport> => {
  let report = await copyLog(needs, 'read')
  for (let round = 1; hearMs > 0 && report.written + report.removed > 0 && round < MOST_ROUNDS; round++) {
    const { written, removed } = report
    const again = await copyLog(needs, 'read')
    report = { ...again, written: again.written + written, removed: again.removed + removed }
    if (again.written + again.removed === 0) return report
  }
  return report
}

const whileHeld = async (needs: FinishNeeds, holders: Holders): Promise<CopyReport> => {
  await holders.set('held')
  const hold = renewing(holders, needs)
  try {
    needs.tell('writes are held')
    if (holders.hearMs > 0) await needs.pause(holders.hearMs)
    const report = await lastRecords(needs, holders.hearMs)
    await hold.end()
    hold.check()
    if (report.differing.length > 0) {
      await holders.set('over')
      return report
    }
    if (!(await holders.set('moved'))) throw new HoldEnded('the service was started anew meanwhile')
    await needs.target.finish()
    return report
  } catch (error) {
    await hold.end()
    // who does not hear of it takes writes again in a minute
    await holders.set('over').catch(() => undefined)
    throw error
  }
}

/**
 * Copies, while services go on, and then what came meanwhile, while their writes are held; they stay held when it is
 * done, since whatever they took now would be in the former log alone. The target is finished unless the two differ.
 */
export const finishCopy = async (needs: FinishNeeds): Promise<CopyReport> => {
  const first = await copyLog(needs)
  if (first.differing.length > 0) return first
  if (needs.holders === null) {
    await needs.target.finish()
    return first
  }
  const last = await whileHeld(needs, needs.holders)
  return { ...last, written: first.written + last.written, removed: first.removed + last.removed }
}
