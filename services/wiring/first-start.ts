import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EpochMs } from '../../shared/kernel/brands.ts'
import { InvalidConfig, type Config } from '../../shared/config.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { UsersInMemory } from '../accounts/users-in-memory.ts'
import {
  ensureAdministrator,
  type Ensured,
  type FirstAdministrator,
} from '../accounts/first-administrator.ts'
import type { Context } from '../handle.ts'
import { isoOfMs } from '../../shared/kernel/time/calculate.ts'

const wantedBy = (config: Config): FirstAdministrator => ({
  login: config.ADMIN_USER,
  email: config.ADMIN_EMAIL,
  password: config.ADMIN_PASSWORD ?? null,
  applicationPassword: config.ADMIN_APPLICATION_PASSWORD ?? null,
})

const startContext = (ms: EpochMs): Context => ({
  actor: null,
  at: isoOfMs(ms),
  source: 'operator',
  route: 'start',
  correlation: randomUUID(),
  causation: null,
})

type FirstStartDeps = {
  readonly accounts: Accounts
  readonly directory: UsersInMemory
  readonly nowMs: () => EpochMs
  readonly warn: (message: string) => void
  /** No other process writes to this log. */
  readonly isAlone: boolean
}

/** Longer than a claim without a user counts: whoever made it may have died on the way. */
const PATIENCE_MS = 90_000
const LOOK_MS = 250

const TAKEN: readonly unknown[] = ['login-taken', 'email-taken']

/** Several processes may start at once on an empty log: the claims decide, and the others wait for the user. */
const ensured = async (config: Config, needs: FirstStartDeps, madeUp: () => string): Promise<Ensured> => {
  const { accounts, directory, nowMs, isAlone } = needs
  const wanted = wantedBy(config)
  for (const began = nowMs(); ;) {
    const result = await ensureAdministrator(
      { accounts, directory, isAlone },
      wanted,
      madeUp,
      startContext(nowMs()),
    )
    const isLate = nowMs() - began > PATIENCE_MS
    if (result.ok || isAlone || isLate || !TAKEN.includes(result.code)) return result
    await sleep(LOOK_MS)
  }
}

/**
 * Answers the password that was made up for the first administrator, or null. Asked again after an outage, it knows
 * the one that it made up before. Throws InvalidConfig when there can be no administrator.
 */
export const firstAdministrator = (config: Config, needs: FirstStartDeps): (() => Promise<string | null>) => {
  let madeUp: string | null = null
  const make = () => (madeUp ??= randomBytes(12).toString('base64url'))
  return async () => {
    const before = madeUp
    const result = await ensured(config, needs, make)
    if (!result.ok && result.code === 'user-not-found')
      throw new InvalidConfig(
        `ADMIN_USER: there is no user ${config.ADMIN_USER} for whom ADMIN_APPLICATION_PASSWORD could be made`,
      )
    if (!result.ok) throw new InvalidConfig(`ADMIN_USER: no ${result.what} could be made: ${result.code}`)
    if (result.revoked) needs.warn('ADMIN_APPLICATION_PASSWORD was revoked, and stays so')
    if (result.madeUpPassword !== null || before === null || config.ADMIN_PASSWORD !== undefined)
      return result.madeUpPassword
    // it may have been recorded although nobody could be told
    return (await needs.accounts.signIn(config.ADMIN_USER, before)).ok ? before : null
  }
}
