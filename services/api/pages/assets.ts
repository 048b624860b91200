import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { CodedBodies } from '../platform/answers/send.ts'
import { sendFile, type SentFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/answer.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.mjs': 'text/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
}

const lasting = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // embeds stand in sandboxed frames, which are of no origin
  'Access-Control-Allow-Origin': '*',
}

/** Styles, scripts and drawings of the pages. */
export type Assets = {
  /** Path from the root of the site; another one whenever any of them changes, since scripts import each other. */
  readonly path: (name: string) => string
  readonly file: (name: string) => SentFile | undefined
}

const require = createRequire(import.meta.url)

/** Files of installed packages, which are sent as they are: the engine of the editor of texts (ADR 28). */
const packaged = (): readonly string[] => [require.resolve('squire-rte/dist/squire.mjs')]

/** Where everything that is sent lies, always in the same order. */
const places = async (): Promise<readonly string[]> => {
  const folder = join(import.meta.dirname, 'assets')
  const own = await readdir(folder)
  return [...own.toSorted().map(name => join(folder, name)), ...packaged()]
}

/** Reads the files beside this one, and those of packages, once. */
export const openAssets = async (): Promise<Assets> => {
  const files = new Map<string, SentFile>()
  for (const place of await places()) {
    const bytes = await readFile(place)
    const type = types[extname(place)] ?? 'application/octet-stream'
    files.set(basename(place), { bytes, etag: etagOf(bytes), type })
  }
  const mark = etagOf(Buffer.from([...files.values()].map(({ etag }) => etag).join())).slice(1, 11)
  return {
    path: name => {
      if (!files.has(name)) throw new TypeError(`there is no asset ${name}`)
      return `/assets/${mark}/${name}`
    },
    file: name => files.get(name),
  }
}

/** Serves them at their paths; a name that is none falls through to `notFound`. */
export const serveAssets = (
  app: FastifyInstance,
  assets: () => Promise<Assets>,
  bodies: CodedBodies,
): void => {
  app.get<{ Params: { name: string } }>('/assets/:mark/:name', async (request, reply) => {
    const file = (await assets()).file(request.params.name)
    if (file === undefined) reply.callNotFound()
    else await sendFile(request, reply, file, lasting, bodies)
  })
}
