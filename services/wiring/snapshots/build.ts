import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..', '..')
/** Everything that decides what stands in documents; reactions note open work by rules of services. */
const FOLDERS = ['projections', 'services', 'shared', 'workers']
/** Which packages there are; one of them is missing where the other is. */
const PACKAGES = ['package-lock.json', join('node_modules', '.package-lock.json')]
/** Texts hold dates, names of zones and folded letters. */
const ENGINE = ['node', 'v8', 'icu', 'tz', 'unicode', 'cldr'] as const

const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()

/** Another text for every other release, set of packages and engine: what one made, no other takes for its own. */
export const buildMark = async (root = ROOT): Promise<string> => {
  const digest = createHash('sha256').update(JSON.stringify(ENGINE.map(name => process.versions[name])))
  for (const folder of FOLDERS)
    // many small files, and nobody is served yet: promises of them would take more CPU than they do
    for (const file of await filesIn(join(root, folder)))
      digest.update(`\n${relative(root, file)}\n`).update(readFileSync(file))
  for (const file of PACKAGES)
    digest.update(`\n${file}\n`).update(await readFile(join(root, file)).catch(() => ''))
  return digest.digest('hex')
}
