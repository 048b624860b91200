import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import type { ItemRefusal } from '../../calendar/item/decide.ts'
import type { ItemWritten } from '../../calendar/item/scope.ts'
import { jsonText, type Answer } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import { invalid } from '../platform/route.ts'
import type { LatestReads, Visibility, WriteSupport } from './deps.ts'
import { dateProblems } from './problems.ts'

/** Headers of a write, by whether the lists show it already. */
export const lagHeaders = (visibility: Visibility): Answer['headers'] =>
  visibility === null ? [] : [['X-CAL-Lag', String(visibility.lagSeconds)]]

/** What a caller is told when the write side says no. */
export const refusalAnswer = (refusal: ItemRefusal): Answer => {
  if (refusal.code === 'inconsistent-dates') return invalid(dateProblems(refusal.errors))
  const { code } = refusal
  const isConflict = code === 'id-taken' || code === 'slug-needed' || code === 'changed-meanwhile'
  return refused(isConflict ? 'rest_conflict' : code)
}

/** How a kind of item is answered after a write. */
export type Shown<Found> = {
  readonly noun: ItemKind
  /** The item as it is after what was written there. */
  readonly since: LatestReads<Found>['since']
  /** The object of the generation that answers, JSON. */
  readonly shown: (item: Found) => Promise<string>
}

/**
 * Answers a write with the item as it now is, once the lists show it (spec 00 §8 read your writes). `last`: where
 * something that belongs to the write was recorded after it.
 */
export const answerWritten = async <Values, Found>(
  { noun, since, shown }: Shown<Found>,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
  status: 200 | 201,
  written: ItemWritten<Values>,
  last: Position | null = null,
): Promise<Answer> => {
  if (!written.ok) return refusalAnswer(written.refusal)
  const newest = Math.max(written.position ?? -1, last ?? -1)
  const position = newest < 0 ? null : newest
  const visible = await waitUntilVisible(position)
  const item = await since(written.id, position)
  if (item === null) return refused(`rest-${noun}-not-found`)
  return jsonText(status, await shown(item), lagHeaders(visible))
}
