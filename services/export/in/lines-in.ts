import { createReadStream } from 'node:fs'
import { EXPORT_LINE_BYTES } from '../../../shared/limits/moving.ts'
import { NoExport } from './no-export.ts'

const LF = 0x0a

const decoder = new TextDecoder('utf-8', { fatal: true })

const textOf = (line: Uint8Array, name: string, number: number): string => {
  try {
    return decoder.decode(line)
  } catch (error) {
    throw new NoExport(`${name}: line ${number} is not UTF-8`, { cause: error })
  }
}

/** Lines of a file, one after the other; each has its end. Throws NoExport for one that is too long, or cut. */
export async function* linesIn(path: string, name: string): AsyncGenerator<string, void> {
  let [waiting, number]: [Buffer, number] = [Buffer.alloc(0), 0]
  for await (const piece of createReadStream(path, { highWaterMark: 262_144 })) {
    let rest: Buffer = waiting.length === 0 ? (piece as Buffer) : Buffer.concat([waiting, piece as Buffer])
    for (let end = rest.indexOf(LF); end !== -1; end = rest.indexOf(LF)) {
      yield textOf(rest.subarray(0, end), name, ++number)
      rest = rest.subarray(end + 1)
    }
    if (rest.length > EXPORT_LINE_BYTES)
      throw new NoExport(`${name}: line ${number + 1} has more than ${EXPORT_LINE_BYTES} bytes`)
    waiting = rest
  }
  if (waiting.length > 0) throw new NoExport(`${name}: line ${number + 1} has no end`)
}
