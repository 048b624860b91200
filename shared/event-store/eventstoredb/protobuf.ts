// Messages of protocol buffers, as far as the server's calls need them that come in numbers: of counts (varints), and of
// what has a length: texts, bytes, messages. Numbers of fields are below 16, which is one byte with the kind of the field.

const [COUNT, EIGHT_BYTES, LENGTH, FOUR_BYTES] = [0, 1, 2, 5]

/** A field to be written; `length`: bytes of what it holds, where that has a length. */
type Field = {
  readonly number: number
  readonly holds: number | string | Uint8Array | readonly Field[]
  readonly length: number
}

const bytesOfCount = (count: number): number => {
  let bytes = 1
  for (let rest = count; rest > 127; rest = Math.floor(rest / 128)) bytes++
  return bytes
}

const lengthOf = (fields: readonly Field[]): number => {
  let all = 0
  for (const { holds, length } of fields)
    all += 1 + bytesOfCount(typeof holds === 'number' ? holds : length) + length
  return all
}

/** Of a whole number from 0. */
export const countField = (number: number, count: number): Field => ({ number, holds: count, length: 0 })

export const textField = (number: number, text: string): Field => ({
  number,
  holds: text,
  length: Buffer.byteLength(text),
})

export const bytesField = (number: number, bytes: Uint8Array): Field => ({
  number,
  holds: bytes,
  length: bytes.length,
})

export const messageField = (number: number, ...fields: readonly Field[]): Field => ({
  number,
  holds: fields,
  length: lengthOf(fields),
})

/** Answers where what comes next is to be written; so does `writeFields`. */
const writeCount = (into: Buffer, at: number, count: number): number => {
  let [next, rest] = [at, count]
  for (; rest > 127; rest = Math.floor(rest / 128)) into[next++] = (rest % 128) + 128
  into[next++] = rest
  return next
}

const writeFields = (into: Buffer, at: number, fields: readonly Field[]): number => {
  let next = at
  for (const { number, holds, length } of fields) {
    const isCount = typeof holds === 'number'
    into[next++] = number * 8 + (isCount ? COUNT : LENGTH)
    next = writeCount(into, next, isCount ? holds : length)
    if (typeof holds === 'string') next += into.write(holds, next)
    else if (holds instanceof Uint8Array) {
      into.set(holds, next)
      next += length
    } else if (!isCount) next = writeFields(into, next, holds)
  }
  return next
}

export const messageOf = (...fields: readonly Field[]): Buffer => {
  const bytes = Buffer.allocUnsafe(lengthOf(fields))
  writeFields(bytes, 0, fields)
  return bytes
}

const NOTHING = Buffer.alloc(0)
/** A count has ten groups of seven bits at most; this many of them are counted in plain numbers. */
const [MOST_GROUPS, PLAIN_GROUPS] = [10, 7]

const malformed = (): never => {
  throw new RangeError('a message that cannot be read')
}

/**
 * Hands on each field of a message: the `bytes` of what has a length, or the `count`, and nothing of other kinds. Throws
 * RangeError when it is none.
 */
export const readFields = (
  message: Buffer,
  take: (field: number, bytes: Buffer, count: bigint) => void,
): void => {
  let at = 0
  const nextCount = (): number | bigint => {
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
    const key = Number(nextCount())
    const [field, kind] = [Math.floor(key / 8), key % 8]
    if (kind === COUNT) take(field, NOTHING, BigInt(nextCount()))
    else if (kind === LENGTH) take(field, nextBytes(Number(nextCount())), 0n)
    else if (kind === EIGHT_BYTES) nextBytes(8)
    else if (kind === FOUR_BYTES) nextBytes(4)
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
export const countIn = (message: Buffer | undefined, wanted: number): bigint => {
  let found = 0n
  readFields(message ?? NOTHING, (field, _, count) => {
    if (field === wanted) found = count
  })
  return found
}

/** "" when it is not there. */
export const textIn = (message: Buffer | undefined, wanted: number): string =>
  bytesIn(message, wanted)?.toString() ?? ''
