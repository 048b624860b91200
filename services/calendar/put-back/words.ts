/** What can be put back, by the names under which it has a history (spec 00 §6.4). */
export const PUT_BACK_KINDS = [
  'event',
  'venue',
  'organizer',
  'category',
  'tag',
  'image',
  'user',
  'site',
] as const
export type PutBackKind = (typeof PUT_BACK_KINDS)[number]

/** null: nothing of this name can be put back. */
export const putBackKind = (type: string): PutBackKind | null =>
  PUT_BACK_KINDS.find(kind => kind === type) ?? null

/** Facts of what can be put back of things of which the history tells more; absent: all of it. */
const TELLING: Readonly<Partial<Record<PutBackKind, readonly string[]>>> = {
  image: ['ImageAdded', 'ImageAltTextChanged'],
  user: ['UserCreated', 'UserRoleChanged', 'UserRenamed'],
  site: ['SiteSettingsChanged', 'SiteSettingsReset'],
}
/** That what named a thing was moved changed nothing of the thing. */
const SETTLED = 'MergeSettled'

/** Whether a fact is of what can be put back of such a thing. */
export const isPutBackFact = (type: string, fact: string): boolean => {
  const kind = putBackKind(type)
  return kind !== null && (TELLING[kind]?.includes(fact) ?? !fact.endsWith(SETTLED))
}

/** One sentence for each reason why a member does not come back, for people (spec 00 §6.4). */
export const WHY_STAYS = {
  in_trash: 'the item is in the trash, and stays there',
  merged: 'it, or what it named, is one with another by now',
  purged: 'what it named was deleted for good',
  taken: 'others have it by now',
  passed: 'its time has come since',
  circle: 'it is above that one by now, and cannot be below it',
  changed: 'somebody has changed it meanwhile',
  set_since: 'it was set to something else after that, as its history tells',
  cleaned: 'what its file told besides was removed for good',
  last: 'the site needs an administrator',
  own: 'nobody changes their own role',
  not_enabled: 'the view that is shown first would not be one of those that are offered',
  refused: 'it would not be taken any more',
} as const

/** Why a member does not come back. */
export type Stays = keyof typeof WHY_STAYS
