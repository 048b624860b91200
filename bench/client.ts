import { Agent, request } from 'node:http'

type Answered = { readonly status: number; readonly text: string }

export type Client = {
  /** With a body it is a POST. */
  readonly ask: (url: string, body?: string) => Promise<Answered>
  readonly close: () => void
}

/** Kept-open connections and nothing else: the client must not take the processor from what it measures. */
export const client = (headers: Readonly<Record<string, string>>): Client => {
  const agent = new Agent({ keepAlive: true })
  return {
    ask: (url, body) =>
      new Promise((resolve, reject) => {
        const method = body === undefined ? 'GET' : 'POST'
        const asked = request(url, { agent, method, headers }, answer => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
          )
          answer.on('error', reject)
        })
        asked.on('error', reject)
        asked.end(body)
      }),
    close: () => agent.destroy(),
  }
}
