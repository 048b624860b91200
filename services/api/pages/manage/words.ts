import type { ItemStatus } from '../../../../shared/facts/common.ts'
import type { Caller } from '../../platform/caller.ts'
import { can } from '../../../../shared/rights.ts'

/** What a status is called at the desk. */
export const statusWords: Readonly<Record<ItemStatus, string>> = {
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Draft',
  pending: 'Waiting for approval',
  private: 'Private',
  trash: 'In the trash',
}

/** `1 event`, `12 events`. */
export const eventsText = (count: number): string => `${count} ${count === 1 ? 'event' : 'events'}`

/** Statuses that somebody may give an event (spec 01 §9). */
export const statusesFor = (caller: Caller): readonly ItemStatus[] =>
  can(caller, 'publish') ? ['publish', 'pending', 'draft', 'private'] : ['pending', 'draft']

const CUT = 160

/** As much of a name as a table shows. */
export const cut = (text: string): string => (text.length > CUT ? `${text.slice(0, CUT)}…` : text)
