import type { PeriodError } from '../../../shared/kernel/time/period.ts'
import type { PublicationError } from '../../../shared/kernel/time/publication.ts'
import type { DetailCode, Problem, Problems } from '../platform/arguments/arguments.ts'

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
