import type { Answer } from '../platform/answers/answer.ts'
import type { Arguments, Input } from '../platform/arguments/arguments.ts'
import { OPERATOR_BODY_BYTES } from '../../../shared/limits/requests.ts'
import type { Call } from '../platform/call.ts'
import { endpoint, type Endpoint, invalid, route, type Route } from '../platform/route.ts'
import { problemsOf } from '../admin/problems.ts'

/** Where a command is reached. */
export const commandRoute = (name: string, given: Endpoint): Route =>
  route('', `/operator/${name}`, [given], { self: false, guestBytes: OPERATOR_BODY_BYTES })

/** One operator command: `POST /operator/NAME`. */
export const command = <const Args extends Arguments>(
  name: string,
  args: Args,
  handle: (input: Input<Args>, call: Call) => Promise<Answer>,
): Route => commandRoute(name, endpoint({ methods: ['POST'], args, handle }))

/** Refuses one argument, saying why. */
export const unknown = (name: string, message: string): Answer => invalid(problemsOf({ [name]: message }))
