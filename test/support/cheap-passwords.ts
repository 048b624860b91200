import type { PasswordCost } from '../../services/accounts/passwords.ts'

/** Thousands of services are started by tests: an account password takes them next to no time. */
export const CHEAP_PASSWORDS: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
