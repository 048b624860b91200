/** What can be put back, by the names under which it has a history (spec 00 §6.4). */
export const PUT_BACK_KINDS = ['event', 'venue', 'organizer', 'category', 'tag'] as const
export type PutBackKind = (typeof PUT_BACK_KINDS)[number]

/** null: nothing of this name can be put back. */
export const putBackKind = (type: string): PutBackKind | null =>
  PUT_BACK_KINDS.find(kind => kind === type) ?? null

/** One sentence for each reason why a member does not come back, for people (spec 00 §6.4). */
export const WHY_STAYS = {
  in_trash: 'the item is in the trash, and stays there',
  merged: 'it, or what it named, is one with another by now',
  purged: 'what it named was deleted for good',
  taken: 'others have it by now',
  passed: 'its time has come since',
  circle: 'it is above that one by now, and cannot be below it',
} as const

/** Why a member does not come back. */
export type Stays = keyof typeof WHY_STAYS
