import { isUtf8 } from 'node:buffer'

/** What a property says of how its value is written, and the value. */
type Encoded = {
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
  readonly oddCharset?: true
}

const HEX = /^[0-9A-Fa-f]{2}$/
const EQUALS = 0x3d

/** Bytes of a quoted-printable text; what is none of its escapes stays as it is. */
const unquoted = (text: string): Buffer => {
  const bytes = Buffer.from(text, 'utf8')
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const digits = bytes[at] === EQUALS ? bytes.toString('latin1', at + 1, at + 3) : ''
    const isEscape = HEX.test(digits)
    bytes[length++] = isEscape ? parseInt(digits, 16) : (bytes[at] ?? 0)
    if (isEscape) at += 2
  }
  return bytes.subarray(0, length)
}

const windows1252 = new TextDecoder('windows-1252')

/** Decoder of a CHARSET; null: there is no such one. */
const decoderOf = (charset: string): InstanceType<typeof TextDecoder> | null => {
  try {
    return new TextDecoder(charset)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Charsets in which lines are read whatever they say. */
const READ_ANYWAY = /^(?:utf-?8|us-ascii|ascii|iso-8859-1|latin-?1|windows-1252|cp1252)$/i
const beyondAscii = /[^\u0000-\u007f]/
// controls but TAB, LF and CR, as in lines
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g

const textOf = (bytes: Buffer, charset: string): { readonly value: string; readonly oddCharset?: true } => {
  const known = charset === '' ? null : decoderOf(charset)
  const decoder = known ?? windows1252
  const value = known === null && isUtf8(bytes) ? bytes.toString('utf8') : decoder.decode(bytes)
  const isOdd = charset !== '' && known === null
  return { value: value.replace(controls, ''), ...(isOdd ? { oddCharset: true } : {}) }
}

/**
 * The property with its value as text: of ENCODING=QUOTED-PRINTABLE and BASE64 (vCalendar 1.0, and in the wild, spec 05
 * §8.1), in its CHARSET. Attachments stay as they are.
 */
export const decoded = <Written extends Encoded>(property: Written): Written => {
  const { name, parameters, value } = property
  const encoding = parameters.get('ENCODING')?.toUpperCase()
  const charset = parameters.get('CHARSET') ?? ''
  if (name === 'ATTACH' || (encoding === undefined && charset === '')) return property
  if (encoding === 'QUOTED-PRINTABLE') return { ...property, ...textOf(unquoted(value), charset) }
  if (encoding === 'BASE64' || encoding === 'B')
    return { ...property, ...textOf(Buffer.from(value, 'base64'), charset) }
  return charset === '' || READ_ANYWAY.test(charset) || !beyondAscii.test(value)
    ? property
    : { ...property, oddCharset: true }
}
