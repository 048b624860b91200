import { pino } from 'pino'
import { epochMs } from '../../shared/kernel/brands.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { startSharedWriter } from './shared-writer.ts'

/** Surroundings of a service that tells nobody what it does. */
export const quiet = (nowMs: () => number = Date.now) => ({
  nowMs: () => epochMs(nowMs()),
  log: pino({ level: 'silent' }),
  passwordCost: CHEAP_PASSWORDS,
  startLogWriter: startSharedWriter,
})
