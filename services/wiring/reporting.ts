import { organizerId } from '../../shared/kernel/brands.ts'
import type { Report, ReportDeps } from '../api/admin/report.ts'
import { logOf } from '../report/log.ts'
import { isOrganizer, reportOnOrganizer } from '../report/organizer.ts'
import { isUser, reportOnUser } from '../report/user.ts'
import { aboutOrganizer, aboutUser } from '../report/words.ts'
import { historyOf } from './exporting.ts'
import type { EventStore } from '../../shared/event-store/port.ts'

/** What the log holds about somebody, made of it alone. */
export const composedReports = ({ store }: { readonly store: EventStore }): ReportDeps => {
  const log = logOf(store)
  return {
    onUser: async id => {
      if (!(await isUser(log, id))) return null
      const told: Report['told'] = signal => reportOnUser({ log, historyOf, signal }, id)
      return { about: aboutUser(id), told }
    },
    onOrganizer: async number => {
      const id = organizerId(number)
      if (!(await isOrganizer(log, id))) return null
      return { about: aboutOrganizer(id), told: signal => reportOnOrganizer({ log, signal }, id) }
    },
  }
}
