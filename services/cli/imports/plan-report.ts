import { plainText } from '../../../shared/kernel/html/text.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/kernel/json.ts'
import { isToldByOthers, isUsual, rankOf } from '../../../shared/members/telling.ts'
import type { Noticed } from '../../imports/item/notices.ts'
import type { Invocation } from '../command.ts'
import { list, text } from '../operation.ts'
import { report, whereOf } from './report.ts'

/** Characters of a value on a line: enough to know it by. */
const SHOWN = 120

const namedText = ({ id, name }: JsonObject): string =>
  id === null ? `${text(name)} (new)` : text(name ?? id)

const plain = (value: Json): string => {
  if (value === null || value === '') return 'nothing'
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : (value as readonly Json[]).map(plain).join(', ')
  if (isObject(value)) return 'name' in value ? namedText(value) : JSON.stringify(value)
  return text(value)
}

/** A value as people read it, on one line. */
const shown = (value: Json): string => {
  const line = plainText(plain(value))
  return line.length <= SHOWN ? line : `${line.slice(0, SHOWN)} …`
}

type Pair = readonly [before: Json, after: Json]

const pairOf = (value: Json): Pair => {
  const [before = null, after = null] = Array.isArray(value) ? (value as readonly Json[]) : []
  return [before, after]
}

/** Of what is new, where it comes from is known. */
const isWorthTelling = (member: string, [, after]: Pair, isNew: boolean): boolean =>
  !isNew || !(member === 'origin' || isUsual(member, after))

/** `    title: Fair → Book fair`; of what is new, what it has. */
const memberLines = (members: JsonObject, isNew: boolean): readonly string[] =>
  Object.entries(members)
    .map(([member, value]) => [member, pairOf(value)] as const)
    .filter(([member, pair]) => !isToldByOthers(member, members) && isWorthTelling(member, pair, isNew))
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([member, [before, after]]) =>
      isNew ? `    ${member}: ${shown(after)}` : `    ${member}: ${shown(before)} → ${shown(after)}`,
    )

const thingLines = ({ type, id, name, members }: JsonObject): readonly string[] => {
  const isNew = id === null
  const about = isNew ? `new ${text(type)} "${text(name)}"` : `${text(type)} ${text(id)} "${text(name)}"`
  return [`  ${about}`, ...(members !== undefined && isObject(members) ? memberLines(members, isNew) : [])]
}

/** What an item would come to; null: nothing that anybody had to know. */
const itemLines = (item: JsonObject): readonly string[] => {
  const { outcome, reason, told, changes } = item
  const things = list(changes)
  const said = Array.isArray(told) ? (told as readonly Json[]).map(text) : []
  if (things.length === 0 && said.length === 0) return []
  const why = typeof reason === 'string' ? ` (${reason})` : ''
  return [
    `${whereOf(item)}: ${text(outcome)}${why}`,
    ...said.map(sentence => `  ${sentence}`),
    ...things.flatMap(thingLines),
  ]
}

/** What an import would do, item by item, then in numbers, and how it is applied. Exit codes as for an import. */
export const planReport = (
  { terminal, json }: Pick<Invocation, 'terminal' | 'json'>,
  plan: JsonObject,
  noticed: Noticed = {},
): number => {
  if (json) return report({ terminal, json }, plan)
  const items = list(plan['items'])
  for (const item of items) for (const line of itemLines(item)) terminal.out(line)
  const code = report({ terminal, json }, plan, { noticed })
  const how =
    plan['status'] === 'failed' && items.length === 0
      ? ', and nothing would be'
      : `; the same with --plan ${text(plan['plan'])} applies it`
  terminal.out(`nothing was changed${how}`)
  return code
}
