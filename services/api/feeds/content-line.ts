const LONGEST = 75

/** A text value (RFC 5545 §3.3.11). */
export const textValue = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/**
 * A parameter value in quotes, which cannot hold any itself (RFC 5545 §3.2). A `^` that readers of RFC 6868 would take
 * for the beginning of another sign is written twice.
 */
export const quoted = (text: string): string => {
  const seen = text.replace(/[\u0000-\u001f\u007f]/g, '').replaceAll('"', "'")
  return `"${seen.replace(/\^(?=[n^'])/g, '^^')}"`
}

/** Lines of at most 75 octets, never cut inside a character, with their ends (RFC 5545 §3.1). */
export const folded = (line: string): string => {
  if (Buffer.byteLength(line) <= LONGEST) return `${line}\r\n`
  let [text, octets] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > LONGEST) {
      text += '\r\n '
      octets = 1
    }
    text += character
    octets += size
  }
  return `${text}\r\n`
}

/** `2027-05-08 10:00:00` → `20270508T100000`. */
export const stampOf = (dateTime: string): string => dateTime.replace(/[-:]/g, '').replace(' ', 'T')

/** `2027-05-08 10:00:00` → `20270508`. */
export const dateOf = (dateTime: string): string => dateTime.slice(0, 10).replaceAll('-', '')
