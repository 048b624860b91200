import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

/** Serves what inputs publish, for as long as the newest are wanted. */
export const publishedHere = async () => {
  const server = createServer((request, response) => {
    const found = kept.get(request.url ?? '')
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': found?.type ?? 'text/plain' })
    response.end(found?.body)
  })
  const kept = new Map<string, { readonly body: Buffer; readonly type: string }>()
  let next = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    published: (body: Buffer, type: string): string => {
      const path = `/${next++}`
      kept.set(path, { body, type })
      kept.delete(`/${next - 20}`)
      return `http://127.0.0.1:${port}${path}`
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Published = Awaited<ReturnType<typeof publishedHere>>
