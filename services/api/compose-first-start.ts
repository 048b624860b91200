import { randomBytes, randomUUID } from 'node:crypto'
import { InvalidConfig, type Config } from '../../shared/config.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Directory } from '../accounts/directory.ts'
import { ensureAdministrator, type FirstAdministrator } from '../accounts/first-administrator.ts'
import type { Context } from '../handle.ts'

const wantedBy = (config: Config): FirstAdministrator => ({
  login: config.ADMIN_USER,
  email: config.ADMIN_EMAIL,
  password: config.ADMIN_PASSWORD ?? null,
  applicationPassword: config.ADMIN_APPLICATION_PASSWORD ?? null,
})

const startContext = (ms: number): Context => ({
  actor: null,
  at: new Date(ms).toISOString(),
  source: 'operator',
  route: 'start',
  correlation: randomUUID(),
  causation: null,
})

type Needs = {
  readonly accounts: Accounts
  readonly directory: Directory
  readonly nowMs: () => number
  readonly warn: (message: string) => void
}

/** The password that was made up for the first administrator, or null. Throws InvalidConfig when there can be none. */
export const firstAdministrator = async (
  config: Config,
  { accounts, directory, nowMs, warn }: Needs,
): Promise<string | null> => {
  const madeUp = () => randomBytes(12).toString('base64url')
  const ensured = await ensureAdministrator(
    accounts,
    directory,
    wantedBy(config),
    madeUp,
    startContext(nowMs()),
  )
  if (!ensured.ok && ensured.code === 'user-not-found')
    throw new InvalidConfig(
      `ADMIN_USER: there is no user ${config.ADMIN_USER} for whom ADMIN_APPLICATION_PASSWORD could be made`,
    )
  if (!ensured.ok) throw new InvalidConfig(`ADMIN_USER: no ${ensured.what} could be made: ${ensured.code}`)
  if (ensured.revoked) warn('ADMIN_APPLICATION_PASSWORD was revoked, and stays so')
  return ensured.madeUpPassword
}
