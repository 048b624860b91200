// Writes shared/kernel/time/zone-table.ts from compiled tz database files (default: those of the system):
//   node scripts/zone-table.ts [folder]
// Needed when the tz database gains a zone name or an abbreviation; offsets come from the runtime.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

type Change = { readonly at: number; readonly offset: number; readonly abbreviation: string }

const folder = process.argv[2] ?? '/usr/share/zoneinfo'
const left =
  /^(posix|right|posixrules|localtime|Factory|leap|tzdata|SECURITY|\+VERSION|.*\.(tab|zi|list|txt))/

const filesBelow = (path: string): string[] =>
  readdirSync(path).flatMap(name => {
    const file = join(path, name)
    if (left.test(relative(folder, file))) return []
    return statSync(file).isDirectory() ? filesBelow(file) : [relative(folder, file)]
  })

/** Reads the 64-bit part of a TZif file (RFC 9636 §3). */
const changesOf = (file: Buffer): Change[] => {
  const count = (at: number) => file.readUInt32BE(at)
  const size = (start: number, wide: number) =>
    count(start + 32) * (wide + 1) +
    count(start + 36) * 6 +
    count(start + 40) +
    count(start + 28) * (wide + 4) +
    count(start + 24) +
    count(start + 20)
  const start = 44 + size(0, 4)
  const times = count(start + 32)
  const kinds = start + 44 + times * 8
  const types = kinds + times
  const letters = types + count(start + 36) * 6
  const change = (at: number, type: number): Change => {
    const name = letters + (file[types + type * 6 + 5] ?? 0)
    const abbreviation = file.toString('latin1', name, file.indexOf(0, name))
    return { at, offset: file.readInt32BE(types + type * 6), abbreviation }
  }
  const first = change(-Infinity, 0)
  const rest = Array.from({ length: times }, (_, n) =>
    change(Number(file.readBigInt64BE(start + 44 + n * 8)), file[kinds + n] ?? 0),
  )
  // the rule after the last change names the two abbreviations in use
  const footer = /\n([A-Z]+)(-?\d+(?::\d+)?)(?:([A-Z]+)(-?\d+(?::\d+)?)?,.*)?\n$/.exec(
    file.toString('latin1', letters),
  )
  const hours = (text: string) => {
    const [hour, minute = '0'] = text.replace('-', '').split(':')
    return -Math.sign(Number(`${text.replace(/\d.*/, '')}1`)) * (Number(hour) * 3600 + Number(minute) * 60)
  }
  const [, standard, west, summer, summerWest] = footer ?? []
  const last = [...rest, first].reduce((a, b) => (b.at > a.at ? b : a)).at
  const tail: Change[] = []
  if (standard !== undefined && west !== undefined) {
    tail.push({ at: last, offset: hours(west), abbreviation: standard })
    if (summer !== undefined) {
      const offset = summerWest === undefined ? hours(west) + 3600 : hours(summerWest)
      tail.push({ at: last, offset, abbreviation: summer })
    }
  }
  return [first, ...rest, ...tail]
}

/** Groups changes into spans in which an offset has one abbreviation: `end:ABC=offset,…;ABC=offset`. */
const spansOf = (changes: readonly Change[]): string => {
  const spans: string[] = []
  let names = new Map<number, string>()
  const text = () =>
    [...names]
      .filter(([, name]) => /^[A-Z]/i.test(name))
      .map(([offset, name]) => `${name}=${offset}`)
      .join(',')
  for (const { at, offset, abbreviation } of changes) {
    const known = names.get(offset)
    if (known !== undefined && known !== abbreviation) {
      spans.push(`${at}:${text()}`)
      names = new Map()
    }
    names.set(offset, abbreviation)
  }
  return [...spans, text()].join(';')
}

const lines = new Map<string, string[]>()
for (const name of filesBelow(folder).sort()) {
  const spans = spansOf(changesOf(readFileSync(join(folder, name))))
  lines.set(spans, [...(lines.get(spans) ?? []), name])
}
const table = [...lines].map(([spans, names]) => `${names.join(' ')}|${spans}`).sort()
writeFileSync(
  new URL('../shared/kernel/time/zone-table.ts', import.meta.url),
  `/**
 * Names of the tz database, links included, with their abbreviations; written by scripts/zone-table.ts.
 * A line: names, \`|\`, spans separated by \`;\`. A span: its end (unix seconds; the last has none), then
 * ABBREVIATION=OFFSET (seconds) pairs. Numeric abbreviations are left out: they follow from the offset.
 */
export const zoneTable = \`
${table.join('\n')}
\`
`,
)
