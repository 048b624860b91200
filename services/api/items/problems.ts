import type { PeriodError } from '../../../shared/kernel/time/period.ts'
import type { PublicationError } from '../../../shared/kernel/time/publication.ts'
import type { DetailCode, Problem, Problems } from '../platform/arguments/arguments.ts'

export const problem = (code: DetailCode, message: string): Problem => ({ code, message, data: null })

export const unknownId = (name: string): Problem =>
  problem('rest_unknown_id', `${name} names something that does not exist.`)

const SENTENCES: Readonly<Record<(PeriodError | PublicationError)['code'], string>> = {
  rest_invalid_timezone: 'is not a zone.',
  rest_invalid_date: 'is not a date that can be read.',
  rest_property_required: 'is needed.',
  rest_inconsistent_dates: 'contradicts the other dates.',
  rest_out_of_bounds: 'is out of bounds.',
}

export const dateProblems = (errors: readonly (PeriodError | PublicationError)[]): Problems =>
  Object.fromEntries(
    errors.map(({ argument, code }) => [argument, problem(code, `${argument} ${SENTENCES[code]}`)]),
  )

export const unreadableDate = (name: string): Problem =>
  problem('rest_invalid_date', `${name} ${SENTENCES.rest_invalid_date}`)
