import { contactRoutes } from '../../api/admin/contact.ts'
import { historyRoutes } from '../../api/admin/history.ts'
import { importRoutes } from '../../api/admin/imports.ts'
import { mergeRoutes } from '../../api/admin/merge.ts'
import type { ProgressStreams } from '../../api/admin/progress-stream.ts'
import { putBackSeveralRoutes } from '../../api/admin/put-back-several.ts'
import { putBackRoutes } from '../../api/admin/put-back.ts'
import { reportRoutes } from '../../api/admin/report.ts'
import { scheduleRoutes } from '../../api/admin/schedules.ts'
import { subscriptionRoutes } from '../../api/admin/subscriptions.ts'
import { undoRoutes } from '../../api/admin/undo.ts'
import type { Route } from '../../api/platform/route.ts'
import type { SiteDeskDeps } from '../../api/operator/site.ts'
import { composedReports } from '../reporting.ts'
import { importDesksOf, standInOf, type ImportDesks } from './operate.ts'
import { composedCommands, successionOf } from './operator.ts'
import type { Keeping } from './pages/around.ts'
import type { ApiParts } from './parts.ts'

/** What is there for those who keep the calendar. */
export type Desks = {
  /** Routes of `/admin`. */
  readonly admin: readonly Route[]
  /** Routes of `/operator`. */
  readonly operator: readonly Route[]
  /** What pages share with them. */
  readonly keeping: Keeping
}

const adminRoutesOf = (desks: ImportDesks, parts: ApiParts): readonly Route[] => [
  ...undoRoutes(desks.undo),
  ...importRoutes({ ...desks.imports, upload: desks.upload }),
  ...scheduleRoutes(desks.schedules),
  ...subscriptionRoutes(desks.subscriptions),
  ...putBackSeveralRoutes(desks.several),
  ...historyRoutes({ history: parts.models.history, directory: parts.directory }),
  ...reportRoutes(composedReports(parts)),
  ...putBackRoutes(desks.putBack),
  ...mergeRoutes(desks.merging),
  ...contactRoutes(desks.contact),
]

/** The desks on the parts of a process. */
export const desksOf = (parts: ApiParts, settings: SiteDeskDeps, streams: ProgressStreams): Desks => {
  const standIn = standInOf(parts)
  const desks = importDesksOf(parts, standIn, settings, streams)
  return {
    admin: adminRoutesOf(desks, parts),
    operator: composedCommands(parts, desks, standIn, settings),
    keeping: {
      ...{ imports: desks.imports, feeds: desks.schedules, undo: desks.undo, upload: desks.upload },
      ...{ telling: desks.subscriptions, putBack: desks.putBack.putBack },
      several: desks.several.choosing,
      ...{ merging: desks.merging, contact: desks.contact },
      ...{ settings, succession: successionOf(parts, desks, standIn) },
    },
  }
}
