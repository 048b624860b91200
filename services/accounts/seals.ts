import { createHmac } from 'node:crypto'

/** A statement of this site: what it is about, and its parts. Browsers keep some; secrets are made of others. */
export type Sealed = readonly [about: 'opened' | 'subscription', ...parts: (string | number)[]]

/**
 * Proof that this site made a statement, 43 characters of base64url; `secret` in hex. Statements begin with a word,
 * where nonces begin with a number, so that neither is ever the other.
 */
export const sealOf = (secret: string, statement: Sealed): string =>
  createHmac('sha256', Buffer.from(secret, 'hex')).update(JSON.stringify(statement)).digest('base64url')
