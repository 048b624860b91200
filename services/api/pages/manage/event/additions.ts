import { venueId, organizerId } from '../../../../../shared/kernel/brands.ts'
import type { Caller } from '../../../platform/call.ts'
import type { Nested } from '../../../platform/request/addressing.ts'
import { textOf } from '../../page.ts'
import { meantBy } from '../names-typed.ts'
import { termsTyped } from '../form/terms-typed.ts'
import type { Wrong } from '../form/wrong.ts'
import type { OfferDeps } from '../offered.ts'
import type { Group, ListField } from './typed.ts'

/** Members of what can be made on the spot, by the names of the interface; the first is its name. */
export const NEW_VENUE = ['venue', 'address', 'city', 'zip', 'country'] as const
export const NEW_ORGANIZER = ['organizer', 'phone', 'email', 'website'] as const

type New = Readonly<Record<string, string>>

/** What a form adds to the lists of an event, as it was typed. */
export type Additions = {
  readonly venue: string
  readonly organizer: string
  /** Separated by commas. */
  readonly tags: string
  readonly categories: string
  readonly newVenue: New
  readonly newOrganizer: New
}

const newIn = (form: Nested, group: string, names: readonly string[]): New => {
  const sent = form[group]
  const members: Nested = typeof sent === 'object' ? sent : {}
  return Object.fromEntries(names.map(name => [name, textOf(members, name).trim()]))
}

export const additionsIn = (form: Nested): Additions => ({
  venue: textOf(form, 'addVenue').trim(),
  organizer: textOf(form, 'addOrganizer').trim(),
  tags: textOf(form, 'addTags').trim(),
  categories: textOf(form, 'addCategories').trim(),
  newVenue: newIn(form, 'newVenue', NEW_VENUE),
  newOrganizer: newIn(form, 'newOrganizer', NEW_ORGANIZER),
})

export const NO_ADDITIONS: Additions = additionsIn({})

const isSaid = (made: New): boolean => Object.values(made).some(text => text !== '')

/** Groups to which something is added. */
export const addedTo = ({ venue, organizer, tags, categories, newVenue, newOrganizer }: Additions) =>
  new Set<Group>([
    ...(venue !== '' || isSaid(newVenue) ? ['venues' as const] : []),
    ...(organizer !== '' || isSaid(newOrganizer) ? ['organizers' as const] : []),
    ...(tags === '' ? [] : ['tags' as const]),
    ...(categories === '' ? [] : ['categories' as const]),
  ])

/** What is added, as the interface takes it: ids, names of terms, descriptions of what is to be made. */
export type Added = Readonly<Record<ListField, readonly (number | string | New)[]>>

type Found = { readonly added: readonly (number | string | New)[]; readonly wrong: Wrong }

const placed = async <Id extends number>(
  directory: Parameters<typeof meantBy<Id>>[0],
  idOf: (id: number) => Id,
  noun: 'venue' | 'organizer',
  text: string,
  made: New,
): Promise<Found> => {
  const [field, group] = noun === 'venue' ? ['addVenue', 'newVenue'] : ['addOrganizer', 'newOrganizer']
  const meant = text === '' ? null : await meantBy(directory, idOf, noun, text)
  const said = Object.fromEntries(Object.entries(made).filter(([, value]) => value !== ''))
  const isNamed = (made[noun] ?? '') !== ''
  return {
    added: [...(meant !== null && 'id' in meant ? [meant.id] : []), ...(isNamed ? [said] : [])],
    wrong: {
      ...(meant !== null && 'why' in meant
        ? { [field]: `${meant.why} A new one is made below, with its name.` }
        : {}),
      ...(isSaid(made) && !isNamed ? { [`${group}[${noun}]`]: `Please give the new ${noun} a name.` } : {}),
    },
  }
}

/** Finds what the typed additions mean. */
export const resolved = async (
  { venues, organizers, terms }: Pick<OfferDeps, 'venues' | 'organizers' | 'terms'>,
  additions: Additions,
  caller: Caller,
): Promise<{ readonly added: Added; readonly wrong: Wrong }> => {
  const [venue, organizer, tags, categories] = await Promise.all([
    placed(venues, venueId, 'venue', additions.venue, additions.newVenue),
    placed(organizers, organizerId, 'organizer', additions.organizer, additions.newOrganizer),
    termsTyped(terms, 'post_tag', 'addTags', additions.tags, caller),
    termsTyped(terms, 'cal_events_cat', 'addCategories', additions.categories, caller),
  ])
  return {
    added: {
      ...{ venues: venue.added, organizers: organizer.added },
      ...{ tags: tags.added, categories: categories.added },
    },
    wrong: { ...venue.wrong, ...organizer.wrong, ...tags.wrong, ...categories.wrong },
  }
}
