import type { UtcTime, EventId } from '../../../shared/kernel/brands.ts'
import type { EventValues } from '../../../shared/facts/event.ts'
import { feedText, type FeedSite } from '../../api/feeds/feed.ts'
import { relatedTo } from '../../api/feeds/select.ts'
import type { FeedEvent } from '../../api/feeds/vevent.ts'
import { isForAll, type PageUrl, type Related } from './related.ts'
import type { WrittenFiles } from './written-files.ts'

/** Events of one file: what programs that read calendars take at once, and little to hold. */
const EVENTS = 2_000

type Calendars = {
  readonly add: (event: {
    readonly id: EventId
    readonly carried: { readonly created: UtcTime; readonly modified: UtcTime }
    readonly values: Omit<EventValues, 'password'> & { readonly password: string | null }
  }) => Promise<void>
  readonly end: () => Promise<void>
}

type CalendarDeps = {
  readonly files: WrittenFiles
  readonly related: Related
  readonly site: FeedSite
  readonly pageUrl: PageUrl
}

/** All events that everybody may see as `calendar/events-1.ics`, `events-2.ics` … (spec 06 §4 says what is in one). */
export const calendarsOn = ({ files, related, site, pageUrl }: CalendarDeps): Calendars => {
  let waiting: FeedEvent[] = []
  let number = 0
  const reads = { ...related, pageUrl }
  const write = async () => {
    const events = waiting
    waiting = []
    const text = await feedText(events, await relatedTo(reads, events), site)
    await files.put(`calendar/events-${++number}.ics`, text)
  }
  return {
    add: async ({ id, carried: { created, modified }, values }) => {
      if (!isForAll(values)) return
      waiting.push({ _id: id, created, modified, values: { ...values, password: '' } })
      if (waiting.length === EVENTS) await write()
    },
    end: async () => {
      if (waiting.length > 0 || number === 0) await write()
    },
  }
}
