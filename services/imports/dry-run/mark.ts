import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { PAYLOAD, type ImportPayloadFact } from '../../../shared/facts/import.ts'
import { isObject, type Json } from '../../../shared/kernel/json.ts'
import type { RunSettings } from '../run/state.ts'
import type { DryRunItem } from './items.ts'
import type { Overlay } from './overlay.ts'

/** What people hand back to have applied what they saw: 32 hex of what came, 32 hex of what it would do. */
export const PLAN_MARK = /^[0-9a-f]{64}$/

const LENGTH = 32

/** What has an id is meant by it, whatever it is called by now. */
const meant = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(meant)
  return isObject(value) && typeof value['id'] === 'number' && 'name' in value ? { id: value['id'] } : value
}

/** As a list of lists: nobody reads it. */
const plainOf = ({ position, outcome, reason, warnings, id, changes }: DryRunItem): Json => [
  ...[position, outcome, reason, [...warnings], id],
  changes.map(({ type, id, name, members }): Json => {
    const told: Json[] = []
    for (const member in members) {
      const [before = null, after = null] = members[member] ?? []
      told.push(member, meant(before), meant(after))
    }
    return [type, id, id === null ? name : null, told]
  }),
]

const plainText = (value: Json): string => JSON.stringify(value)

/** What came: the items as they were read, and how they are to be treated. */
const inputMark = async (
  overlay: Overlay,
  { postStatus, author, category, source, updateAuthority }: RunSettings,
): Promise<string> => {
  const sum = createHash('sha256').update(
    plainText({ postStatus, author, category, source, updateAuthority }),
  )
  for (const { data } of overlay.added(PAYLOAD)) {
    // written a moment ago, in the form of today
    const { items } = data as unknown as ImportPayloadFact
    sum.update(items.map(plainText).join(''))
    await nextTurn()
  }
  return sum.digest('hex').slice(0, LENGTH)
}

/**
 * The plan of a dry run as a mark: the same as long as the same input does the same. Nothing of it has to be kept: who
 * brings it back brings the input, too. `take` sees the items as they pass.
 */
export const markOf = async (
  overlay: Overlay,
  settings: RunSettings,
  items: AsyncIterable<readonly DryRunItem[]>,
  take: (items: readonly DryRunItem[]) => void,
): Promise<string> => {
  const plan = createHash('sha256')
  for await (const some of items) {
    plan.update(some.map(item => plainText(plainOf(item))).join(''))
    take(some)
    await nextTurn()
  }
  return (await inputMark(overlay, settings)) + plan.digest('hex').slice(0, LENGTH)
}

/** Whether two marks are of the same input. */
export const isSameInput = (one: string, other: string): boolean =>
  one.slice(0, LENGTH) === other.slice(0, LENGTH)
