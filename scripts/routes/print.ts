import type { Group, RouteRow } from './rows.ts'

const WIDTH = 110
const INDENT = 10

const headings: Readonly<Record<Group, string>> = {
  rest: 'REST',
  pages: 'Pages',
  files: 'Feeds, pictures, assets, health and entries',
  admin: 'Admin (outside of the index)',
  operator: "Operator commands (on the owner's socket only)",
}

const headingOf = ({ group, namespace }: RouteRow): string =>
  namespace === '' ? headings[group] : `${headings[group]} ${namespace}`

/** Words in lines of the width of a screen. */
const wrapped = (words: readonly string[]): readonly string[] => {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last === undefined || INDENT + last.length + word.length + 1 > WIDTH) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.map(line => ' '.repeat(INDENT) + line)
}

const linesOf = (row: RouteRow): readonly string[] => {
  const who = row.itemDecides ? `${row.who}, then the item decides` : row.who
  const names = row.arguments.map(({ name, required }) => (required ? `${name}*` : name))
  return [`${row.methods.join(', ').padEnd(INDENT - 1)} ${row.path}  (${who})`, ...wrapped(names)]
}

/** For people: a heading for each group and namespace, a star for what must be sent. */
export const textOf = (rows: readonly RouteRow[]): string =>
  rows
    .flatMap((row, index) => {
      const before = rows[index - 1]
      const heading = headingOf(row)
      const isNew = before === undefined || headingOf(before) !== heading
      return [...(isNew ? ['', heading] : []), ...linesOf(row)]
    })
    .slice(1)
    .join('\n')
