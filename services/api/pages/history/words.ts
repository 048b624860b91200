import { eventMembers } from '../../../../shared/members/event.ts'
import type { Members } from '../../../../shared/members/member.ts'
import { organizerMembers } from '../../../../shared/members/organizer.ts'
import { undoDepth } from '../../../../shared/facts/undo.ts'
import { venueMembers } from '../../../../shared/members/venue.ts'
import type { Source } from '../../../../shared/facts/meta.ts'
import { capitalized, spelledOut } from '../../../../shared/kernel/text/capitalized.ts'

/** Things that have a history, by the names of their addresses. */
export const things = [
  ['event', 'Event'],
  ['venue', 'Venue'],
  ['organizer', 'Organizer'],
  ['category', 'Category'],
  ['tag', 'Tag'],
  ['image', 'Picture'],
  ['import', 'Import'],
  ['undo', 'Undo'],
  ['schedule', 'Schedule'],
  ['subscription', 'Subscription'],
  ['user', 'User'],
  ['site', 'Settings'],
] as const

export const thingWord = (type: string): string => things.find(([name]) => name === type)?.[1] ?? type

/** `Event 5`; there is one site. */
export const thingCalled = (type: string, id: string): string =>
  type === 'site' ? thingWord(type) : `${thingWord(type)} ${id}`

/** Categories and tags are one kind in the index of the history. */
export const kindWord = (kind: string): string => (kind === 'term' ? 'Category or tag' : thingWord(kind))

/** By the end of their names, which facts of several kinds share; the longest one counts. */
const happenings: readonly (readonly [ending: string, word: string])[] = [
  ['SubscriptionMade', 'Made'],
  ['SubscriptionChanged', 'Changed'],
  ['SubscriptionSecretRotated', 'Secret replaced'],
  ['SubscriptionMoved', 'Told again from a day on'],
  ['FactsDelivered', 'Changes told'],
  ['DeliveryFailed', 'Receiver took nothing'],
  ['SubscriptionGivenUp', 'Given up'],
  ['UndoChosen', 'Changes chosen to be put back'],
  ['UndoItemsChosen', 'Items of these changes'],
  ['OverdueForgotten', 'Forgotten: kept long enough'],
  ['ForgettingBegun', 'Contact forgotten for good'],
  ['UndoBegun', 'Undo begun'],
  ['UndoItemsDone', 'Items undone'],
  ['UndoEnded', 'Undo done'],
  ['FeedImported', 'Feed fetched and imported'],
  ['FeedFailed', 'Feed not imported'],
  ['FeedAddressChanged', 'Fetched from another address'],
  ['ScheduleSet', 'Set'],
  ['ScheduleRetimed', 'Fetched at other times'],
  ['ScheduleOptionsChanged', 'Options changed'],
  ['OutcomesRecorded', 'Items processed'],
  ['OccurrencesWithdrawn', 'Dates withdrawn by the source'],
  ['BatchReceived', 'Items received'],
  ['StateReported', 'State reported by the source'],
  ['UserRenamed', 'Name changed'],
  ['PasswordLinkMade', 'Link to set a password made'],
  ['UserSignedIn', 'Signed in'],
  ['FormTaken', 'Form sent'],
  ['SessionsEnded', 'Signed out everywhere'],
  ['ApplicationPasswordCreated', 'Application password made'],
  ['ApplicationPasswordUsed', 'Application password used'],
  ['ApplicationPasswordRevoked', 'Application password revoked'],
  ['PostOptionsChanged', 'Options changed'],
  ['OrganizersChanged', 'Organizers changed'],
  ['SettingsChanged', 'Settings changed'],
  ['SettingsReset', 'Settings as they are without being set'],
  ['ContactChanged', 'Contact changed'],
  ['PasswordChanged', 'Password changed'],
  ['StatusChanged', 'Status changed'],
  ['TermsAssigned', 'Categories or tags changed'],
  ['OriginNoted', 'Source noted'],
  ['SlugChanged', 'Address of the page changed'],
  ['RoleChanged', 'Role changed'],
  ['Rescheduled', 'Moved to another time'],
  ['Relocated', 'Moved to another place'],
  ['Reattributed', 'Author changed'],
  ['Illustrated', 'Picture changed'],
  ['Registered', 'Registered'],
  ['AltTextChanged', 'Alternative text changed'],
  ['Described', 'Text changed'],
  ['Presented', 'Display changed'],
  ['Protected', 'Protection changed'],
  ['Cleaned', 'Freed of what its file told besides'],
  ['Added', 'Added'],
  ['Retitled', 'Renamed'],
  ['MergeSettled', 'What named it was moved'],
  ['Unmerged', 'Is itself again: merging was taken back'],
  ['Merged', 'Merged into another'],
  ['Restored', 'Restored from the trash'],
  ['Created', 'Created'],
  ['Renamed', 'Renamed'],
  ['Trashed', 'Moved to the trash'],
  ['Adopted', 'Created'],
  ['Deleted', 'Deleted'],
  ['Resumed', 'Resumed'],
  ['Removed', 'Removed'],
  ['Erased', 'Erased for good'],
  ['Purged', 'Deleted for good'],
  ['Paused', 'Paused'],
  ['Linked', 'Website changed'],
  ['Priced', 'Cost changed'],
  ['Closed', 'Closed'],
  ['Tagged', 'Tags changed'],
  ['Moved', 'Moved'],
]

