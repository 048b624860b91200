import { createHash } from 'node:crypto'
import { z } from 'zod'
import { IsoTime } from '../../../shared/kernel/brands.ts'

export const MANIFEST = 'manifest.json'
export const IMAGES = 'images'
/** Of the form of an export: another number, another reader. */
const FORMAT = 'belltower export 1'

const digest = z.string().regex(/^[0-9a-f]{64}$/)

const Listed = z.strictObject({
  /** With `/` between folder and file. */
  name: z.string(),
  bytes: z.int().nonnegative(),
  sha256: digest,
  /** Of a file of lines. */
  lines: z.int().nonnegative().optional(),
})
/** A file as the manifest has it. */
export type Listed = z.infer<typeof Listed>

const highest = z.int().nonnegative()

export const Manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** ISO 8601 UTC. */
  madeAt: IsoTime,
  /** Of the log: everything up to it is in the export, nothing behind it. null: nothing was recorded. */
  position: z.int().nonnegative().nullable(),
  /** Whether passwords of items are in it. */
  secrets: z.boolean(),
  /** What counted there, set or not. */
  site: z.strictObject({ url: z.string(), name: z.string(), timezone: z.string() }),
  /** The highest ids that were reserved: larger ones are free. */
  ids: z.strictObject({ post: highest, term: highest, user: highest }),
  files: z.array(Listed),
})
export type Manifest = z.infer<typeof Manifest>

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The manifest as its file has it: its own digest stands behind the rest. */
export const manifestText = (manifest: Omit<Manifest, 'format'>): string => {
  const whole = { format: FORMAT, ...manifest }
  return `${JSON.stringify({ ...whole, sha256: digestOf(JSON.stringify(whole)) }, null, 2)}\n`
}

type ReadManifest =
  | { readonly ok: true; readonly manifest: Manifest; readonly digest: string }
  | { readonly ok: false; readonly why: string }

const no = (why: string): ReadManifest => ({ ok: false, why })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `digest`: which export it is. */
export const readManifest = (text: string): ReadManifest => {
  const json = z.looseObject({ format: z.string(), sha256: z.string() }).safeParse(parsed(text))
  if (!json.success) return no('it is no manifest of an export')
  const { sha256, ...rest } = json.data
  if (rest.format !== FORMAT) return no(`its format is not "${FORMAT}"`)
  if (sha256 !== digestOf(JSON.stringify(rest))) return no('it was changed since it was written')
  const manifest = Manifest.safeParse(rest)
  if (!manifest.success) return no(z.prettifyError(manifest.error))
  return { ok: true, manifest: manifest.data, digest: sha256 }
}

/** A file lies in the folder of the export or one folder below: no name leads anywhere else. */
export const isPlainName = (name: string): boolean =>
  /^(?:[a-z]+\/)?[a-z\d_-][a-z\d_.-]*$/.test(name) && name !== MANIFEST
