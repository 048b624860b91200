import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { optionsOf } from '../options.ts'
import { examplesIn, isNamed, sectionsIn } from './named.ts'
import { exampleIds, rowsOf } from './rules.ts'
import { titlesBelow } from './titles.ts'
import { untold } from './told.ts'

const USAGE = 'usage: node scripts/spec-coverage/main.ts [--rows] [FOLDER of the specification]'

const { positionals, values } = optionsOf(USAGE, {
  allowPositionals: true,
  options: { rows: { type: 'boolean', default: false } },
})
const [folder = join(import.meta.dirname, '..', '..', 'docs', 'spec')] = positionals

const titles = await titlesBelow(join(import.meta.dirname, '..', '..', 'test'))
const examples = new Set(titles.flatMap(examplesIn))
const sections = new Set(titles.flatMap(sectionsIn))

const ids = exampleIds(await readFile(join(folder, 'EXAMPLES.md'), 'utf8'))
const withoutTest = ids.filter(id => !examples.has(id))
console.log(`examples: ${ids.length - withoutTest.length} of ${ids.length} are named by tests`)
if (withoutTest.length > 0) console.log(`  none: ${withoutTest.join(', ')}`)

const files = (await readdir(folder)).filter(name => /^\d{2}-.*\.md$/.test(name)).sort()
for (const name of files) {
  const rows = rowsOf(name.slice(0, 2), await readFile(join(folder, name), 'utf8'))
  const own = [...new Set(rows.map(({ section }) => section))]
  const silent = own.filter(section => !isNamed(section, sections))
  const silentRows = untold(rows, titles)
  console.log(
    `\n${name}: ${own.length - silent.length} of ${own.length} sections with tables are named by tests`,
  )
  for (const section of silent)
    console.log(`  none: ${section} (${rows.filter(row => row.section === section).length} rows)`)
  console.log(`  ${rows.length - silentRows.length} of ${rows.length} rows by their own label`)
  if (values.rows) for (const { section, label } of silentRows) console.log(`    ${section} ${label}`)
}
