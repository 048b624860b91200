import type { IdOf } from '../../../shared/facts/id-of.ts'
import type { DirectoryQuery } from '../../../projections/items/directory-queries.ts'
import { type Given, list, optional } from '../platform/arguments/arguments.ts'
import { boolean, idOf, integer, oneLine } from '../platform/arguments/kinds.ts'
import { search } from '../platform/arguments/search-kind.ts'
import { eventId } from '../../../shared/kernel/brands.ts'
import { defined } from '../../../shared/kernel/json.ts'
import { nonEmpty } from '../platform/non-empty.ts'

const ids = (description: string) => optional(list(integer(), { unique: true }), { description })

/** What is sought in lists of venues or organizers in both generations (spec 02 §3.2). */
export const soughtIn = {
  search: optional(search(), { description: 'Words that name, content, excerpt or contact members have.' }),
  event: optional(idOf(eventId), { description: 'Id of an event that names them.' }),
  has_events: optional(boolean(), { description: 'Only those that published events name, or only others.' }),
}

const all = {
  include: ids('Only these ids.'),
  exclude: ids('None of these ids.'),
  city: optional(oneLine(), { description: 'City, exactly.' }),
  email: optional(oneLine(), { description: 'E-mail address, exactly.' }),
}

/** The same of what is chosen by its members; `city` of venues, `email` of organizers: the other is never sent. */
export const choosing = (noun: 'venue' | 'organizer'): typeof all => {
  const { city, email, ...shared } = all
  return (noun === 'venue' ? { ...shared, city } : { ...shared, email }) as typeof all
}

/** What they ask; "" and an empty list ask for nothing. `idOf`: makes the ids of such a kind. */
export const chosen = <Values>(
  { include, exclude, city, email }: Given<typeof all>,
  idOf: (id: number) => IdOf<Values>,
): Pick<DirectoryQuery<Values>, 'include' | 'exclude' | 'having'> => {
  const having =
    city !== undefined && city !== ''
      ? ({ member: 'city', text: city } as const)
      : email !== undefined && email !== ''
        ? ({ member: 'email', text: email } as const)
        : undefined
  return defined({ include: nonEmpty(include)?.map(idOf), exclude: nonEmpty(exclude)?.map(idOf), having })
}
