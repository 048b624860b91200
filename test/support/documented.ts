import { documented, type Document, type Documented } from '../../scripts/fuzz/documented.ts'
import type { Answered } from './api-world.ts'

/** Where each generation describes itself. */
const DOCUMENTS = [
  ['/cal/events/v1', '/cal/events/v1/doc'],
  ['/calx/v1', '/calx/v1/docs'],
] as const

/** Text of the document at an address. */
type TextAt = (address: string) => Promise<string>

const compiled = new Map<string, Documented>()
/** Most worlds say the same of themselves, which is compiled but once. */
const describedBy = (text: string): Documented => {
  const described = compiled.get(text) ?? documented(JSON.parse(text) as Document)
  compiled.set(text, described)
  return described
}

/**
 * Of one world, whose documents are read but once: throws when an answer of one of the generations is not as its document
 * says.
 */
export const documentedAnswers = (textAt: TextAt) => {
  const known = new Map<string, Documented>()
  const describedAt = async (address: string): Promise<Documented> => {
    const described = known.get(address) ?? describedBy(await textAt(address))
    known.set(address, described)
    return described
  }
  return async (method: string, path: string, answer: Answered): Promise<void> => {
    const [route = '', ...others] = path.split('&')
    const query = others.join('&')
    const generation = DOCUMENTS.find(([start]) => route.startsWith(`${start}/`))
    if (generation === undefined || /_fields|_envelope|_method/.test(query)) return
    const [namespace, address] = generation
    const described = await describedAt(address)
    const operation = described.find(method, decodeURIComponent(route).slice(namespace.length))
    if (operation === null || answer.body === null || answer.status >= 500) return
    const mistake = described.answerMistake(operation, answer.status, answer.body)
    if (mistake !== null) throw new Error(`${method} ${path} → ${answer.status}: ${mistake}\n${answer.text}`)
  }
}
