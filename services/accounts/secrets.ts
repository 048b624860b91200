import { createHmac } from 'node:crypto'
import { sameSecret } from '../../shared/kernel/same-secret.ts'
import type { ApplicationPassword } from './state.ts'

/** That many random bytes; handed in by the edge. */
export type RandomBytes = (count: number) => Uint8Array

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const LENGTH = 24
/** Bytes from here on would make some letters likelier than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length)

/** 24 letters and digits, each equally likely (spec 01 §8.1). */
export const newApplicationPassword = (random: RandomBytes): string => {
  let secret = ''
  while (secret.length < LENGTH)
    for (const byte of random(LENGTH))
      if (byte < FAIR_BYTES && secret.length < LENGTH) secret += ALPHABET.charAt(byte % ALPHABET.length)
  return secret
}

export const newSalt = (random: RandomBytes): string => Buffer.from(random(16)).toString('hex')

/** As typed or shown in groups: everything but letters and digits is dropped. */
export const bareSecret = (secret: string): string => secret.replace(/[^A-Za-z0-9]/g, '')

/** Hex. Fast on purpose: the secret is random, a slow hash would only let strangers burn time. */
export const hashSecret = (secret: string, salt: string): string =>
  createHmac('sha256', salt).update(secret).digest('hex')

export const matches = (
  secret: string,
  { hash, salt }: Pick<ApplicationPassword, 'hash' | 'salt'>,
): boolean => sameSecret(hashSecret(secret, salt), hash)
