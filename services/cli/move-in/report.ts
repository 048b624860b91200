import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { Unread } from '../../move-in/read/list.ts'
import { table } from '../table.ts'
import type { Story } from './outcome.ts'
import type { Different } from './verify.ts'

const OUTCOMES = ['created', 'updated', 'unchanged', 'matched', 'stays', 'failed'] as const

const named = ({ kind, id, name }: { kind: string; id: number; name: string }) =>
  `${kind} ${id}${name === '' ? '' : ` "${name}"`}`

const unreadText = ({ list, what, why }: Unread) => `${list}: ${what} could not be read: ${why}`

/** What became of everything, for people. */
export const storyText = ({ counts, remarks }: Story, unread: readonly Unread[], dryRun: boolean): string => {
  const rows = [...counts].map(([kind, own]) => [kind, ...OUTCOMES.map(outcome => own.get(outcome) ?? 0)])
  return [
    ...(dryRun ? ['nothing was changed; this is what would be done:', ''] : []),
    rows.length === 0 ? 'there is nothing to move' : table([['', ...OUTCOMES], ...rows]),
    ...(remarks.length + unread.length === 0 ? [] : ['', 'to be looked at:']),
    ...unread.map(one => `  ${unreadText(one)}`),
    ...remarks.map(remark => `  ${named(remark)} ${remark.text}`),
  ].join('\n')
}

/** The same for machines. */
export const storyJson = ({ counts, remarks }: Story, unread: readonly Unread[]): JsonObject => ({
  counts: Object.fromEntries([...counts].map(([kind, own]) => [kind, Object.fromEntries(own)])),
  remarks: remarks.map(remark => ({ ...remark })),
  unread: unread.map(one => ({ ...one })),
})

const SHOWN = 200
const short = (text: string) => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN - 1)}…`)

/** What is not the same on both sides, for people. */
export const differencesText = (
  compared: number,
  different: readonly Different[],
  unread: readonly Unread[],
): string =>
  [
    ...different.flatMap(one => [
      one.here === null ? `${named(one)} is not here` : `${named(one)}, here ${one.here}:`,
      ...one.members.map(({ member, there, here }) => `  ${member}: ${short(there)} → ${short(here)}`),
    ]),
    ...unread.map(unreadText),
    `${compared} things compared, ${different.length === 0 ? 'none' : different.length} of them different`,
  ].join('\n')

export const differencesJson = (
  compared: number,
  different: readonly Different[],
  unread: readonly Unread[],
): JsonObject => ({
  compared,
  different: different.map(one => ({ ...one, members: one.members.map(member => ({ ...member })) })),
  unread: unread.map(one => ({ ...one })),
})
