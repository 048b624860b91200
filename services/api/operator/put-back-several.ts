import {
  chosenBy,
  putBackSeveralOf,
  putBackSeveralOptions,
  type PutBackSeveralDeps,
} from '../admin/put-back-several.ts'
import { contextOf } from '../platform/call.ts'
import { resolvingEndpoint, type Route } from '../platform/route.ts'
import { commandRoute } from './command.ts'

/** `put-back` without an item: everything that a filter of the history chooses (spec 00 §6.8). */
export const putBackSeveralCommand = (deps: PutBackSeveralDeps): Route =>
  commandRoute(
    'put-back-several',
    resolvingEndpoint({
      methods: ['POST'],
      args: putBackSeveralOptions,
      resolve: (given, { at }) => chosenBy(deps, given, at),
      handle: (input, call, narrowed) =>
        putBackSeveralOf(deps, input, { narrowed, hidden: [] }, contextOf(call)),
    }),
  )
