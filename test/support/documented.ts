import { documented, type Document } from '../../scripts/fuzz/documented.ts'
import type { Answered } from './api-world.ts'

const NAMESPACE = '/cal/events/v1'

/** Compiled schemas serve every world of a test file: the document is the same in all of them. */
const known = new Map<string, ReturnType<typeof documented>>()

/** Throws when an answer of the first generation is not as the document says. */
export const mustBeDocumented = (
  documentText: string,
  method: string,
  path: string,
  answer: Answered,
): void => {
  const [route = '', ...others] = path.split('&')
  const query = others.join('&')
  if (!route.startsWith(`${NAMESPACE}/`) || /_fields|_envelope|_method/.test(query)) return
  const described = known.get(documentText) ?? documented(JSON.parse(documentText) as Document)
  known.set(documentText, described)
  const operation = described.find(method, decodeURIComponent(route).slice(NAMESPACE.length))
  if (operation === null || answer.body === null || answer.status >= 500) return
  const mistake = described.answerMistake(operation, answer.status, answer.body)
  if (mistake !== null) throw new Error(`${method} ${path} → ${answer.status}: ${mistake}\n${answer.text}`)
}
