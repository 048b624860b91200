import type { Happening, ToldKind } from '../../../../../shared/facts/subscription.ts'

export const kindWords: Readonly<Record<ToldKind, string>> = {
  event: 'Events',
  venue: 'Venues',
  organizer: 'Organizers',
  category: 'Categories',
  tag: 'Tags',
}

export const happeningWords: Readonly<Record<Happening, string>> = {
  created: 'Created',
  published: 'Published',
  changed: 'Changed',
  withdrawn: 'Withdrawn from the public',
  trashed: 'Moved to the trash',
  restored: 'Restored',
  deleted: 'Deleted for good',
}

export const seesChoices = [
  ['public', 'What everybody may read'],
  ['all', 'Everything, with drafts, private items and names of people'],
] as const

export const statusWords = { active: 'Active', paused: 'Paused', 'given up': 'Given up' } as const

const REASONS: Readonly<Record<string, string>> = {
  bad_address: 'Its address is none that may be told.',
  forbidden_address: 'Its address is not on the open internet.',
  unknown_host: 'Its name leads nowhere.',
  unreachable: 'It cannot be reached.',
  timeout: 'It does not answer in time.',
  redirected: 'It sends to another address, which is not followed.',
  gone: 'It says that it is there no more.',
  bad_status: 'It answers with an error.',
}

/** Why a receiver took nothing, for people; `found`: the status of its answer. */
export const reasonText = (reason: string, found: string | null): string =>
  `${REASONS[reason] ?? reason}${found === null ? '' : ` (${found})`}`
