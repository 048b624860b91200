import { z } from 'zod'
import { streamRevision, revisionAfter } from '../../shared/kernel/brands.ts'
import type { EventStore } from '../../shared/event-store/port.ts'
import { sealCodec, SEALS } from '../../shared/facts/seal.ts'

/** A seal as it is written down, to be kept elsewhere: one line of JSON. */
const WrittenSeal = z.object({
  number: z.int().positive(),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  /** When it was made; ISO 8601 UTC. */
  at: z.string(),
  /** Records that it holds. */
  count: z.int().positive(),
})
export type WrittenSeal = z.infer<typeof WrittenSeal>

const sealIn = (line: string): WrittenSeal | null => {
  try {
    return WrittenSeal.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Every seal of a log, in order; one at a time, since each may be of hundreds of kilobytes. */
export async function* sealsOf(store: Pick<EventStore, 'read'>): AsyncGenerator<WrittenSeal> {
  for (let from = streamRevision(0); ; from = revisionAfter(from)) {
    const [record] = await store.read(SEALS, { from, limit: 1 })
    if (record === undefined) return
    const { number, root, count } = sealCodec.decode(record.type, record.data)
    yield { number, root, at: record.meta.at, count }
  }
}

/** What was written down, of one export or several; a string says what is wrong with the text. */
export const writtenIn = (text: string): readonly WrittenSeal[] | string => {
  const seals = new Map<number, WrittenSeal>()
  for (const [n, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const seal = sealIn(line)
    if (seal === null) return `line ${n + 1} is not a seal as \`seals export\` writes it`
    const before = seals.get(seal.number)
    if (before !== undefined && before.root !== seal.root)
      return `line ${n + 1} is another seal ${seal.number} than one before: they are of two logs, or what was sealed was changed between`
    seals.set(seal.number, seal)
  }
  return seals.size === 0 ? 'there is no seal in it' : [...seals.values()]
}
