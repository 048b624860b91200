import type { ItemStatus } from '../../../../shared/facts/common.ts'
import type { Caller } from '../../platform/call.ts'
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

/** Tabs of tables of items, by the status of what they hold; the first is of all that is not in the trash. */
export const TABS = ['any', 'publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Tab = (typeof TABS)[number]

export const tabWords: Readonly<Record<Tab, string>> = {
  any: 'All',
  publish: 'Published',
  future: 'Scheduled',
  draft: 'Drafts',
  pending: 'Waiting',
  private: 'Private',
  trash: 'Trash',
}

/** What a table of the desk is of: how it is counted, and the address of the table below the site. */
export type Subject = { readonly one: string; readonly many: string; readonly path: string }

export const EVENTS: Subject = { one: 'event', many: 'events', path: '/manage/events' }

/** `1 venue`, `12 venues`. */
export const countText = ({ one, many }: Subject, count: number): string =>
  `${count} ${count === 1 ? one : many}`

/** `1 event`, `12 events`. */
export const eventsText = (count: number): string => countText(EVENTS, count)

/** Statuses that somebody may give an event (spec 01 §9). */
export const statusesFor = (caller: Caller): readonly ItemStatus[] =>
  can(caller, 'publish') ? ['publish', 'pending', 'draft', 'private'] : ['pending', 'draft']

/** Bytes, so that a page of 50 long names stays below its size in any script. */
const CUT = 160

/** As much of a name as a table shows. */
export const cut = (text: string): string => {
  if (Buffer.byteLength(text) <= CUT) return text
  let [bytes, end] = [0, 0]
  for (const sign of text.slice(0, CUT)) {
    bytes += Buffer.byteLength(sign)
    if (bytes > CUT) break
    end += sign.length
  }
  return `${text.slice(0, end)}…`
}
