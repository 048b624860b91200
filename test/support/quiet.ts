import { pino } from 'pino'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** Surroundings of a service that tells nobody what it does. */
export const quiet = (nowMs: () => number = Date.now) => ({
  nowMs,
  log: pino({ level: 'silent' }),
  passwordCost: CHEAP_PASSWORDS,
})
