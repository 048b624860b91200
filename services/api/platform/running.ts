import type { Answer } from './answers/answer.ts'
import type { Call } from './call.ts'
import { forbidden, refused } from './answers/errors.ts'
import { outageAnswer } from './answers/outage.ts'
import type { Parameters } from './request/parameters.ts'
import type { Endpoint, Route } from './route.ts'

/** Tells the operator about a failure that is nobody's mistake. `correlation`: of the request that it befell. */
export type Report = (error: unknown, doing: string, correlation?: string) => void

/** Header by which whoever got a 500 and whoever reads the log speak of the same failure (spec 01 §4). */
export const CORRELATION = 'X-CAL-Correlation'

export const endpointFor = (route: Route, method: string): Endpoint | undefined => {
  const wanted = method === 'HEAD' ? 'GET' : method
  return route.endpoints.find(({ methods }) => methods.some(one => one === wanted))
}

/** Methods the caller may use, in endpoint order. */
export const allowOf = async (route: Route, call: Call): Promise<string> => {
  const offered = []
  for (const endpoint of route.endpoints) if (await endpoint.offered(call)) offered.push(...endpoint.methods)
  return [...new Set(offered)].join(', ')
}

/** The same call with much text made ready to be cleaned elsewhere; absent: all is cleaned on the spot. */
export type CleanTextsAhead = { readonly withCleanTexts?: (call: Call) => Promise<Call> }

/** Steps 4 to 9 of spec 01 §3. Rejects only when something is out of order. */
export const runEndpoint = async (
  endpoint: Endpoint,
  parameters: Parameters,
  asked: Call,
  { withCleanTexts = async call => call }: CleanTextsAhead,
): Promise<Answer> => {
  if (parameters.sent['_jsonp'] !== undefined) return refused('rest_callback_disabled')
  const call = await withCleanTexts(asked)
  const prepared = await endpoint.prepare(parameters, call)
  if (!prepared.ok) return prepared.answer
  return endpoint.may(call.caller) ? prepared.execute() : forbidden(call.caller)
}

/** The answer for something that is out of order; nobody's mistake is reported. */
export const failedWith =
  (report: Report, doing: string, correlation: string) =>
  (error: unknown): Answer => {
    const { answer, unexpected } = outageAnswer(error)
    if (unexpected) report(error, doing, correlation)
    return answer.status === 500
      ? { ...answer, headers: [...answer.headers, [CORRELATION, correlation]] }
      : answer
  }
