import type { Answer } from './answer.ts'
import type { SentArguments } from '../call.ts'
import type { Endpoint, Route } from '../route.ts'

/** Header that names what was sent and means nothing here (spec 01 §6). */
export const IGNORED = 'X-CAL-Ignored'

/** Where programs send filters and members that they know from elsewhere. */
const TELLING: readonly string[] = ['cal/events/v1', 'calx/v1', 'core/v2']
/** Read by the platform, whatever a route declares; so is what begins with `_`. */
const COMMON: readonly string[] = ['context', 'id', 'slug', 'password', 'rest_route']
/** What a header line may hold of a name. */
const PLAIN = /^[A-Za-z0-9][\w.-]{0,63}$/
const MOST = 30

/** The same answer, saying what of the request no rule looks at. */
export const tellingIgnored = (
  answer: Answer,
  { namespace }: Pick<Route, 'namespace'>,
  { args }: Pick<Endpoint, 'args'>,
  sent: SentArguments,
): Answer => {
  if (answer.status >= 400 || !TELLING.includes(namespace)) return answer
  const ignored = Object.keys(sent).filter(
    name => !Object.hasOwn(args, name) && PLAIN.test(name) && !COMMON.includes(name),
  )
  if (ignored.length === 0) return answer
  return { ...answer, headers: [...answer.headers, [IGNORED, ignored.slice(0, MOST).join(', ')]] }
}
