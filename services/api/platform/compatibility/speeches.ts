import type { Answer } from '../answers/answer.ts'
import type { Body } from '../request/body.ts'
import type { Nested } from '../request/addressing.ts'
import type { SentReader } from './asked.ts'
import { besideOurs } from './beside.ts'
import type { Mapping } from './mapping.ts'
import type { bothWays } from './names.ts'
import { pageAddress } from './page-address.ts'
import { theirPartsIn } from './parts.ts'
import { teller, type WriteAddress } from './told.ts'

/** How a request that came in their names is read and answered. */
export type Speech = {
  readonly body: (body: Body, path: string) => Body
  /** `path`: of the route in our names. */
  readonly answer: (answer: Answer, path: string, baseUrl: string) => Answer
  /** Names and values alternate, before and after. */
  readonly headers: (list: readonly string[], baseUrl: string) => string[]
}

type Writing = (baseUrl: string) => WriteAddress

/** Every way in which requests are read and answered. `index`: the address of the index in their names. */
export const speechesOf = (
  mapping: Mapping,
  { ours, theirs }: ReturnType<typeof bothWays>,
  sent: SentReader,
  index: (baseUrl: string) => string,
) => {
  const ownQuery = (query: string) => pageAddress(`?${query}`, theirs).slice(1)
  const prettyAddress: Writing = baseUrl => (route, query) => {
    const own = ownQuery(query)
    return `${baseUrl}${mapping.prefix}${route}${own === '' ? '' : `?${own}`}`
  }
  // their index has no other address than the one behind the prefix
  const plainAddress: Writing = baseUrl => (route, query) => {
    const own = ownQuery(query)
    if (route === '/') return `${index(baseUrl)}${own === '' ? '' : `?${own}`}`
    return `${baseUrl}/index.php?rest_route=${route}${own === '' ? '' : `&${own}`}`
  }
  const tellerBy = (write: Writing) => (baseUrl: string) =>
    teller({ ...mapping, theirs }, baseUrl, write(baseUrl))

  const inTheirs = (write: Writing): Speech => {
    const tell = tellerBy(write)
    return {
      body: sent.body,
      answer: (answer, path, baseUrl) => tell(baseUrl).answer(answer, path),
      headers: (list, baseUrl) => tell(baseUrl).headers(list),
    }
  }
  const beside = (baseUrl: string) => besideOurs(tellerBy(plainAddress)(baseUrl))
  const headers: Speech['headers'] = (list, baseUrl) => beside(baseUrl).headers(list)

  return {
    pretty: inTheirs(prettyAddress),
    plain: inTheirs(plainAddress),
    /** Whoever asks for it says by nothing whose names they know: it has the routes of both. */
    rootIndex: {
      body: sent.body,
      answer: (answer, _, baseUrl) => beside(baseUrl).index(answer),
      headers,
    } satisfies Speech,
    /** Of one request: each part in the names of its path. */
    batch: (query: Nested): Speech => {
      let parts: readonly boolean[] = []
      return {
        body: (body, path) => {
          parts = theirPartsIn(body.ok ? [body.json, body.form, query] : [], ours)
          return sent.batch.body(body, path)
        },
        answer: (answer, _, baseUrl) => beside(baseUrl).batch(answer, parts),
        headers,
      }
    },
    /** Of namespaces that have one name for all: read in the names of both, answered in ours. */
    reading: { body: sent.body, answer: answer => answer, headers: list => [...list] } satisfies Speech,
  }
}
