import type { KeptItem } from '../../../shared/facts/undo.ts'

/** Why something stays when an import is undone, and what to do (spec 05 §12 shows this table). */
const STAYS: Readonly<Record<KeptItem['reason'], string>> = {
  changed: 'Others changed this since, so it stays.',
  edited: 'Others edited it since, so it stays, unless what was edited is to go, too.',
  in_trash: 'Somebody moved it to the trash since, so it stays there.',
  in_use: 'An event names it, so it stays.',
  purged: 'It was deleted for good, so there is nothing to bring back.',
  forgotten: 'What was done to it was forgotten for good, so it stays as it is.',
  taken: 'Others have its address by now, so it has the next free one.',
  passed: 'The date on which it was to be published has come since, so it is published.',
  internal_error: 'Something went wrong here: the log of the service says more.',
}

/** Everything that people are told of undos; `{schedule}` stands for the one whose feed is meant. */
export const UNDO_TOLD = {
  ...STAYS,
  feed:
    'Its feed is fetched again and again: what the import created stays in the trash, what it changed is changed again ' +
    'when the feed brings it. Pause or remove schedule {schedule} if that is not wanted.',
} as const satisfies Readonly<Record<string, string>>

/** The sentence of a reason; one that is not known is itself. */
export const whyKept = (reason: string): string =>
  Object.hasOwn(STAYS, reason) ? STAYS[reason as KeptItem['reason']] : reason.replaceAll('_', ' ')

/** What stands before and behind the name of the schedule in the sentence about a feed. */
export const aroundSchedule = (): readonly [before: string, behind: string] => {
  const [before = '', behind = ''] = UNDO_TOLD.feed.split('{schedule}')
  return [before, behind]
}
