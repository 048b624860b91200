import { type UserId, userId, type EpochMs } from '../../../shared/kernel/brands.ts'
import { oneEach, type OneEach } from '../../../shared/one-each.ts'
import { REPORTS } from '../../../shared/limits/history.ts'
import { can } from '../../../shared/rights.ts'
import { reportFormats, rendered, reportType, type About, type ReportFormat } from '../../report/render.ts'
import type { Told } from '../../report/told.ts'
import type { Answer } from '../platform/answers/answer.ts'
import { forbidden, refused } from '../platform/answers/errors.ts'
import { defaulted } from '../platform/arguments/arguments.ts'
import { oneOf } from '../platform/arguments/kinds.ts'
import { endpoint, route, type Route } from '../platform/route.ts'
import { mayAdminister } from './rights.ts'
import { isoOfMs } from '../../../shared/kernel/time/calculate.ts'

/** A report, and what it is called. */
export type Report = {
  readonly about: Omit<About, 'madeAt'>
  readonly told: (gone: AbortSignal) => AsyncIterable<Told>
}

export type ReportDeps = {
  /** null: there is none. */
  readonly onUser: (id: UserId) => Promise<Report | null>
  readonly onOrganizer: (id: number) => Promise<Report | null>
}

/** Who waits for a report; each goes through the whole log. */
const waiting = () => oneEach<UserId>(REPORTS)
type Waiting = OneEach<UserId>

const args = {
  format: defaulted(oneOf(reportFormats), 'html', {
    description: 'A page to be read, or a JSON object a line.',
  }),
}

type Asked = {
  readonly user: UserId
  readonly name: string
  readonly format: ReportFormat
  readonly ms: EpochMs
}

const sent = (users: Waiting, report: Report, { user, name, format, ms }: Asked): Answer => {
  if (users.isFull(user)) return refused('report_running')
  const pieces = async function* (gone: AbortSignal) {
    users.add(user)
    try {
      const madeAt = isoOfMs(ms)
      yield* rendered(report.told(gone), { ...report.about, madeAt }, format)
    } finally {
      users.delete(user)
    }
  }
  const file = ['content-disposition', `attachment; filename="${name}.${format}"`] as const
  return {
    status: 200,
    text: '',
    pieces,
    headers: [file, ['cache-control', 'no-store']],
    type: reportType(format),
  }
}

/** What the log holds about somebody (spec 00 §6.7): of a user for administrators and that user, of an organizer for editors. */
export const reportRoutes = (deps: ReportDeps, users = waiting()): readonly Route[] => [
  route('', '/admin/report/user/{id}', [
    endpoint({
      methods: ['GET'],
      args,
      may: caller => caller !== null,
      handle: async ({ format }, { caller, path, at }) => {
        const id = userId(Number(path['id']))
        if (caller === null || (caller.id !== id && !can(caller, 'manage-site'))) return forbidden(caller)
        const report = await deps.onUser(id)
        if (report === null) return refused('rest_no_route')
        return sent(users, report, { user: caller.id, name: `report-user-${id}`, format, ms: at.ms })
      },
    }),
  ]),
  route('', '/admin/report/organizer/{id}', [
    endpoint({
      methods: ['GET'],
      args,
      may: mayAdminister,
      handle: async ({ format }, { caller, path, at }) => {
        const id = Number(path['id'])
        const report = await deps.onOrganizer(id)
        if (caller === null || report === null) return refused('rest_no_route')
        return sent(users, report, { user: caller.id, name: `report-organizer-${id}`, format, ms: at.ms })
      },
    }),
  ]),
]
