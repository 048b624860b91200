import { nobody, type UserId } from '../../../shared/kernel/brands.ts'
import { gate } from '../../../shared/gate.ts'
import type { HttpFetcher } from '../../../shared/http-fetcher.ts'
import { FEED_FETCHES } from '../../../shared/limits/imports.ts'
import type { ImportDeskDeps } from '../../api/admin/imports.ts'
import type { ProgressStreams } from '../../api/admin/progress-stream.ts'
import type { ScheduleDeskDeps } from '../../api/admin/schedules.ts'
import type { SubscriptionDeskDeps } from '../../api/admin/subscriptions.ts'
import { thereOn } from '../../imports/undo/scope.ts'
import { keptChoices } from '../../imports/undo/choose.ts'
import { undosOn } from '../../imports/undo/undos.ts'
import type { ContactDeps } from '../../api/admin/contact.ts'
import { forgetMembers } from '../../calendar/item/forget-past.ts'
import { datesOf } from '../exporting.ts'
import type { MergeRoutesDeps } from '../../api/admin/merge.ts'
import type { EventListingQueries } from '../../../projections/event-listing/queries.ts'
import { ItemStatus } from '../../../shared/facts/common.ts'
import type { Which } from '../../calendar/merge/kinds.ts'
import type { PutBackRoutesDeps } from '../../api/admin/put-back.ts'
import type { PutBackSeveralDeps } from '../../api/admin/put-back-several.ts'
import type { UndoRoutesDeps } from '../../api/admin/undo.ts'
import { termsNamed } from './named.ts'
import type { SiteDeskDeps } from '../../api/operator/site.ts'
import { putBackDeskOf } from '../put-back/desk.ts'
import type { UploadDeps } from '../../api/admin/upload.ts'
import type { DryRuns } from '../../imports/dry-run/dry-runs.ts'
import { fileImports, type FileImports } from '../../imports/feed/file-import.ts'
import type { OperateDeps } from '../../imports/run/operate.ts'
import { composedDryRuns } from './dry-runs.ts'
import type { ApiParts } from './parts.ts'
import { subscriptionDeskOf } from '../telling/telling.ts'

/** In whose name imports create that name nobody (null), or a user who is going. */
export type StandIn = (except: UserId | null) => UserId | null

export const standInOf =
  ({ site, directory, mayEditEvents }: ApiParts): StandIn =>
  except => {
    const { importUser } = site.current().settings
    const administrators = directory.all().filter(user => user.role === 'administrator')
    // one who was erased is nobody
    const known = [directory.byId(importUser ?? nobody), ...administrators].flatMap(user => user?.id ?? [])
    return known.find(id => id !== except && (except === null || mayEditEvents(id))) ?? null
  }

const operateDepsOf = (parts: ApiParts, standIn: StandIn): OperateDeps => {
  const { store, runs, newHash, models, site } = parts
  const categories = termsNamed(models)
  return {
    store,
    runs,
    newHash,
    mostFileItems: parts.importLimits.mostFileItems,
    baseUrl: () => site.current().baseUrl,
    defaults: () => {
      const { settings } = site.current()
      return {
        author: standIn(null),
        post_status: settings.importPostStatus,
        update_authority: settings.importUpdateAuthority,
        interval: settings.importInterval,
        stall_minutes: settings.stallMinutes,
        csv_date_order: settings.csvDateOrder,
      }
    },
    mayEditEvents: async id => parts.mayEditEvents(id),
    userNamed: parts.accounts.idOf,
    categoriesNamed: text => categories('cal_events_cat', text),
  }
}

/** What people name at the same time is fetched one after the other, for each may be as large as a feed is. */
const inTurn = ({ allows, fetch }: HttpFetcher): HttpFetcher => {
  const few = gate(FEED_FETCHES)
  return { allows, fetch: (...asked) => few(() => fetch(...asked)) }
}

/** What imports are operated with, over HTTP, from pages and by the operator. */
export type ImportDesks = {
  readonly operate: OperateDeps
  readonly imports: ImportDeskDeps
  readonly schedules: ScheduleDeskDeps
  readonly subscriptions: SubscriptionDeskDeps
  readonly undo: UndoRoutesDeps
  readonly putBack: PutBackRoutesDeps
  readonly several: PutBackSeveralDeps
  readonly merging: MergeRoutesDeps
  readonly contact: ContactDeps
  readonly files: FileImports
  readonly dryRuns: DryRuns
  readonly upload: UploadDeps
}

const MEMBERS = { venue: 'venues', organizer: 'organizers', category: 'categories', tag: 'tags' } as const

/** Sees everything, the trash included. */
const viewer = { id: nobody, role: 'administrator' } as const

/** How many events name a venue, organizer, category or tag, wherever they are. */
const eventsNaming =
  ({ listEvents }: Pick<EventListingQueries, 'listEvents'>) =>
  async ({ kind, id }: Which): Promise<number> => {
    const member = MEMBERS[kind]
    const { total } = await listEvents({
      ...{ viewer, statuses: ItemStatus.options, includeHidden: true, start: {}, end: {}, [member]: [id] },
      ...{ sort: { member: 'start', descending: false }, skip: 0, limit: 0 },
    })
    return total
  }

export const importDesksOf = (
  parts: ApiParts,
  standIn: StandIn,
  settings: SiteDeskDeps,
  streams: ProgressStreams,
): ImportDesks => {
  const { models } = parts
  const { settled } = settings
  const operate = operateDepsOf(parts, standIn)
  const files = fileImports(operate)
  const dryRuns = composedDryRuns(parts, { operate, files })
  // by name: what more parts there are would stand in the place of others where desks are put together
  const undo = {
    ...{ writing: parts.writing, runs: parts.runs, undos: undosOn(parts.store) },
    ...{ schedules: models.schedules, there: thereOn(parts.store), settled },
  }
  return {
    ...{ operate, files, dryRuns },
    upload: { files, dryRuns, settled, mostFileItems: operate.mostFileItems, fetcher: inTurn(parts.fetcher) },
    imports: { operate, streams, imports: models.imports, settled },
    schedules: {
      scheduling: { ...operate, schedules: parts.schedules, fetcher: parts.fetcher },
      schedules: models.schedules,
      imports: models.imports,
      loginOf: id => parts.directory.byId(id)?.login ?? null,
      settled,
    },
    subscriptions: subscriptionDeskOf(parts, settled),
    putBack: {
      putBack: putBackDeskOf(parts, settings),
      zone: () => parts.site.current().zone,
      settled,
    },
    contact: {
      forgetContact: (id, members, context) =>
        forgetMembers({ writing: parts.writing, datesOf }, id, members, context),
      settled,
    },
    merging: { writing: parts.writing, settled, eventsOf: eventsNaming(models.listing.queries) },
    undo,
    several: {
      choosing: { undo, history: models.history, kept: keptChoices(), newHash: parts.newHash, settled },
      directory: parts.directory,
    },
  }
}
