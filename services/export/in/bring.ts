import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type JsonObject, numbersIn } from '../../../shared/kernel/json.ts'
import { lineTypes, type LineType } from '../format/lines.ts'
import { IMAGES } from '../format/manifest.ts'
import type { CheckedFiles } from './check-files.ts'
import { readLine, type CheckedLines } from './check-lines.ts'
import { linesIn } from './lines-in.ts'
import { NoExport } from './no-export.ts'

/** One message holds so many lines, or characters, at most. */
const LINES = 200
const LENGTH = 4_000_000

type Bringing = {
  readonly folder: string
  /** An operator command of the service; throws when it refuses. */
  readonly operate: (name: string, args: JsonObject) => Promise<JsonObject>
  readonly tell: (done: string) => void
}

const bringImages = async ({ folder, operate }: Bringing, digest: string): Promise<void> => {
  const name = 'images.jsonl'
  for await (const text of linesIn(join(folder, name), name)) {
    const read = readLine('images', text)
    if (!read.ok) throw new NoExport(`${name}: ${read.why}`)
    const { file, sizes } = read.line.values
    const files: string[] = []
    for (const one of [file, ...sizes.map(size => size.file)])
      files.push((await readFile(join(folder, IMAGES, one))).toString('base64'))
    await operate('carry-image', { digest, lines: [text], files })
  }
}

const bringLines = async (
  { folder, operate }: Bringing,
  digest: string,
  type: Exclude<LineType, 'images'>,
): Promise<void> => {
  const name = `${type}.jsonl`
  let [lines, length]: [string[], number] = [[], 0]
  const send = async () => {
    if (lines.length > 0) await operate('carry-lines', { digest, type, lines })
    ;[lines, length] = [[], 0]
  }
  for await (const text of linesIn(join(folder, name), name)) {
    if (lines.length === LINES || length + text.length > LENGTH) await send()
    lines.push(text)
    length += text.length
  }
  await send()
}

/**
 * Has an empty service record what a checked export holds, file after file; begun again after an end in between, it goes
 * on with what is not there. Throws what the service refuses.
 */
export const bringExport = async (
  bringing: Bringing,
  { manifest, digest }: CheckedFiles,
  { counts, users }: CheckedLines,
): Promise<{ readonly resumed: boolean }> => {
  const { operate, tell } = bringing
  const begun = await operate('carry-begin', { digest, ...manifest.ids })
  for (const user of numbersIn(begun['users']))
    if (!users.has(user)) await operate('carry-displace', { digest, user })
  for (const type of lineTypes) {
    if (type === 'images') await bringImages(bringing, digest)
    else await bringLines(bringing, digest, type)
    if (counts[type] > 0) tell(`${counts[type]} ${type} are here`)
  }
  await operate('carry-end', { digest })
  return { resumed: begun['resumed'] === true }
}
