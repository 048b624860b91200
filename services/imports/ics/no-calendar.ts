/** Characters of a body by which people know it again. */
const SHOWN = 60

/** What begins so is something else. */
const KINDS: readonly (readonly [beginning: RegExp, what: string])[] = [
  [/^\s*<\?xml|^\s*<(?:rss|feed)\b/i, 'it is XML; take the address of its iCalendar feed'],
  [/^\s*</, 'it is a web page; the address may need a sign-in, or is that of a page and not of its feed'],
  [/^\s*[{[]/, 'it is JSON; take the address of the iCalendar feed'],
  [/^PK/, 'it is a ZIP archive; unpack it first'],
  [/^%PDF/, 'it is a PDF'],
  [/^\s*BEGIN\s*:\s*VCARD/i, 'it holds contacts'],
]

/** What a body is that is no calendar, and what to do about it. */
export const bodyFound = (body: Uint8Array): string => {
  if (body.length === 0) return 'it is empty; export or fetch it again'
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 500)).toString('utf8')
  const text = head.replace(/^\ufeff/, '')
  if (text.trim() === '') return 'it is blank; export or fetch it again'
  const known = KINDS.find(([beginning]) => beginning.test(text))
  return (
    known?.[1] ??
    `it begins with "${text
      .trim()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, SHOWN)}"`
  )
}
