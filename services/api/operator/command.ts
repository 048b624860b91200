import type { Answer } from '../platform/answers/answer.ts'
import type { Arguments, Input } from '../platform/arguments/arguments.ts'
import { OPERATOR_BODY_BYTES } from '../../../shared/limits.ts'
import type { Call } from '../platform/call.ts'
import { endpoint, invalid, route, type Route } from '../platform/route.ts'
import { problemsOf } from '../admin/problems.ts'

/** One operator command: `POST /operator/NAME`. */
export const command = <const Args extends Arguments>(
  name: string,
  args: Args,
  handle: (input: Input<Args>, call: Call) => Promise<Answer>,
): Route =>
  route('', `/operator/${name}`, [endpoint({ methods: ['POST'], args, handle })], {
    self: false,
    guestBytes: OPERATOR_BODY_BYTES,
  })

/** Refuses one argument, saying why. */
export const unknown = (name: string, message: string): Answer => invalid(problemsOf({ [name]: message }))
