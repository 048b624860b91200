import type { StoredRecord } from '../../../shared/event-store/port.ts'
import type { FeedSite } from '../../api/feeds/feed.ts'
import type { Manifest } from '../format/manifest.ts'
import type { PageUrl } from './related.ts'

/** The site as it is in effect, and addresses of pages; `apply` learns what was set. */
export type SiteTold = {
  readonly apply: (records: readonly StoredRecord[]) => void
  readonly current: () => Manifest['site']
  readonly feed: () => FeedSite
  readonly pageUrl: PageUrl
}
