import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { EXPORT_MANIFEST_BYTES } from '../../../shared/limits/moving.ts'
import { lineTypes } from '../format/lines.ts'
import { isPlainName, MANIFEST, readManifest, type Listed, type Manifest } from '../format/manifest.ts'
import { NoExport } from './no-export.ts'
import { codeOf } from '../../../shared/kernel/thrown.ts'

/** Throws NoExport when there is no file of that name, or something else. */
const sizeOf = async (folder: string, name: string): Promise<number> => {
  try {
    const found = await lstat(join(folder, name))
    if (!found.isFile()) throw new NoExport(`${name} is no file`)
    return found.size
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') throw new NoExport(`${name} is missing`)
    throw error
  }
}

const digestOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}

const checkFile = async (folder: string, { name, bytes, sha256 }: Listed): Promise<void> => {
  const size = await sizeOf(folder, name)
  if (size !== bytes) throw new NoExport(`${name} has ${size} bytes instead of ${bytes}`)
  if ((await digestOf(join(folder, name))) !== sha256)
    throw new NoExport(`${name} was changed since it was written: its digest is another`)
}

/** Every name leads to a file of the folder, each to another one, and what is needed is there. */
const checkNames = ({ files }: Manifest): void => {
  const names = new Set<string>()
  for (const { name } of files) {
    if (!isPlainName(name))
      throw new NoExport(`${MANIFEST} names a file that no export has: ${JSON.stringify(name)}`)
    if (names.has(name)) throw new NoExport(`${MANIFEST} names ${name} twice`)
    names.add(name)
  }
  const missing = lineTypes.find(type => !names.has(`${type}.jsonl`))
  if (missing !== undefined) throw new NoExport(`${MANIFEST} does not name ${missing}.jsonl`)
}

const checkNothingElse = async (folder: string, { files }: Manifest): Promise<void> => {
  const known = new Set([MANIFEST, ...files.map(({ name }) => name)])
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue
    const name = relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/')
    if (!known.has(name)) throw new NoExport(`${name} is not in ${MANIFEST}`)
  }
}

/** `digest`: which export it is. */
export type CheckedFiles = { readonly manifest: Manifest; readonly digest: string }

/** The manifest of an export, all files of which are as it says, and no others. Throws NoExport. */
export const checkFiles = async (folder: string): Promise<CheckedFiles> => {
  if ((await sizeOf(folder, MANIFEST)) > EXPORT_MANIFEST_BYTES)
    throw new NoExport(`${MANIFEST} has more than ${EXPORT_MANIFEST_BYTES} bytes`)
  const read = readManifest(await readFile(join(folder, MANIFEST), 'utf8'))
  if (!read.ok) throw new NoExport(`${MANIFEST}: ${read.why}`)
  const { manifest, digest } = read
  checkNames(manifest)
  await checkNothingElse(folder, manifest)
  for (const file of manifest.files) await checkFile(folder, file)
  return { manifest, digest }
}