const longestFirst = happenings.toSorted(([a], [b]) => b.length - a.length)

/** What came from the source of an event, not from a person, by the ends of names of facts. */
const bySource: readonly (readonly [ending: string, word: string])[] = [
  ['Rescheduled', 'Moved by the source'],
  ['Restored', 'Brought back by the source'],
]

/** By the reason that is told with it. */
const trashedBySource: Readonly<Record<string, string>> = {
  withdrawn: 'Withdrawn by the source',
  cancelled: 'Cancelled by the source',
}

type Told = {
  readonly fact: string
  readonly source: Source
  /** Of an undo: then it was no source that did it. */
  readonly correlation?: string
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>
}

const sourceWord = ({ fact, changes }: Told): string | undefined => {
  if (!fact.endsWith('Trashed')) return bySource.find(([ending]) => fact.endsWith(ending))?.[1]
  const reason = changes?.['reason']?.[1]
  return (typeof reason === 'string' ? trashedBySource[reason] : undefined) ?? 'Taken away by the source'
}

/** What a fact says that happened. */
export const happened = (told: Told): string =>
  (told.source === 'import' && undoDepth(told.correlation ?? '') === 0 ? sourceWord(told) : undefined) ??
  happening(told.fact)

const happening = (fact: string): string =>
  longestFirst.find(([ending]) => fact.endsWith(ending))?.[1] ?? spelledOut(fact)

const wordsOf = (table: Members) => Object.entries(table).map(([name, { word }]) => [name, word] as const)

const members: Readonly<Record<string, string>> = {
  ...Object.fromEntries([eventMembers, venueMembers, organizerMembers].flatMap(wordsOf)),
  file: 'File',
  alt: 'Alternative text',
  bytes: 'Bytes',
  digest: 'SHA-256',
  login: 'Login',
  display_name: 'Shown name',
  reason: 'Reason',
  into: 'Merged into',
  url: 'Address of the feed',
  everyMinutes: 'Minutes between two fetches',
  dueAt: 'Next fetch',
  found: 'Found',
}

/** Of settings: what of others means something else. */
const ofSite: Readonly<Record<string, string>> = {
  description: 'Description',
  url: 'Address of this service',
  home: 'Address of the home page',
}

/** `updateAuthority` → `Update authority`, unless there is a better word; `type`: of what thing, where that is known. */
export const memberWord = (member: string, type = ''): string => {
  if (type === 'site' && Object.hasOwn(ofSite, member)) return ofSite[member] ?? member
  if (Object.hasOwn(members, member)) return members[member] ?? member
  return capitalized(spelledOut(member))
}

const ways: Readonly<Record<Source, string>> = {
  cal: 'REST, first generation',
  calx: 'REST, second generation',
  batch: 'REST, several at once',
  import: 'import',
  worker: 'by itself',
  operator: 'administration',
  'move-in': 'moved in from another calendar',
  desk: 'the desk',
  export: 'import of an export',
}

/** Through what something was done. */
export const wayWord = (source: Source): string => ways[source]
