// Messages of protocol buffers, as far as the server's calls need them: varints, and what has a length: strings, bytes,
// messages. Numbers of fields are below 16, so that a tag, which is number and wire type, is one byte.

/** Wire types. */
const [VARINT, I64, LEN, I32] = [0, 1, 2, 5]

/** A field to be written; `length`: bytes of its value, 0 of a varint. */
export type Field = {
  readonly number: number
  readonly value: number | string | Uint8Array | readonly Field[]
  readonly length: number
}

const varintLength = (count: number): number => {
  let bytes = 1
  for (let rest = count; rest > 127; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

const lengthOf = (fields: readonly Field[]): number => {
  let all = 0
  for (const { value, length } of fields)
    all += 1 + varintLength(typeof value === 'number' ? value : length) + length
  return all
}

/** Of a whole number from 0, exact up to 2^53. */
export const varintField = (number: number, count: number): Field => ({ number, value: count, length: 0 })

export const stringField = (number: number, text: string): Field => ({
  number,
  value: text,
  length: Buffer.byteLength(text),
})

export const bytesField = (number: number, bytes: Uint8Array): Field => ({
  number,
  value: bytes,
  length: bytes.length,
})

export const messageField = (number: number, ...fields: readonly Field[]): Field => ({
  number,
  value: fields,
  length: lengthOf(fields),
})

/** Answers where what comes next is to be written; so does `writeFields`. */
const writeVarint = (into: Buffer, at: number, count: number): number => {
  let [next, rest] = [at, count]
  for (; rest > 127; rest = Math.floor(rest / 128)) into[next++] = (rest % 128) + 128
  into[next++] = rest
  return next
}

const writeFields = (into: Buffer, at: number, fields: readonly Field[]): number => {
  let next = at
  for (const { number, value, length } of fields) {
    const isVarint = typeof value === 'number'
    into[next++] = number * 8 + (isVarint ? VARINT : LEN)
    next = writeVarint(into, next, isVarint ? value : length)
    if (typeof value === 'string') next += into.write(value, next)
    else if (value instanceof Uint8Array) {
      into.set(value, next)
      next += length
    } else if (!isVarint) next = writeFields(into, next, value)
  }
  return next
}

export const messageOf = (...fields: readonly Field[]): Buffer => {
  const bytes = Buffer.allocUnsafe(lengthOf(fields))
  writeFields(bytes, 0, fields)
  return bytes
}

const NOTHING = Buffer.alloc(0)
/** A varint has ten groups of seven bits at most; this many of them are counted in plain numbers. */
const [MOST_GROUPS, PLAIN_GROUPS] = [10, 7]

const malformed = (): never => {
  throw new RangeError('a message that cannot be read')
}

/**
 * Hands on each field of a message: the `bytes` of what has a length, or the `varint`, and nothing of other wire types. Throws
 * RangeError when it is none.
 */
export const readFields = (
  message: Buffer,
  take: (field: number, bytes: Buffer, varint: bigint) => void,
): void => {
  let at = 0
  const nextVarint = (): number | bigint => {
    let plain = 0
    let large = 0n
    for (let group = 0; group < MOST_GROUPS; group++) {
      const byte = message[at++] ?? malformed()
      if (group < PLAIN_GROUPS) plain += (byte & 127) * 128 ** group
      else large += BigInt(byte & 127) << BigInt(7 * group)
      if (byte < 128) return group < PLAIN_GROUPS ? plain : BigInt.asUintN(64, large + BigInt(plain))
    }
    return malformed()
  }
  const nextBytes = (length: number): Buffer => {
    const from = at
    at += length
    return at <= message.length ? message.subarray(from, at) : malformed()
  }
  while (at < message.length) {
    const tag = Number(nextVarint())
    const [field, wireType] = [Math.floor(tag / 8), tag % 8]
    if (wireType === VARINT) take(field, NOTHING, BigInt(nextVarint()))
    else if (wireType === LEN) take(field, nextBytes(Number(nextVarint())), 0n)
    else if (wireType === I64) nextBytes(8)
    else if (wireType === I32) nextBytes(4)
    else malformed()
  }
}

/** What a field holds, the last one if there are several; undefined: the message, or the field, is not there. */
export const bytesIn = (message: Buffer | undefined, wanted: number): Buffer | undefined => {
  let found: Buffer | undefined
  readFields(message ?? NOTHING, (field, bytes) => {
    if (field === wanted) found = bytes
  })
  return found
}

/** 0 when it is not there: that is not sent. */
export const varintIn = (message: Buffer | undefined, wanted: number): bigint => {
  let found = 0n
  readFields(message ?? NOTHING, (field, _, varint) => {
    if (field === wanted) found = varint
  })
  return found
}

/** "" when it is not there. */
export const stringIn = (message: Buffer | undefined, wanted: number): string =>
  bytesIn(message, wanted)?.toString() ?? ''
