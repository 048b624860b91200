import { documented, type Document, type Documented } from '../../scripts/fuzz/documented.ts'
import type { Answered } from './api-world.ts'

/** Where each generation describes itself. */
const DOCUMENTS = [
  ['/cal/events/v1', '/cal/events/v1/doc'],
  ['/calx/v1', '/calx/v1/docs'],
] as const

/** Text of the document at an address. */
type TextAt = (address: string) => Promise<string>

/** Throws when an answer of one of the generations is not as its document says, which is read and compiled but once. */
export const documentedAnswers = () => {
  const known = new Map<string, Documented>()
  const describedAt = async (address: string, textAt: TextAt): Promise<Documented> => {
    const described = known.get(address) ?? documented(JSON.parse(await textAt(address)) as Document)
    known.set(address, described)
    return described
  }
  return async (textAt: TextAt, method: string, path: string, answer: Answered): Promise<void> => {
    const [route = '', ...others] = path.split('&')
    const query = others.join('&')
    const generation = DOCUMENTS.find(([start]) => route.startsWith(`${start}/`))
    if (generation === undefined || /_fields|_envelope|_method/.test(query)) return
    const [namespace, address] = generation
    const described = await describedAt(address, textAt)
    const operation = described.find(method, decodeURIComponent(route).slice(namespace.length))
    if (operation === null || answer.body === null || answer.status >= 500) return
    const mistake = described.answerMistake(operation, answer.status, answer.body)
    if (mistake !== null) throw new Error(`${method} ${path} → ${answer.status}: ${mistake}\n${answer.text}`)
  }
}
type MustBeDocumented = ReturnType<typeof documentedAnswers>

const all = new Map<object | null, MustBeDocumented>()
/** Of worlds that speak the names of others, too, or of none: all say the same of themselves, and the first is read for all. */
export const answersOf = (others: object | null): MustBeDocumented => {
  const known = all.get(others) ?? documentedAnswers()
  all.set(others, known)
  return known
}
