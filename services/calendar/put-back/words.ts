/** Why a member does not come back. */
export type Stays = 'in_trash' | 'purged' | 'taken' | 'passed'

/** One sentence for each, for people (spec 00 §6.4). */
export const WHY_STAYS: Readonly<Record<Stays, string>> = {
  in_trash: 'the item is in the trash, and stays there',
  purged: 'what it named was deleted for good',
  taken: 'others have it by now',
  passed: 'its time has come since',
}
