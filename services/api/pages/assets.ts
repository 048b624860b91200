import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { CodedBodies } from '../platform/answers/coded-bodies.ts'
import { sendFile, type SentFile } from '../platform/answers/send-file.ts'
import { etagOf } from '../platform/answers/wire.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=UTF-8',
  '.js': 'text/javascript; charset=UTF-8',
  '.svg': 'image/svg+xml',
}

const lasting = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // embeds stand in sandboxed frames, which are of no origin
  'Access-Control-Allow-Origin': '*',
}

/** Styles, scripts and drawings of the pages. */
export type Assets = {
  /** Path from the root of the site; another one whenever the file changes. */
  readonly path: (name: string) => string
  readonly serve: (app: FastifyInstance, bodies: CodedBodies) => void
}

/** Reads the files beside this one, once. */
export const openAssets = async (): Promise<Assets> => {
  const folder = join(import.meta.dirname, 'assets')
  const files = new Map<string, SentFile>()
  for (const name of await readdir(folder)) {
    const bytes = await readFile(join(folder, name))
    files.set(name, { bytes, etag: etagOf(bytes), type: types[extname(name)] ?? 'application/octet-stream' })
  }
  return {
    path: name => {
      const file = files.get(name)
      if (file === undefined) throw new TypeError(`there is no asset ${name}`)
      return `/assets/${file.etag.slice(1, 11)}/${name}`
    },
    serve: (app, bodies) => {
      app.get<{ Params: { name: string } }>('/assets/:mark/:name', async (request, reply) => {
        const file = files.get(request.params.name)
        if (file === undefined) reply.callNotFound()
        else await sendFile(request, reply, file, lasting, bodies)
      })
    },
  }
}
