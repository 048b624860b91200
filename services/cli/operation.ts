import { isObject, type Json, type JsonObject } from '../../shared/kernel/json.ts'
import type { Command, Invocation, Options } from './command.ts'
import { operate } from './transport.ts'

/** A value as people read it. */
export const text = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

/** Prints the result as JSON, or in a form for people. */
export const print = (
  { json, terminal }: Invocation,
  result: JsonObject,
  forPeople: (r: JsonObject) => string,
): number => {
  terminal.out(json ? JSON.stringify(result) : forPeople(result))
  return 0
}

/** Given options under the names of the service: `--post-status` → `post_status`. */
export const membersOf = (names: readonly string[], given: Options): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.flatMap(name => {
      const value = given[name]
      return value === undefined ? [] : [[name.replaceAll('-', '_'), value]]
    }),
  )

/** A command that is one operation: positional arguments by name, options passed on, one way to show the result. */
export const operation = (
  name: string,
  positional: readonly string[],
  help: string,
  show: (result: JsonObject) => string,
  options: readonly string[] = [],
  /** So many of the positional arguments, the last ones, may be left away. */
  spare = 0,
): Command => ({
  usage: [
    name,
    ...positional.map((p, i) => (i < positional.length - spare ? p.toUpperCase() : `[${p.toUpperCase()}]`)),
    ...options.map(o => `[--${o} …]`),
  ].join(' '),
  help,
  arity: positional.length,
  ...(spare === 0 ? {} : { least: positional.length - spare }),
  options,
  run: async invocation => {
    const named = Object.fromEntries(invocation.args.map((arg, i) => [positional[i] ?? '', arg]))
    const given = membersOf(options, invocation.options)
    const result = await operate(invocation.transport, name, { ...named, ...given })
    return print(invocation, result, show)
  },
})

export const list = (value: Json | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? (value as readonly JsonObject[]) : []

/** A member that is no object holds nothing. */
export const objectOf = (value: Json | undefined): JsonObject =>
  value !== undefined && isObject(value) ? value : {}

type Side = Json | undefined

/** Pairs by member, such as before and after, as rows. */
export const pairRows = (pairs: Side): readonly (readonly [member: string, one: Side, other: Side])[] =>
  Object.entries(objectOf(pairs)).map(([member, pair]) => {
    const [one, other] = Array.isArray(pair) ? (pair as readonly Json[]) : []
    return [member, one, other]
  })
