import { join } from 'node:path'
import { z } from 'zod'
import { lineSchemas, lineTypes, type LineOf, type LineType } from '../format/lines.ts'
import { IMAGES, type Manifest } from '../format/manifest.ts'
import { linesIn } from './lines-in.ts'
import { NoExport } from './no-export.ts'

export type ReadLine<Type extends LineType> =
  { readonly ok: true; readonly line: LineOf<Type> } | { readonly ok: false; readonly why: string }

/** A line of a file by its schema. */
export const readLine = <Type extends LineType>(type: Type, text: string): ReadLine<Type> => {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { ok: false, why: 'it is not JSON' }
  }
  const read = lineSchemas[type].safeParse(json)
  return read.success
    ? { ok: true, line: read.data as LineOf<Type> }
    : { ok: false, why: z.prettifyError(read.error) }
}

/** From which of the sequences of ids the things of a file have theirs. */
const SEQUENCES = {
  users: 'user',
  images: 'post',
  venues: 'post',
  organizers: 'post',
  events: 'post',
  categories: 'term',
  tags: 'term',
} as const

const isNumbered = (type: LineType): type is keyof typeof SEQUENCES => Object.hasOwn(SEQUENCES, type)

type Seen = Readonly<Record<'user' | 'post' | 'term', Set<number>>>

/** Why a numbered thing cannot be what the export says; null: it can. */
const wrongId = (type: LineType, line: LineOf<LineType>, seen: Seen, { ids }: Manifest): string | null => {
  if (!isNumbered(type) || !('id' in line) || typeof line.id !== 'number') return null
  const { id } = line
  const sequence = SEQUENCES[type]
  if (id > ids[sequence]) return `the id ${id} was never reserved`
  if (seen[sequence].has(id)) return `something else has the id ${id}`
  seen[sequence].add(id)
  return null
}

const wrongFile = (line: LineOf<LineType>, names: ReadonlySet<string>): string | null => {
  if (!('values' in line) || !('digest' in line.values)) return null
  const { file, sizes } = line.values
  const missing = [file, ...sizes.map(size => size.file)].find(name => !names.has(`${IMAGES}/${name}`))
  return missing === undefined ? null : `the export has no file ${IMAGES}/${missing}`
}

/** What is known of an export whose lines are all as they must be. */
export type CheckedLines = {
  readonly counts: Readonly<Record<LineType, number>>
  readonly users: ReadonlySet<number>
}

/** Looks at every line, with its ids and files, before any is brought. Throws NoExport. */
export const checkLines = async (folder: string, manifest: Manifest): Promise<CheckedLines> => {
  const names = new Set(manifest.files.map(({ name }) => name))
  const seen = { user: new Set<number>(), post: new Set<number>(), term: new Set<number>() }
  const counts = Object.fromEntries(lineTypes.map(type => [type, 0])) as Record<LineType, number>
  for (const type of lineTypes) {
    const name = `${type}.jsonl`
    for await (const text of linesIn(join(folder, name), name)) {
      const number = ++counts[type]
      const read = readLine(type, text)
      const why = read.ok
        ? (wrongId(type, read.line, seen, manifest) ?? wrongFile(read.line, names))
        : read.why
      if (why !== null) throw new NoExport(`${name}: line ${number}: ${why}`)
    }
    const listed = manifest.files.find(file => file.name === name)?.lines
    if (listed !== counts[type])
      throw new NoExport(`${name} has ${counts[type]} lines instead of ${listed ?? 'those of the manifest'}`)
  }
  return { counts, users: seen.user }
}
