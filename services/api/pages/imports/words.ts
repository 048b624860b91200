import type { ImportProgress } from '../../../../projections/import-status/queries.ts'
import { Outcome } from '../../../../shared/facts/import.ts'

type Standing = Pick<ImportProgress, 'status' | 'paused' | 'over' | 'received'>

/** What an import is doing, as a name for styles and as a word for people. */
export type State = { readonly name: string; readonly word: string }

export const stateOf = ({ status, paused, over, received }: Standing): State => {
  if (over)
    return status === 'success' ? { name: 'success', word: 'Done' } : { name: 'failed', word: 'Failed' }
  if (paused) return { name: 'paused', word: 'Paused' }
  if (status !== 'pending') return { name: 'running', word: 'Finishing' }
  return received === 0
    ? { name: 'waiting', word: 'Waiting for items' }
    : { name: 'running', word: 'Running' }
}

export const outcomes: readonly Outcome[] = Outcome.options

const reasons: Readonly<Record<string, string>> = {
  missing_title: 'It has no title.',
  missing_title_column: 'The file has no column with titles.',
  invalid_date: 'Its start cannot be read.',
  invalid_end_date: 'Its end cannot be read: the start was taken.',
  too_large: 'A text is too long.',
  too_many_items: 'There are more items than an import takes.',
  too_many_dates: 'It names more dates than are read.',
  not_yours: 'It names an event that no import wrote.',
  in_trash: 'A person moved it to the trash.',
  older: 'The calendar has a newer version.',
  moved: 'Its source gave it another time.',
  retain: 'Events that are there already stay as they are.',
  cancelled: 'It is cancelled.',
  import_gone: 'The import was deleted before its turn.',
  import_cancelled: 'The import was cancelled before its turn.',
  internal_error: 'Something went wrong here.',
  payload_gone: 'What was received is no longer kept.',
  overnight: 'It ends on the next day.',
  end_before_start: 'It ended before it began: the start was taken.',
  unknown_timezone: 'Its time zone is not known: that of the site was taken.',
  bad_url: 'Its address is none.',
  image_not_fetched: 'Its picture could not be fetched.',
  series_truncated: 'Not every date of the series was taken.',
  bad_rrule: 'How it repeats cannot be read: only its first date was taken.',
  bad_rdate: 'A further date cannot be read.',
  bad_exdate: 'A date to leave out cannot be read.',
  bad_recurrence_id: 'It does not say which date it replaces.',
  ambiguous_date: 'Day and month could be either way round.',
  csv_row: 'The row is broken.',
  unclosed_quote: 'A quote is never closed.',
  truncated: 'The file ends too early.',
  not_a_calendar: 'What came is no calendar.',
  all_failed: 'Every item failed.',
  count_mismatch: 'Fewer or more items came than were announced.',
  stalled: 'Nothing came for too long.',
  deleted: 'It was deleted.',
  reported: 'The source reported a failure.',
  bad_address: 'The address is none of a feed.',
  forbidden_address: 'The address is not on the open internet.',
  unknown_host: 'The host of the address has no name.',
  unreachable: 'The server cannot be reached.',
  timeout: 'The server did not send the feed in time.',
  too_many_redirects: 'The server sends from one address to another without end.',
  bad_status: 'The server answers with an error.',
  wrong_type: 'The server sends the feed compressed, which it was asked not to do.',
}

/** A code of spec 05 for people; one without words is itself. */
export const reasonText = (code: string): string =>
  Object.hasOwn(reasons, code) ? (reasons[code] ?? code) : code.replaceAll('_', ' ')

const UNITS = [
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `1 h 5 min`, `2 min 10 s`, `8 s`: the two greatest parts of a duration. */
export const durationText = (seconds: number): string => {
  const parts: string[] = []
  let rest = Math.max(0, Math.round(seconds))
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0 && parts.length < 2) parts.push(`${count} ${unit}`)
  }
  return parts.length === 0 ? '0 s' : parts.join(' ')
}
