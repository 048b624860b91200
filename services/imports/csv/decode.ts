/** Dropped wherever they stand; TAB, LF and CR stay. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const encodingOf = (body: Uint8Array): string => {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Text of a file: UTF-16 with its BOM, valid UTF-8, else Windows-1252; without BOM (spec 05 §9). */
export const decodeCsv = (body: Uint8Array): string =>
  new TextDecoder(encodingOf(body)).decode(body).replace(CONTROLS, '')
