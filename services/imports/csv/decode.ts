/** Dropped wherever they stand; TAB, LF and CR stay. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Bytes decoded between two pauses. */
const SLICE = 262_144

function* slices(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += SLICE) yield body.subarray(at, at + SLICE)
}

function* encodingOf(body: Uint8Array): Generator<'pause', string> {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (const slice of slices(body)) {
      decoder.decode(slice, { stream: true })
      yield 'pause'
    }
    decoder.decode()
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** Text of a file: UTF-16 with its BOM, valid UTF-8, else Windows-1252; without BOM (spec 05 §9). In slices. */
export function* decodeCsv(body: Uint8Array): Generator<'pause', string> {
  const decoder = new TextDecoder(yield* encodingOf(body))
  const parts: string[] = []
  for (const slice of slices(body)) {
    parts.push(decoder.decode(slice, { stream: true }).replace(CONTROLS, ''))
    yield 'pause'
  }
  return parts.join('') + decoder.decode().replace(CONTROLS, '')
}
