import { late } from '../../shared/late.ts'

/** A process that nobody signs in to does without it. */
const argon2 = late(() => import('@node-rs/argon2'))

/** What looking at an account password takes: KiB of memory, how often all of it is gone over, on how many threads. */
export type PasswordCost = {
  readonly memoryCost: number
  readonly timeCost: number
  readonly parallelism: number
}

/** A twentieth of a second of a processor. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  /** argon2id, on a worker thread of its own. */
  readonly hash: (password: string) => Promise<string>
  readonly isRight: (hash: string, password: string) => Promise<boolean>
  /** Looked at where there is no hash, so that this takes as long: its bytes are those of no password. */
  readonly decoy: string
}

/** Sixteen bytes of salt and 32 of a hash, all zero, as argon2 writes them. */
const [NO_SALT, NO_HASH] = ['A'.repeat(22), 'A'.repeat(43)]

/** Account passwords, of which new ones are hashed at this cost; each is looked at for what it was hashed at. */
export const passwordsAt = (cost: PasswordCost = PASSWORD_COST): Passwords => {
  const { memoryCost, timeCost, parallelism } = cost
  return {
    hash: async password => (await argon2()).hash(password, cost),
    isRight: async (hash, password) => (await argon2()).verify(hash, password),
    decoy: `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${NO_SALT}$${NO_HASH}`,
  }
}
