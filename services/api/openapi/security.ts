import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Site } from '../platform/call.ts'
import { sessionCookieName } from '../platform/request/session-cookie.ts'

const BASIC = 'BasicAuth'
const COOKIE = 'SessionCookie'
const NONCE = 'Nonce'

const ways: readonly JsonObject[] = [{ [BASIC]: [] }, { [COOKIE]: [], [NONCE]: [] }]

/** What identifies the caller of an operation: one of two ways; where that is optional, none is a third. */
export const securityOf = (credentials: 'required' | 'optional'): readonly JsonObject[] =>
  credentials === 'required' ? ways : [{}, ...ways]

/** `components.securitySchemes` (spec 01 §8.1, §8.2). */
export const securitySchemes = (site: Site): JsonObject => ({
  [BASIC]: {
    type: 'http',
    scheme: 'basic',
    description: 'Login or e-mail address, and an application password.',
  },
  [COOKIE]: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(site),
    description:
      'The session of somebody who signed in with the account password. Without the nonce a guest.',
  },
  [NONCE]: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CORE-Nonce',
    description:
      'A nonce of the action `core_rest`, as pages and earlier answers hold it; the parameter `_nonce` does as well. ' +
      'A wrong one is refused with 403, whoever asks.',
  },
})
