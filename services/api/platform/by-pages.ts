import type { EpochMs } from '../../../shared/kernel/brands.ts'
import type { Call, Moment } from './call.ts'
import { linked, linkedAsSent } from './request/sent-in-links.ts'
import type { Executed, Paged } from './route.ts'

/** What a list is asked for, understood. `until`: when the clock alone makes it another question; null: at once. */
export type Understood = { readonly until: EpochMs | null }

/** Which page, of so many. */
export type Paging = { readonly page: number; readonly per_page: number }

/** What else a page is asked with. `linked`: everything that was sent, as links to other pages say it. */
export type PageCall = { readonly at: Moment; readonly linked: () => string }

/** Of a `resolvingEndpoint` that is a list: `answer` makes any page of what was understood, for all who ask the same. */
export const byPages = <Sought extends Understood>(
  answer: (paging: Paging, sought: Sought, call: PageCall) => Executed,
) => ({
  handle: ({ page, per_page }: Paging, { at, sent }: Call, sought: Sought): Executed =>
    answer({ page, per_page }, sought, { at, linked: () => linked(sent) }),
  paged: ({ per_page }: Paging, sought: Sought): Paged | null => {
    const { until } = sought
    if (until === null) return null
    return {
      until,
      onPage: ({ page, sent }, at) =>
        answer({ page, per_page }, sought, { at, linked: () => linkedAsSent(sent) }),
    }
  },
})
