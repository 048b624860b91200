import type { FastifyInstance } from 'fastify'
import type { OpenMedia } from '../images/media-files.ts'
import { OLD_PICTURES } from '../images/old-picture.ts'
import { sendFile } from './platform/answers/send-file.ts'

/** What is under a name never changes. */
const lasting = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  // a picture that a browser takes for something else may do nothing
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** Serves the files of images (spec 02 §1.1 `image.url`); a name that is none falls through to `notFound`. */
export const serveMedia = (app: FastifyInstance, open: OpenMedia): void => {
  app.get<{ Params: { file: string } }>('/media/:file', async (request, reply) => {
    const found = await open(request.params.file)
    if (found === null) reply.callNotFound()
    else await sendFile(request, reply, found, lasting, null)
  })
}

/** Leads from where a picture stood in a calendar that moved in to where it stands (spec 05 §15). */
export const serveOldPictures = (
  app: FastifyInstance,
  fileOf: (path: string) => Promise<string | null>,
): void => {
  app.get<{ Params: { '*': string } }>(`${OLD_PICTURES}*`, async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const file = await fileOf(path)
    if (file === null) reply.callNotFound()
    else await reply.redirect(`/media/${file}`, 301)
  })
}
