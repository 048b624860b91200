import type { UserId } from '../../../shared/kernel/brands.ts'
import type { Trails } from '../../../shared/documents/trails.ts'
import type { Holding } from '../../../shared/event-store/holding.ts'
import type { HttpFetcher } from '../../../shared/http-fetcher.ts'
import type { HttpSender } from '../../../shared/http-sender.ts'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Sessions } from '../../accounts/sessions.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import type { Writing } from '../../calendar/writing.ts'
import type { ImportRuns } from '../../imports/run/runs.ts'
import type { Schedules } from '../../imports/feed/schedule/schedules.ts'
import type { Subscriptions } from '../../subscriptions/subscriptions.ts'
import type { EventReads } from '../../api/items/event-deps.ts'
import type { Watched } from '../health.ts'
import type { PictureChanges } from '../../images/change-picture.ts'
import type { CleanImage } from '../../images/clean-up.ts'
import type { OpenMedia } from '../../images/media-files.ts'
import type { CopyTrails } from '../../views/copies.ts'
import type { ImportLimits } from '../../imports/run/operate.ts'
import type { CleanTexts } from '../../../shared/cleaning/thread.ts'
import type { SiteImages } from './images.ts'
import type { ReadModels } from '../read-side/read-models.ts'
import type { Rebuild } from '../../api/operator/projections.ts'
import type { KeptMemory } from '../../api/platform/answers/kept-memory.ts'
import type { Assets } from '../../api/pages/assets.ts'
import type { SessionDesk } from '../../api/pages/session-desk.ts'
import type { LiveSite } from '../read-side/site-texts.ts'
import type { Unlock } from '../../api/items/unlock.ts'
import type { Guard } from '../../accounts/guard.ts'

/** What a process answers with, from the log to the pages. */
export type ApiParts = Watched & {
  readonly writing: Writing
  readonly accounts: Accounts
  readonly directory: UsersInMemory
  readonly runs: ImportRuns
  readonly schedules: Schedules
  readonly fetcher: HttpFetcher
  readonly subscriptions: Subscriptions
  readonly sender: HttpSender
  readonly models: ReadModels
  /** Of the documents of the read models. */
  readonly trails: Trails
  /** Of copies of views; work in the background has the same. */
  readonly viewTrails: CopyTrails
  readonly images: SiteImages
  readonly media: OpenMedia
  readonly clean: CleanTexts
  readonly importLimits: ImportLimits
  readonly cleanImage: CleanImage
  readonly pictureChanges: PictureChanges
  readonly reads: EventReads
  readonly site: LiveSite
  /** A write waits this long for the read models (spec 00 §8). */
  readonly maxLagMs: number
  /** Never goes back. */
  readonly monotonicMs: () => number
  readonly newHash: () => string
  readonly newCorrelation: () => string
  readonly report: (error: unknown, doing: string, correlation?: string) => void
  readonly mayEditEvents: (userId: UserId) => boolean
  /** Awaited before anybody is believed; null: this process knows every user as of now. */
  readonly usersCurrent: () => Promise<void> | null
  readonly rebuild: Rebuild
  readonly hold: Holding['set']
  readonly desk: SessionDesk
  readonly sessions: Sessions
  /** One for every place where a secret is asked. */
  readonly guard: Guard
  readonly unlock: Unlock
  readonly assets: () => Promise<Assets>
  /** What may be kept to save work. */
  readonly kept: KeptMemory
}
