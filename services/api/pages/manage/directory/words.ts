import { guidOf } from '../../../../../projections/event-listing/queries.ts'
import type { Site } from '../../../platform/call.ts'
import type { Part as Place } from '../frame.ts'
import type { Subject } from '../words.ts'
import type { Noun, Part } from './part.ts'

type Words = {
  readonly title: string
  readonly newOne: string
  /** Where its pages stand in the navigation. */
  readonly part: Place
}

const WORDS: Readonly<Record<Noun, Words>> = {
  venue: { title: 'Venues', newOne: 'New venue', part: 'venues' },
  organizer: { title: 'Organizers', newOne: 'New organizer', part: 'organizers' },
  category: { title: 'Categories', newOne: 'New category', part: 'categories' },
  tag: { title: 'Tags', newOne: 'New tag', part: 'tags' },
}

export const wordsOf = ({ noun }: Pick<Part, 'noun'>): Words => WORDS[noun]

/** Address of the page that visitors have of a thing; null: categories and tags have none of their own. */
export const pageOf = (noun: Noun, id: number, { baseUrl }: Site): string | null =>
  noun === 'venue' || noun === 'organizer' ? guidOf({ url: baseUrl }, noun, id) : null

/** How each part is counted, and its address. */
export const SUBJECTS: Readonly<Record<Noun, Subject>> = {
  venue: { one: 'venue', many: 'venues', path: '/manage/venues' },
  organizer: { one: 'organizer', many: 'organizers', path: '/manage/organizers' },
  category: { one: 'category', many: 'categories', path: '/manage/categories' },
  tag: { one: 'tag', many: 'tags', path: '/manage/tags' },
}
