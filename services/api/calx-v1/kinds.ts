import { MOST_ELEMENTS } from '../../../shared/limits/items.ts'
import { isEmailAddress } from '../../../shared/kernel/text/spelling.ts'
import { dateText as anyDateText } from '../items/date-kinds.ts'
import { tooMany } from '../items/most-elements.ts'
import { problem } from '../items/answer.ts'
import { accept, type ArgumentKind, list, type Problems } from '../platform/arguments/arguments.ts'
import { oneLine, text } from '../platform/arguments/kinds.ts'

const PUBLICATION =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})?$'
const EXACT = '^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$'

/** The index names the format; more than it says is accepted. */
const withFormat = (kind: ArgumentKind<string>, format: string): ArgumentKind<string> => ({
  ...kind,
  declared: { ...kind.declared, format },
})

/** Publication date (spec 03 §3); whether it is a date is decided with the other one. */
export const publicationDate = (): ArgumentKind<string> =>
  withFormat(
    text({ pattern: PUBLICATION, expected: 'a date and time like 2027-06-07T18:30:00' }),
    'date-time',
  )

/** Wall clock or UTC as stored. */
export const exactDate = (): ArgumentKind<string> =>
  text({ pattern: EXACT, expected: 'a date and time like 2027-06-07 18:30:00' })

/** Any date text of spec 04 §1. */
export const dateText = (): ArgumentKind<string> => withFormat(anyDateText(), 'date-time')

export const phone = (): ArgumentKind<string> => withFormat(oneLine(), 'tel')

/** "" clears. Whether it is an address is decided beside what is stored, see `emailProblems`. */
export const email = (): ArgumentKind<string> => withFormat(oneLine(), 'email')

/** `stored`: what is there already is taken back whatever it is, since the first generation takes any text (spec 03 §4). */
export const emailProblems = (sent: string | undefined, stored: string | undefined): Problems =>
  sent === undefined || sent === '' || sent === stored || isEmailAddress(sent)
    ? {}
    : {
        email: problem(
          'rest_invalid_email',
          'email must be an e-mail address such as office@school.example.',
        ),
      }

/** Ids of what an item refers to, each once; 0 is none. */
export const references = <Id extends number>(element: ArgumentKind<Id>): ArgumentKind<readonly Id[]> => {
  const ids = list(element, { unique: true })
  return {
    ...ids,
    read: (value, name, at) => {
      const read = ids.read(value, name, at)
      if (!read.ok) return read
      return read.value.length > MOST_ELEMENTS ? tooMany(name) : accept(read.value.filter(id => id !== 0))
    },
  }
}
