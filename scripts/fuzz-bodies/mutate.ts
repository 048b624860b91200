import type { Random } from './random.ts'

/** What real and hostile files hold in places where nobody expects it. */
const PIECES = [
  ...[
    'BEGIN:VEVENT\r\n',
    'END:VEVENT\r\n',
    'END:VCALENDAR\r\n',
    'BEGIN:VTIMEZONE\r\nTZID:X\r\n',
    '\r\n ',
    '\n\t',
  ],
  ...[
    'RRULE:FREQ=DAILY\r\n',
    'RRULE:FREQ=SECONDLY;BYSETPOS=-1\r\n',
    'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\r\n',
  ],
  ...[
    'RRULE:FREQ=MONTHLY;BYDAY=-5SU,+1MO;UNTIL=99991231T235959Z\r\n',
    'RRULE:FREQ=HOURLY;BYHOUR=2;INTERVAL=999999999\r\n',
  ],
  ...[
    'RDATE;VALUE=PERIOD:20270101T000000Z/P1D,19000101T000000/PT1S\r\n',
    'EXDATE:00010101\r\n',
    'DURATION:-P999999999W\r\n',
  ],
  ...[
    'RECURRENCE-ID;RANGE=THISANDFUTURE:20270101T100000Z\r\n',
    'DTSTART:99991231T235959\r\n',
    'DTSTART;VALUE=DATE:00010101\r\n',
  ],
  ...[
    'DTEND;TZID="a:b;c":20270101T000000\r\n',
    'TZOFFSETTO:+9959\r\n',
    'METHOD:CANCEL\r\n',
    'X-WR-TIMEZONE:Pacific/Apia\r\n',
  ],
  ...[
    '\u0000',
    '\ufeff',
    '\u2028',
    '\ud800',
    '"',
    '""',
    '\\',
    '\\n',
    ';',
    ',',
    ':',
    '|',
    '\t',
    '\r',
    '=',
    '%1',
    '&#x0;',
    '&amp;lt;',
  ],
  ...[
    '<script>',
    '<b><i>',
    'javascript:',
    '31/12/9999',
    '02/29/2027',
    '1/1/00',
    '24:00',
    '12:60 pm',
    'é',
    '\u202e',
    '🎓',
  ],
] as const satisfies readonly [string, ...string[]]

const spliced = (body: Buffer, at: number, remove: number, put: Uint8Array): Buffer =>
  Buffer.concat([body.subarray(0, at), put, body.subarray(at + remove)])

type Mutation = (body: Buffer, random: Random) => Buffer

/** A stretch of the body, seldom a long one. */
const stretch = (body: Buffer, { number }: Random) => {
  const from = number(body.length + 1)
  return { from, length: Math.min(body.length - from, 1 + number(number(8) === 0 ? 2_000 : 40)) }
}

const lineAt = (body: Buffer, random: Random) => {
  const from = body.lastIndexOf('\n', random.number(body.length + 1)) + 1
  const end = body.indexOf('\n', from)
  return { from, length: (end === -1 ? body.length : end + 1) - from }
}

const MUTATIONS: readonly [Mutation, ...Mutation[]] = [
  (body, random) => {
    const changed = Buffer.from(body)
    for (let n = 1 + random.number(6); n > 0 && changed.length > 0; n--)
      changed[random.number(changed.length)] = random.number(256)
    return changed
  },
  (body, random) => spliced(body, random.number(body.length + 1), 0, Buffer.from(random.oneOf(PIECES))),
  (body, random) => {
    const { from, length } = stretch(body, random)
    return spliced(body, from, length, Buffer.from(random.oneOf(PIECES)))
  },
  (body, random) => {
    const { from, length } = stretch(body, random)
    return spliced(body, from, length, new Uint8Array())
  },
  (body, random) => {
    const { from, length } = stretch(body, random)
    return spliced(body, random.number(body.length + 1), 0, body.subarray(from, from + length))
  },
  (body, random) => {
    const { from, length } = lineAt(body, random)
    const line = body.subarray(from, from + length)
    return spliced(body, from, random.number(2) * length, Buffer.concat([line, line]))
  },
  (body, random) => {
    const [one, other] = [lineAt(body, random), lineAt(body, random)]
    const line = Buffer.from(body.subarray(other.from, other.from + other.length))
    return spliced(body, one.from, one.length, line)
  },
  (body, random) => body.subarray(0, random.number(body.length + 1)),
  (body, random) => {
    const { from, length } = stretch(body, random)
    const again = body.subarray(from, from + Math.min(length, 40))
    return spliced(body, from, 0, Buffer.concat(Array.from({ length: random.number(200) }, () => again)))
  },
  (body, random) => {
    const digits = [...body.entries()].filter(([, byte]) => byte >= 0x30 && byte <= 0x39)
    const changed = Buffer.from(body)
    const [at] = digits[random.number(digits.length + 1)] ?? []
    if (at !== undefined) changed[at] = 0x30 + random.number(10)
    return changed
  },
]

/** The body with one to five changes. */
export const mutated = (body: Buffer, random: Random): Buffer => {
  let changed = body
  for (let n = 1 + random.number(5); n > 0; n--) changed = random.oneOf(MUTATIONS)(changed, random)
  return changed
}
