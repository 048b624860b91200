import { isObject } from '../../../../shared/kernel/json.ts'
import { type Answer, reworded } from '../answers/answer.ts'
import type { Teller } from './told.ts'

type Members = Readonly<Record<string, unknown>>

/** Headers whose values are names of headers. */
const LISTS: readonly string[] = ['Access-Control-Expose-Headers', 'Access-Control-Allow-Headers']

const union = (one: string, other: string): string =>
  [...new Set([...one.split(', '), ...other.split(', ')])].join(', ')

/** A body, or the one inside an envelope, after a change. */
const changed = (answer: Answer, change: (body: Members) => Members): Answer => {
  if (answer.type !== undefined) return answer
  const read: unknown = JSON.parse(answer.text)
  if (!isObject(read)) return answer
  const inside = isObject(read['headers']) || Array.isArray(read['headers']) ? read['body'] : undefined
  const body = isObject(inside) ? { ...read, body: change(inside) } : change(read)
  return reworded(answer, JSON.stringify(body))
}

/** A member of an object; undefined where there is none. */
const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Routes of theirs that have another name than here. */
const theirRoutes = (routes: Members, { value }: Teller): Members => {
  const named = Object.entries(routes).filter(
    ([, route]) => memberOf(route, 'namespace') !== memberOf(value(route), 'namespace'),
  )
  const told = memberOf(value({ routes: Object.fromEntries(named) }), 'routes')
  return isObject(told) ? told : {}
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const ofBoth = (body: Members, teller: Teller): Members => {
  const { namespaces, routes } = body
  const theirs = memberOf(teller.value({ namespaces }), 'namespaces')
  return {
    ...body,
    ...(namespaces === undefined
      ? {}
      : { namespaces: [...new Set([...listOf(namespaces), ...listOf(theirs)])] }),
    ...(isObject(routes) ? { routes: { ...routes, ...theirRoutes(routes, teller) } } : {}),
  }
}

/**
 * Answers to what is asked under no namespace: nothing in the request says whose names it knows, so that ours stay and
 * theirs stand beside them (spec 00 §1, 9).
 */
export const besideOurs = (teller: Teller) => ({
  /** The root index with the routes of both. */
  index: (answer: Answer): Answer => changed(answer, body => ofBoth(body, teller)),
  /** `parts`: which ones were asked in their names, in the order of the answers. */
  batch: (answer: Answer, parts: readonly boolean[]): Answer =>
    parts.includes(true)
      ? changed(answer, body => {
          const { responses } = body
          if (!Array.isArray(responses)) return body
          const told = listOf(responses).map((one, n) => (parts[n] === true ? teller.value(one) : one))
          return { ...body, responses: told }
        })
      : answer,
  /** Names and values alternate, before and after; the last pair stays the last. */
  headers: (list: readonly string[]): string[] => {
    const all: string[] = []
    for (let at = 0; at < list.length; at += 2) {
      const [name, text] = [list[at] ?? '', list[at + 1] ?? '']
      const [theirName, theirText] = teller.header(name, text)
      if (LISTS.includes(name)) all.push(name, union(text, theirText))
      else if (theirName === name && theirText === text) all.push(name, text)
      else all.push(name, text, theirName, theirText)
    }
    return all
  },
})
