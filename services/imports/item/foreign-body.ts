import { utf16Of } from './utf16.ts'

/** Characters of a body by which people know it again. */
const SHOWN = 60

/** Bytes at its beginning that are looked at. */
const HEAD = 512

type Kind = readonly [sign: RegExp, what: string]

const TABULATE = 'put its events into a table, and save that as CSV'

/** First bytes, as Latin-1, with which no text begins. */
const BINARIES: readonly Kind[] = [
  [/^\xd0\xcf\x11\xe0/, 'it is a file of an older Office program (.xls, .doc); save it as CSV'],
  [/^%PDF/, `it is a PDF; ${TABULATE}`],
  [/^\x1f\x8b|^7z\xbc\xaf|^Rar!|^BZh\d|^\xfd7zXZ/, 'it is compressed; unpack it first'],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^RIFF....WEBP/s, 'it is a picture'],
]

const ZIP = /^PK(?:\x03\x04|\x05\x06)/

/** What an archive is by a name in it: programs keep their documents so. */
const IN_ZIP: readonly (readonly [name: string, what: string])[] = [
  ['xl/workbook', 'it is an Excel workbook (.xlsx); save it as CSV'],
  ['opendocument.spreadsheet', 'it is a spreadsheet (.ods); save it as CSV'],
  ['Index/CalculationEngine', 'it is a Numbers spreadsheet; export it as CSV'],
  ['word/document', `it is a Word document (.docx); ${TABULATE}`],
  ['opendocument.text', `it is a text document (.odt); ${TABULATE}`],
]

/** Texts that begin so are something else. */
const TEXTS: readonly Kind[] = [
  [
    /^\s*<\?xml|^\s*<(?:rss|feed)\b/i,
    'it is XML; take the address of its iCalendar feed, or save a table as CSV',
  ],
  [
    /^\s*<(?:!|\/?(?:html|head|body|div|span|p|h[1-6]|table|center|script|style|meta|link)\b)/i,
    'it is a web page; the address may need a sign-in, or is that of a page and not of its feed',
  ],
  [/^\{\\rtf/, `it is a text document (.rtf); ${TABULATE}`],
  // a table may have names of columns in brackets
  [/^\s*(?:\{\s*["}]|\[\s*[[{"\]])/, 'it is JSON; take the address of the iCalendar feed'],
  [/^\s*BEGIN\s*:\s*VCARD/i, 'it holds contacts'],
  // controls that stand in no text
  [/[\0-\x06\x0e-\x1a]/, 'it is no text, but the file of a program; save or export it as CSV'],
]

const bytesOf = (body: Uint8Array, most = body.length): Buffer =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, most))

/** What a body is that is no text at all, and what to do about it; null: it may be text. */
export const binaryKind = (body: Uint8Array): string | null => {
  const head = bytesOf(body, HEAD).toString('latin1')
  if (ZIP.test(head)) {
    const whole = bytesOf(body)
    return IN_ZIP.find(([name]) => whole.includes(name))?.[1] ?? 'it is a ZIP archive; unpack it first'
  }
  return BINARIES.find(([sign]) => sign.test(head))?.[1] ?? null
}

/** Without what old systems put behind the end of a text: NULs up to the end of a block, and Ctrl-Z. */
const beginningOf = (body: Uint8Array): string =>
  new TextDecoder(utf16Of(body) ?? 'utf-8').decode(bytesOf(body, HEAD)).replace(/[\0\x1a]+$/, '')

const textKind = (text: string): string | null => TEXTS.find(([sign]) => sign.test(text))?.[1] ?? null

/** What a text is that has no title column, and what to do about it; null: it may be a table all the same. */
export const insteadOfTable = (body: Uint8Array): string | null => {
  const text = beginningOf(body)
  return /^\s*BEGIN\s*:\s*VCALENDAR/i.test(text)
    ? 'it is a calendar; call it .ics, or give its origin as ics'
    : textKind(text)
}

/** What a text is that is no calendar, or how it begins, and what to do about it. */
export const insteadOfCalendar = (body: Uint8Array): string => {
  if (body.length === 0) return 'it is empty; export or fetch it again'
  const text = beginningOf(body)
  if (text.trim() === '') return 'it is blank; export or fetch it again'
  const shown = text
    .trim()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .slice(0, SHOWN)
  return textKind(text) ?? `it begins with "${shown}"`
}
