import { makeView, type MadeView } from '../../../workers/views/make.ts'
import type { ViewQuery, ViewSite } from '../../../workers/views/query.ts'
import type { ViewReads } from '../../../workers/views/reads.ts'
import type { Moment, Site } from '../platform/moment.ts'

export type FoundView = Pick<MadeView, 'html' | 'title' | 'links'> & {
  /** Epoch milliseconds up to which it says the same without any write; null: it is not to be kept. */
  readonly until: number | null
}

/** Where views come from. */
export type ViewDesk = {
  readonly find: (query: ViewQuery, at: Moment) => Promise<FoundView>
}

export const viewSiteOf = ({ baseUrl, zone, perPage, settings }: Site): ViewSite => ({
  baseUrl,
  zone,
  perPage,
  startOfWeek: settings.startOfWeek,
  dateFormat: settings.dateFormat,
  timeFormat: settings.timeFormat,
  enabledViews: settings.enabledViews,
})

/** The second after the last one in which it says the same. */
const untilMs = ({ sameUntil }: MadeView): number => Date.parse(`${sameUntil.replace(' ', 'T')}Z`) + 1_000

export const viewDesk = ({ reads }: { readonly reads: ViewReads }): ViewDesk => ({
  find: async (query, at) => {
    const made = await makeView(reads, viewSiteOf(at.site), query, at.nowUtc)
    return { ...made, until: untilMs(made) }
  },
})
