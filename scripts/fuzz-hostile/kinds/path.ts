import { ROLES } from '../../fuzz/world-users.ts'
import type { Random } from '../../fuzz-bodies/random.ts'
import { whole, type Input, type Kind } from '../input.ts'
import type { Site } from '../service.ts'
import { patternsOf, pickFrom } from '../targets.ts'

const LENGTHS = [0, 1, 99, 100, 101, 199, 200, 201, 255, 256, 500, 1_000, 2_000, 2_048, 2_049, 8_000] as const
const PIECES = [
  ...[
    '',
    '%00',
    '%ff',
    '..',
    '%2e%2e',
    '%2f',
    '%2F..%2F',
    '%c0%af',
    '%',
    '%u0041',
    '%25',
    '%0d%0a',
    '%5C',
    '.',
    '~',
  ],
  ...[
    '%F0%9F%98%80',
    '%E5%B1%B1',
    '-',
    '-1',
    '0',
    '1.5',
    '1e3',
    '0x1',
    '007',
    '9'.repeat(20),
    'NaN',
    '__proto__',
  ],
  ...[
    'constructor',
    'toString',
    '%7B%7D',
    '*',
    ':x',
    '(1)',
    'a,b',
    'a;b',
    "'",
    '%22',
    '%3Cb%3E',
    '\x80',
    '\xff',
    '%ED%A0%80',
  ],
]
const METHODS = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
] as const

/** Every variable part of every address, at odd lengths and with odd bytes. */
export const oddPath: Kind = site => {
  const patterns = patternsOf(site)
  return random => oddly(pickFrom(patterns, random), random, site)
}

const oddly = (pattern: string, random: Random, site: Site): Input => {
  const { number, oneOf } = random
  const [piece, fill] = [pickFrom(PIECES, random), oneOf(['a', '1', '-', '%C3%A9', 'a.'])]
  const length = number(2) === 0 ? 0 : pickFrom(LENGTHS, random)
  const text = oneOf([
    `${piece}${fill.repeat(length).slice(0, length)}`,
    `${fill.repeat(length).slice(0, length)}${piece}`,
  ])
  const address = pattern.includes('{') ? pattern.replace(/\{\w+\}/, text) : `${pattern}${text}`
  const method = oneOf(METHODS)
  const caller = number(2) === 0 ? 'guest' : oneOf(ROLES)
  const by = number(2) === 0 ? 'basic' : 'cookie'
  const accept = number(2) === 0 ? [['Accept', 'text/html'] as const] : []
  return {
    kind: `path ${pattern}`,
    what: `${method} ${address} as ${caller}`,
    size: 1,
    perform: async (_size, _salt, { send }) => {
      await send(whole(site, { method, address, caller, by, headers: accept }, !/[\x80-\xff]/.test(address)))
    },
  }
}
