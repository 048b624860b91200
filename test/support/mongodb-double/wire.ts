import { BSON, type Document } from 'mongodb'

/**
 * Messages of MongoDB's wire protocol, as far as the driver uses it: commands as `OP_MSG`, and its first greeting as
 * `OP_QUERY`. Each begins with its length, its number, the number of what it answers and its kind, 32 bits each.
 */
const HEADER = 16
const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2_004, 2_013]

/** One command; `kind` is that of its message. */
export type Request = { readonly id: number; readonly kind: number; readonly command: Document }

/** The whole messages at the start of `bytes`, and what is left behind them. */
export const requestsIn = (
  bytes: Buffer,
): { readonly requests: readonly Request[]; readonly rest: Buffer } => {
  const requests: Request[] = []
  let rest = bytes
  while (rest.length >= HEADER) {
    const length = rest.readInt32LE(0)
    if (length < HEADER) throw new Error(`no message has a length of ${length}`)
    if (rest.length < length) break
    const message = rest.subarray(0, length)
    rest = rest.subarray(message.length)
    const [id, kind] = [message.readInt32LE(4), message.readInt32LE(12)]
    requests.push({ id, kind, command: kind === OP_MSG ? commandIn(message) : greetingIn(message) })
  }
  return { requests, rest }
}

/** The adapter writes NUL, which no pattern can hold, in the server's dialect; the engine takes it as it is. */
const NUL = String.raw`\x00`
const withNul = (key: string, value: unknown): unknown =>
  key === '$regex' && typeof value === 'string' ? value.replaceAll(NUL, '\0') : value

const documentAt = (message: Buffer, at: number): Document => {
  const bytes = message.subarray(at, at + message.readInt32LE(at))
  const document = BSON.deserialize(bytes)
  return bytes.includes(NUL) ? (JSON.parse(JSON.stringify(document), withNul) as Document) : document
}

/** The document of section 0, with the lists of sections 1 under their names. */
const commandIn = (message: Buffer): Document => {
  let command: Document = {}
  for (let at = HEADER + 4; at < message.length;) {
    const [isList, start] = [message.readUInt8(at) === 1, at + 1]
    at = start + message.readInt32LE(start)
    if (!isList) {
      command = { ...documentAt(message, start), ...command }
      continue
    }
    const nameEnd = message.indexOf(0, start + 4)
    const list: Document[] = []
    for (let next = nameEnd + 1; next < at; next += message.readInt32LE(next))
      list.push(documentAt(message, next))
    command = { ...command, [message.toString('utf8', start + 4, nameEnd)]: list }
  }
  return command
}

/** Behind flags, the name of a collection, and two numbers. */
const greetingIn = (message: Buffer): Document => {
  if (message.readInt32LE(12) !== OP_QUERY) throw new Error('this is no message that the driver sends')
  return documentAt(message, message.indexOf(0, HEADER + 4) + 9)
}

/** The message that answers a request. */
export const replyTo = ({ id, kind }: Request, answer: Document): Buffer => {
  const document = BSON.serialize(answer)
  // flags and the kind of the one section; or flags, a cursor, where it begins, and how many documents there are
  const before = Buffer.alloc(HEADER + (kind === OP_MSG ? 5 : 20))
  before.writeInt32LE(before.length + document.length, 0)
  before.writeInt32LE(id, 8)
  before.writeInt32LE(kind === OP_MSG ? OP_MSG : OP_REPLY, 12)
  if (kind !== OP_MSG) before.writeInt32LE(1, HEADER + 16)
  return Buffer.concat([before, document])
}
