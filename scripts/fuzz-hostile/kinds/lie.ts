import { gzipSync } from 'node:zlib'
import type { Random } from '../../fuzz-bodies/random.ts'
import { headOf, type Header, type Input, type Kind } from '../input.ts'
import { BOUNDARY, isChunked, samplesOf, type Sample } from '../samples.ts'
import type { Site } from '../service.ts'
import { pickFrom } from '../targets.ts'

type Choice<Value> = readonly [Value, ...Value[]]

/** Headers that say how long a body of `n` bytes is; what they say is whole only for some. */
const LENGTHS: Choice<(n: number) => readonly Header[]> = [
  n => [['Content-Length', String(n)]],
  n => [['Content-Length', String(n + 1)]],
  n => [['Content-Length', String(n + 10_000_000)]],
  n => [['Content-Length', String(Math.max(0, n - 1))]],
  () => [['Content-Length', '0']],
  () => [['Content-Length', '-5']],
  () => [['Content-Length', '']],
  () => [['Content-Length', 'abc']],
  () => [['Content-Length', '1e3']],
  () => [['Content-Length', '0x10']],
  () => [['Content-Length', '9'.repeat(30)]],
  n => [['Content-Length', ` ${n} `]],
  n => [
    ['Content-Length', String(n)],
    ['Content-Length', String(n)],
  ],
  n => [
    ['Content-Length', String(n)],
    ['Content-Length', String(n + 7)],
  ],
  n => [
    ['Content-Length', String(n)],
    ['Transfer-Encoding', 'chunked'],
  ],
  () => [['Transfer-Encoding', 'chunked']],
  () => [['Transfer-Encoding', 'gzip, chunked']],
  () => [['Transfer-Encoding', 'identity']],
  () => [],
]

const BOUNDARIES: Choice<string> = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary=""',
  `multipart/form-data; boundary="${BOUNDARY}"`,
  `multipart/form-data; x="; boundary=zz"; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary=zz; boundary=${BOUNDARY}`,
  `multipart/form-data; boundary=${BOUNDARY}; boundary=zz`,
  `multipart/form-data; boundary=${'x'.repeat(10_240)}`,
  `multipart/form-data; boundary="${'x'.repeat(70)}`,
  'multipart/form-data; boundary=-',
  'multipart/form-data; boundary=\xff\xfe',
  `multipart/form-data; charset=utf-16; boundary=${BOUNDARY}`,
  `multipart/form-data; BOUNDARY*0=b7; boundary*1=f`,
  `multipart/mixed; boundary=${BOUNDARY}`,
  `MULTIPART/FORM-DATA;boundary=${BOUNDARY};${'a=b;'.repeat(500)}`,
]

const TYPES: Choice<string> = [
  'application/json; charset=utf-16',
  'application/json; charset=latin1; charset=utf-8',
  'application/json;'.repeat(300),
  'application/x+json',
  'application/vnd.x;json',
  'application/x-www-form-urlencoded; charset=utf-7',
  'text/html',
  'a',
  '/',
  ';',
  '\xe9/\xe9',
  'x'.repeat(8_000),
  '',
]

const EXTRAS: Choice<readonly Header[]> = [
  [],
  [],
  [],
  [['Content-Encoding', 'gzip']],
  [['Content-Encoding', 'deflate, br, x']],
  [['Expect', '100-continue']],
  [['Expect', 'nothing']],
  [['Content-Type', 'text/plain']],
  [
    ['Upgrade', 'h2c'],
    ['Connection', 'Upgrade'],
  ],
  [['X-HTTP-Method-Override', 'GET']],
  [['X-Forwarded-For', '1.2.3.4:5, [::1]:80, x']],
  [['Range', 'bytes=0-,5-,-1']],
  [['Accept-Encoding', 'gzip;q=x, *;q=0']],
  [['Cookie', 'belltower_session=%ff; belltower_session=; =; ;;']],
  [
    ['Origin', 'null'],
    ['Sec-Fetch-Site', 'x'],
  ],
]

/** The bytes of a body, changed in what they claim to be. */
const BODIES: Choice<(body: Buffer, random: Random) => Buffer> = [
  body => body,
  body => body,
  body => Buffer.from(body.toString('utf8'), 'utf16le'),
  body => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(body.toString('utf8'), 'utf16le').swap16()]),
  body => gzipSync(body),
  () => Buffer.alloc(0),
  () => Buffer.alloc(200),
  () => gzipSync(Buffer.alloc(10_000_000)),
  body => Buffer.concat([Buffer.from('\ufeff'), body]),
  (body, { number }) => {
    const broken = Buffer.from(body)
    for (let n = 0; n < 4; n++) broken[number(broken.length)] = 128 + number(128)
    return broken
  },
  (body, { number }) => {
    const broken = Buffer.from(body)
    for (let n = 0; n < 4; n++) broken[number(broken.length)] = number(128)
    return broken
  },
  (body, { number }) => Buffer.concat([body, body.subarray(number(body.length))]),
]

const typeOf = (sample: Sample, { number, oneOf }: Random): string | undefined => {
  const own = sample.headers.find(([name]) => name === 'Content-Type')?.[1]
  const die = number(3)
  if (die === 0) return own
  return die === 1 && sample.name.startsWith('multipart')
    ? oneOf(BOUNDARIES)
    : oneOf([...TYPES, ...BOUNDARIES])
}

/** Lengths, boundaries, encodings and character sets that lie. */
export const lie: Kind = site => {
  const samples = samplesOf(site)
  return random => lieAbout(pickFrom(samples, random), random, site)
}

const lieAbout = (sample: Sample, random: Random, site: Site): Input => {
  const { number, oneOf } = random
  const type = typeOf(sample, random)
  const body = oneOf(BODIES)(sample.body, random)
  const lengths = number(2) === 0 && !isChunked(sample) ? LENGTHS[0] : oneOf(LENGTHS)
  const caller = number(2) === 0 ? 'guest' : sample.caller
  const headers: readonly Header[] = [
    ...(type === undefined ? [] : [['Content-Type', type] as const]),
    ...lengths(body.length),
    ...oneOf(EXTRAS),
  ]
  const isWhole = lengths === LENGTHS[0] && headers.every(([name]) => !/^(?:expect|upgrade)$/i.test(name))
  return {
    kind: `lie ${sample.name}`,
    what: `${sample.method} ${sample.address} as ${caller} with ${JSON.stringify(headers).slice(0, 400)} and ${body.length} bytes ${JSON.stringify(body.toString('latin1')).slice(0, 200)}`,
    size: 1,
    perform: async (_size, _salt, { send }) => {
      await send({
        ...{ caller, pieces: [body], pauseMs: 0, owed: isWhole ? 'answer' : 'nothing' },
        head: headOf(site, { ...sample, headers, caller }, null),
        then: isWhole ? 'wait' : 'close',
        waitMs: isWhole ? 15_000 : 1_000,
      })
    },
  }
}
