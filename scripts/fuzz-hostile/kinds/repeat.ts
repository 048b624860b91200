import type { Caller } from '../../fuzz/shape.ts'
import { ROLES } from '../../fuzz/world-users.ts'
import type { Random } from '../../fuzz-bodies/random.ts'
import { whole, type Input, type Kind } from '../input.ts'
import type { Site } from '../service.ts'
import { pickFrom, targetsOf } from '../targets.ts'
import { aimedBodies, type Aimed } from './aimed-bodies.ts'
import { anyBody, type Place } from './repeated-bodies.ts'

const MOST_BYTES = 10 * 1024 * 1024

/** 10 to 1,000,000; each ten times as many comes about half as often, for it takes ten times as long to send. */
export const countOf = ({ number }: Random): number => {
  const die = number(100)
  const power = [30, 58, 80, 93, 98].filter(bound => die >= bound).length + 1
  return 10 ** power * (1 + number(9))
}

/** As often as one body can hold it. */
const fitting = ({ text }: Place, count: number): number => {
  const each = text(200, 1).length / 200
  return Math.max(1, Math.min(count, 1_000_000, Math.floor(MOST_BYTES / Math.max(1, each)) - 200))
}

const callerOf = ({ number, oneOf }: Random): Caller =>
  number(2) === 0 ? 'guest' : oneOf(['editor', 'administrator', 'author', ...ROLES])

const METHODS = ['POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'GET'] as const

const repeated = (place: Aimed, random: Random, site: Site): Input => {
  const method = random.oneOf(METHODS)
  // a write that stands for a read takes arguments that no address could hold
  const overridden = method === 'POST' && random.number(4) === 0
  return {
    kind: `repeat ${place.name}`,
    what: `${method}${overridden ? ' for GET' : ''} ${place.address} as ${place.caller}`,
    size: fitting(place, countOf(random)),
    perform: async (count, salt, { send }) => {
      const override = overridden ? [['X-HTTP-Method-Override', 'GET'] as const] : []
      const headers = [...place.headers, ...override]
      const body = Buffer.from(place.text(count, salt))
      const { address, caller } = place
      await send(whole(site, { method, headers, body, address, caller }))
    },
  }
}

/** One element, often, in a body of every kind, at every address. */
export const repeatedBody: Kind = site => {
  const targets = targetsOf(site)
  const anywhere = (random: Random): Aimed => ({
    ...pickFrom(anyBody, random),
    address: pickFrom(targets, random),
    caller: callerOf(random),
  })
  return random => {
    const place = random.number(3) === 0 ? pickFrom(aimedBodies, random) : anywhere(random)
    return repeated(place, random, site)
  }
}
