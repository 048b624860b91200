import { documented, type Document } from '../../scripts/fuzz/documented.ts'
import type { Answered } from './api-world.ts'

/** Where each generation describes itself. */
const DOCUMENTS = [
  ['/cal/events/v1', '/cal/events/v1/doc'],
  ['/calx/v1', '/calx/v1/docs'],
] as const

/** Compiled schemas serve every world of a test file: the document is the same in all of them. */
const known = new Map<string, ReturnType<typeof documented>>()

/** Throws when an answer of one of the generations is not as its document says. */
export const mustBeDocumented = async (
  documentOf: (address: string) => Promise<string>,
  method: string,
  path: string,
  answer: Answered,
): Promise<void> => {
  const [route = '', ...others] = path.split('&')
  const query = others.join('&')
  const generation = DOCUMENTS.find(([start]) => route.startsWith(`${start}/`))
  if (generation === undefined || /_fields|_envelope|_method/.test(query)) return
  const [namespace, address] = generation
  const text = await documentOf(address)
  const described = known.get(text) ?? documented(JSON.parse(text) as Document)
  known.set(text, described)
  const operation = described.find(method, decodeURIComponent(route).slice(namespace.length))
  if (operation === null || answer.body === null || answer.status >= 500) return
  const mistake = described.answerMistake(operation, answer.status, answer.body)
  if (mistake !== null) throw new Error(`${method} ${path} → ${answer.status}: ${mistake}\n${answer.text}`)
}
