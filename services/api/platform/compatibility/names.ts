import type { Mapping } from './mapping.ts'

type Table = Readonly<Record<string, string>>

const quoted = (text: string) => text.replaceAll(/[^\w\s]/g, '\\$&')

/** The longest first, so that none hides one that begins with it. */
const oneOf = (texts: readonly string[]) =>
  texts
    .toSorted((a, b) => b.length - a.length)
    .map(quoted)
    .join('|')

/** Replaces whole words; those that stand in no table stay. */
const wordsBy = (table: Table): ((text: string) => string) => {
  const all = Object.keys(table)
  if (all.length === 0) return text => text
  const words = new RegExp(`(?<![\\w-])(?:${oneOf(all)})(?![\\w-])`, 'g')
  return text => text.replaceAll(words, word => table[word] ?? word)
}

/** What is the name of a taxonomy where a route begins behind its namespace (spec 01 §7.1). */
const COLLECTION = 'cal_events_cat'

/** Replaces the namespace at the beginning of a path, in any case, and the name of a taxonomy that follows it. */
const pathsBy = (namespaces: Table, names: Table): ((path: string) => string) => {
  const all = new Map(Object.entries(namespaces).map(([from, to]) => [from.toLowerCase(), to]))
  if (all.size === 0) return path => path
  const beginning = new RegExp(`^/(${oneOf([...all.keys()])})(?:/(\\w+))?(?=[/?&]|$)`, 'i')
  const collection = (name: string) => {
    const other = at(names, name)
    return name === COLLECTION || other === COLLECTION ? other : name
  }
  return path =>
    path.replace(beginning, (_, namespace: string, name?: string) => {
      const start = `/${all.get(namespace.toLowerCase()) ?? ''}`
      return name === undefined ? start : `${start}/${collection(name)}`
    })
}

const swapped = (table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([theirs, ours]) => [ours, theirs]))

const at = (table: Table, name: string): string => (Object.hasOwn(table, name) ? (table[name] ?? name) : name)

/** One direction of a mapping. */
const direction = (namespaces: Table, names: Table, headers: Table) => {
  const folded = new Map(Object.entries(headers).map(([from, to]) => [from.toLowerCase(), to]))
  return {
    path: pathsBy(namespaces, names),
    namespace: (text: string) => at(namespaces, text),
    name: (text: string) => at(names, text),
    header: (name: string) => folded.get(name.toLowerCase()) ?? name,
    words: wordsBy({ ...names, ...headers }),
  }
}
export type Direction = ReturnType<typeof direction>

/** The tables of a mapping: from their names to ours, and back. */
export const bothWays = ({ namespaces, names, headers }: Mapping) => ({
  ours: direction(namespaces, names, headers),
  theirs: direction(swapped(namespaces), swapped(names), swapped(headers)),
})
