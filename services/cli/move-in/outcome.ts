import type { JsonObject } from '../../../shared/kernel/json.ts'
import type { MovedKind } from '../../move-in/identity.ts'
import { text } from '../operation.ts'

export type ToldKind = MovedKind | 'user'

/** Something that its reader has to know of one thing. */
type Remark = {
  readonly kind: ToldKind
  readonly id: number
  readonly name: string
  readonly text: string
}

/** What became of everything: counts by kind and outcome, and what could not be had, thing by thing. */
export type Story = {
  readonly counts: Map<ToldKind, Map<string, number>>
  readonly remarks: Remark[]
  /** Whether something is not here as it is there, other than what somebody changed here. */
  failed: boolean
}

export const newStory = (): Story => ({ counts: new Map(), remarks: [], failed: false })

export const count = ({ counts }: Story, kind: ToldKind, outcome: string, number = 1): void => {
  const own = counts.get(kind) ?? new Map<string, number>()
  own.set(outcome, (own.get(outcome) ?? 0) + number)
  counts.set(kind, own)
}

const REASONS: Readonly<Record<string, string>> = {
  missing_title: 'has no title: give it one over there and move in again',
  invalid_date: 'has dates that cannot be read',
  changed_here: 'was changed here since, and stays so',
  trashed_here: 'was put into the trash here, and stays there',
  purged_here: 'was deleted here for good',
  deleted_here: 'was deleted here',
  not_an_image: 'is no picture that can be opened',
  conflict: 'was changed by others at the same time: move in again',
}

const NOTICES: Readonly<Record<string, string>> = {
  wrong_type: 'is of a type that it cannot have, and was left out',
  text_cut: 'is longer than a text may be here, and was cut',
  unreadable: 'cannot be read, and was left out',
  unknown_timezone: 'is none that is known: the zone of the site was taken',
  mended: 'made no sense, and was mended',
  slug_taken: 'is taken here: it got a number',
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What is to be told of a thing, from what the service says became of it. */
const noticesIn = (moved: JsonObject): readonly string[] => {
  const reason = typeof moved['reason'] === 'string' ? moved['reason'] : null
  const stays = list(moved['stays']).map(String).join(', ')
  const why = reason === null ? [] : [`${REASONS[reason] ?? reason}${stays === '' ? '' : ` (${stays})`}`]
  const notices = list(moved['notices']).map(one => {
    const { member, why: code } = one as JsonObject
    return `${text(member)} ${NOTICES[text(code)] ?? text(code)}`
  })
  return [...why, ...notices]
}

/** Counts one thing and keeps what is to be told of it. */
export const note = (story: Story, kind: ToldKind, name: string, moved: JsonObject): void => {
  const outcome = text(moved['outcome'])
  count(story, kind, outcome)
  if (outcome === 'failed') story.failed = true
  for (const remark of noticesIn(moved))
    story.remarks.push({ kind, id: Number(moved['id']), name, text: remark })
}
