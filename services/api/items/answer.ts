import { furthestKnown } from '../../../shared/kernel/brands.ts'
import type { Position } from '../../../shared/event-store/port.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { PeriodError, PublicationError } from '../../../shared/kernel/time/period.ts'
import type { ItemRefusal } from '../../calendar/item/decide.ts'
import type { ItemWritten } from '../../calendar/item/change.ts'
import { type Answer, jsonText } from '../platform/answers/answer.ts'
import { refused } from '../platform/answers/errors.ts'
import type { DetailCode, Problem, Problems } from '../platform/arguments/arguments.ts'
import { invalid } from '../platform/route.ts'
import type { Since, Visibility, WriteSupport } from './deps.ts'

// What writers of items are told: the item as it now is, why not, and what is wrong with what they sent.

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
export type Shown<Found, Values = unknown, Around = unknown> = {
  readonly noun: ItemKind
  /** The item as it is after what was written there. */
  readonly since: Since<Found>
  /** What its object shows besides, as far as its values tell: so both are asked for at once. */
  readonly around?: (values: Values) => Promise<Around>
  /** The object of the generation that answers, JSON. */
  readonly shown: (item: Found, around?: Around) => Promise<string>
}

/**
 * Answers a write with the item as it now is, once the lists show it (spec 00 §8 read your writes). `last`: where
 * something that belongs to the write was recorded after it.
 */
export const answerWritten = async <Values, Found, Around>(
  { noun, since, around, shown }: Shown<Found, Values, Around>,
  waitUntilVisible: WriteSupport['waitUntilVisible'],
  status: 200 | 201,
  written: ItemWritten<Values>,
  last: Position | null = null,
): Promise<Answer> => {
  if (!written.ok) return refusalAnswer(written.refusal)
  const position = furthestKnown(written.position, last)
  const visible = await waitUntilVisible(position)
  const [item, found] = await Promise.all([since(written.id, position), around?.(written.values)])
  if (item === null) return refused(`rest-${noun}-not-found`)
  return jsonText(status, await shown(item, found), lagHeaders(visible))
}

export const problem = (code: DetailCode, message: string): Problem => ({ code, message, data: null })

export const unknownId = (name: string): Problem =>
  problem('rest_unknown_id', `${name} names something that does not exist.`)

const SENTENCES: Readonly<Record<(PeriodError | PublicationError)['code'], string>> = {
  rest_invalid_timezone: 'is not a zone; one is America/New_York or UTC+5:30.',
  rest_invalid_date: 'is not a date that can be read; one is 2027-06-07 or 2027-06-07 18:30:00.',
  rest_property_required: 'is needed.',
  rest_inconsistent_dates: 'is another time than the other dates say.',
  rest_out_of_bounds: 'leads out of the years 0001 to 9999.',
}

/** Ends are refused for nothing else. */
const sentenceOf = (argument: string, code: keyof typeof SENTENCES): string =>
  argument === 'end_date' && code === 'rest_inconsistent_dates' ? 'is before the start.' : SENTENCES[code]

export const dateProblems = (errors: readonly (PeriodError | PublicationError)[]): Problems =>
  Object.fromEntries(
    errors.map(({ argument, code }) => [
      argument,
      problem(code, `${argument} ${sentenceOf(argument, code)}`),
    ]),
  )

export const unreadableDate = (name: string): Problem =>
  problem('rest_invalid_date', `${name} ${SENTENCES.rest_invalid_date}`)
