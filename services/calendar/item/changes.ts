import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Changes } from './state.ts'

/** The members each fact may carry, in the order the contract lists the facts. */
export type Carriers = readonly { readonly type: string; readonly members: readonly string[] }[]

/** The facts of a kind of item, as they are stored. */
export type Contract<Fact> = z.ZodType<Fact> & { readonly options: readonly z.core.$ZodType[] }

/** Reads from a contract which fact carries which member. Facts not in a patch's power are named in `except`. */
export const carriersOf = (union: Pick<Contract<unknown>, 'options'>, except: readonly string[]) => {
  const carriers: { type: string; members: string[] }[] = []
  for (const option of union.options) {
    if (!(option instanceof z.ZodObject)) continue
    const { type, changes } = option.shape
    if (!(type instanceof z.ZodLiteral) || !(changes instanceof z.ZodObject)) continue
    const name = String(type.value)
    if (!except.includes(name)) carriers.push({ type: name, members: Object.keys(changes.shape) })
  }
  return carriers
}

/** Lists and objects are compared by what they hold. */
export const same = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b)

/** Shown by name, whatever order they were sent in (spec 02 §1.1). */
const UNORDERED = new Set(['categories', 'tags'])

const sameMember = (member: string, a: unknown, b: unknown): boolean => {
  if (same(a, b)) return true
  if (!UNORDERED.has(member) || !Array.isArray(a) || !Array.isArray(b)) return false
  return a.length === b.length && same(new Set(a), new Set(b))
}

/** Members whose value really differs, as [before, after]; members absent or undefined in `patch` keep theirs. */
export const differences = (values: object, patch: object): Changes => {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  for (const member in patch) {
    const before: unknown = Reflect.get(values, member)
    const after: unknown = Reflect.get(patch, member)
    if (after !== undefined && !sameMember(member, before, after)) changes[member] = [before, after]
  }
  return changes
}

/**
 * One fact per thing that happened. A member that two facts may carry (a slug comes alone, or with the status that
 * made it necessary) goes to the first of them that another changed member needs anyway, else to the last.
 */
export const groupChanges = (
  carriers: Carriers,
  changes: Changes,
): readonly { readonly type: string; readonly changes: Changes }[] => {
  const rivals = (member: string) => carriers.filter(({ members }) => members.includes(member))
  const members = Object.keys(changes)
  const needed = new Set(
    members.map(rivals).flatMap(all => (all.length === 1 ? all.map(({ type }) => type) : [])),
  )
  const carrierOf = (member: string): string => {
    const all = rivals(member)
    const carrier = all.find(({ type }) => needed.has(type)) ?? all.at(-1)
    if (carrier === undefined) throw new TypeError(`no fact carries the member ${member}`)
    return carrier.type
  }
  const groups = new Map<string, Record<string, readonly [unknown, unknown] | undefined>>()
  for (const member of members) {
    const type = carrierOf(member)
    groups.set(type, { ...groups.get(type), [member]: changes[member] })
  }
  return carriers.flatMap(({ type }) => {
    const group = groups.get(type)
    return group === undefined ? [] : [{ type, changes: group }]
  })
}
