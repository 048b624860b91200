import { pino } from 'pino'
import { epochMs } from '../../shared/kernel/brands.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { startSharedCleaning } from './shared-cleaning.ts'
import { startSharedWriter } from './shared-writer.ts'

/** What each service has to itself and tests have once, or for next to no time. */
export const CHEAP_PARTS = {
  passwordCost: CHEAP_PASSWORDS,
  startLogWriter: startSharedWriter,
  startCleaning: startSharedCleaning,
}

/** Surroundings of a service that tells nobody what it does. */
export const quiet = (nowMs: () => number = Date.now) => ({
  nowMs: () => epochMs(nowMs()),
  log: pino({ level: 'silent' }),
  ...CHEAP_PARTS,
})
