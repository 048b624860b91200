import { errorMistake, isObject, operationMistake, wrongNames } from './operation-oracle.ts'
import type { Batch, Part, Request } from './shape.ts'

/** What is wrong with the answer of one part. */
const partMistake = ({ request, answer }: Part, given: unknown, caller: Request['caller']): string | null => {
  if (!isObject(given) || typeof given['status'] !== 'number') return 'no answer of its own'
  const { status, body, headers } = given
  if (status >= 500) return `status ${status}`
  if (!isObject(headers) && !(Array.isArray(headers) && headers.length === 0))
    return 'headers of another form'
  const error = status >= 400 ? errorMistake(status, body) : null
  if (error !== null) return error
  if (answer !== null) {
    const code = isObject(body) ? body['code'] : null
    return answer.status === status && answer.code === code ? null : `${status} ${String(code)}`
  }
  if (request === null) return null
  const [, id] = /\/(\d+)\/?(?:&|$)/.exec(request.address.replaceAll('%2F', '/')) ?? []
  const item = isObject(body) && isObject(body['previous']) ? body['previous'] : body
  if (id !== undefined && status === 200 && !request.fields && isObject(item) && item['id'] !== Number(id))
    return `answers for ${String(item['id'])}`
  return operationMistake({ ...request, caller }, status, body)
}

/** With the first pass failed, exactly the invalid parts are told why. */
const validationMistake = ({ request, answer }: Part, given: unknown): string | null => {
  if (given === null) {
    const wrong = request === null ? [] : wrongNames(request)
    if (answer !== null) return 'a part that cannot run counts as valid'
    return wrong.length > 0 ? `${wrong.join()} ruled out by the document, but the part counts as valid` : null
  }
  if (!isObject(given) || ![400, 404].includes(Number(given['status']))) return 'no refusal of a first pass'
  return Array.isArray(given['headers']) ? null : 'headers that a first pass has not'
}

/** What is wrong with the answer to a batch; `moved`: the log has grown meanwhile (spec 01 §10). */
export const batchMistake = (
  { parts, strict, taken }: Batch,
  caller: Request['caller'],
  status: number,
  body: unknown,
  moved: boolean,
): string | null => {
  if (caller === 'stranger') return status === 401 ? null : `wrong credentials are answered ${status}`
  if (status !== 207) return moved ? 'a refused batch left something' : taken ? `status ${status}` : null
  if (!taken) return 'a batch that is not one was run'
  const { responses, failed } = isObject(body) ? body : {}
  if (!Array.isArray(responses) || responses.length !== parts.length) return 'not one answer for each part'
  if (failed !== undefined) {
    if (!strict || failed !== 'validation') return 'failed without a first pass'
    if (moved) return 'a failed first pass left something'
    if (responses.every(one => one === null)) return 'nothing is invalid, but the first pass failed'
  }
  for (const [n, part] of parts.entries()) {
    const given: unknown = responses[n]
    const mistake = failed === undefined ? null : validationMistake(part, given)
    const what = mistake ?? (given === null ? null : partMistake(part, given, caller))
    if (what !== null) return `part ${n}: ${what}`
  }
  return null
}
