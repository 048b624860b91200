import type { FastifyInstance } from 'fastify'
import type { MediaFile, OpenMedia } from '../images/media-files.ts'
import { names } from './platform/wire.ts'

/** What is under a name never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'

const lasting = ({ etag }: MediaFile) => ({
  'Cache-Control': FOR_EVER,
  ETag: etag,
  'X-Content-Type-Options': 'nosniff',
  // a picture that a browser takes for something else may do nothing
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
})

const headersOf = (file: MediaFile) => ({
  'Content-Type': file.type,
  'Content-Length': String(file.bytes.length),
  ...lasting(file),
})

/** Serves the files of images (spec 02 §1.1 `image.url`); a name that is none falls through to `notFound`. */
export const serveMedia = (app: FastifyInstance, open: OpenMedia): void => {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const found = await open(request.params.file)
    if (found === null) {
      reply.callNotFound()
      return
    }
    const known = request.headers['if-none-match']
    reply.hijack()
    if (known !== undefined && names(known, found.etag)) reply.raw.writeHead(304, lasting(found)).end()
    else reply.raw.writeHead(200, headersOf(found)).end(found.bytes)
  })
}
