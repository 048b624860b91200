import { withCleanTexts } from '../../api/items/stored-html.ts'
import { changeEvent } from '../../calendar/event/write.ts'
import { changeOrganizer } from '../../calendar/organizer/write.ts'
import { reassignItems } from '../../calendar/reassign.ts'
import { entrustImports } from '../../imports/run/entrust.ts'
import { changeVenue } from '../../calendar/venue/write.ts'
import type { OperateDeps } from '../../imports/run/operate.ts'
import { fileImports } from '../../imports/feed/file-import.ts'
import { settingsOn } from '../../site/set.ts'
import { historyRoutes } from '../../api/admin/history.ts'
import { importRoutes, type ImportDeskDeps } from '../../api/admin/imports.ts'
import { progressStreams } from '../../api/admin/progress-stream.ts'
import { scheduleRoutes, type ScheduleDeskDeps } from '../../api/admin/schedules.ts'
import type { ApiDeps } from '../../api/app.ts'
import type { WriteSupport } from '../../api/items/deps.ts'
import { notReady, projectionStates } from '../health.ts'
import { composedFeeds } from './feeds.ts'
import { composedOembed } from './oembed.ts'
import { composedWizard } from './onboarding.ts'
import { onboardingRoutes } from '../../api/onboarding/route.ts'
import { composedPages } from './pages.ts'
import type { ApiParts } from './parts.ts'
import { composedRoutes } from './routes.ts'
import { refreshOf, remakeTexts } from '../read-side/site.ts'
import { importCallbacks } from '../../api/import-callbacks.ts'
import { operatorRoutes, type OperatorDeps } from '../../api/operator/routes.ts'
import { composedViews, listedVersion } from './views.ts'
import { viewRoutes } from '../../api/views/routes.ts'
import { basicWith } from '../../accounts/basic.ts'

const credentialsOf = ({
  accounts,
  directory,
  guard,
  usersCurrent,
  desk,
  nowMs,
  newCorrelation,
  report,
}: ApiParts): ApiDeps['credentials'] => {
  const basic = basicWith({ accounts, directory, guard })
  return {
    authenticate: async (who, secret, address) => {
      await usersCurrent()
      const known = basic(who, secret, address, nowMs())
      if (!known.ok || known.used === null) return known
      const { user, used } = known
      const at = new Date(nowMs()).toISOString()
      const named = { actor: user.id, at, correlation: newCorrelation(), causation: null }
      // nobody waits for it, and nobody is refused because of it
      accounts
        .noteUse(user.id, used, address, { ...named, source: 'worker', route: null })
        .catch((error: unknown) => report(error, 'noting the use of an application password'))
      return known
    },
    session: desk.session,
  }
}

const setPassword =
  ({ writing }: ApiParts): OperatorDeps['setPassword'] =>
  async (type, id, password, context) => {
    const change = { event: changeEvent, venue: changeVenue, organizer: changeOrganizer }[type]
    return (await change(writing, id, { password }, context)).ok
  }

/** The public interface, and the same with the operator's commands. `viewFound` hears how each view was found. */
export const apiDeps = (
  parts: ApiParts,
  viewFound: (how: string) => void,
): { readonly public: ApiDeps; readonly operator: ApiDeps } => {
  const { store, board, names, models, runs, accounts, directory, newHash, site } = parts
  const waitUntilVisible: WriteSupport['waitUntilVisible'] = async written => {
    // one that has stopped is not waited for: the readiness tells
    const going = names.filter(name => board.stopped(name) === null)
    const seen = await board.waitUntilVisible(going, written, parts.maxLagMs)
    if (seen === 'visible') return null
    if (written !== null) await board.owe(written)
    // one that never caught up cannot tell, and is at least as late as it was waited for
    const lags = going.map(name => board.lagMs(name, parts.nowMs()) ?? 0)
    return { lagSeconds: Math.max(1, Math.ceil(Math.max(parts.maxLagMs, ...lags) / 1_000)) }
  }
  /** In whose name imports create that name nobody (null), or a user who is going. */
  const standIn = (except: number | null): number | null => {
    const { importUser } = site.current().settings
    const administrators = directory.all().filter(user => user.role === 'administrator')
    // one who was erased is nobody
    const known = [directory.byId(importUser ?? 0), ...administrators].flatMap(user => user?.id ?? [])
    return known.find(id => id !== except && (except === null || parts.mayEditEvents(id))) ?? null
  }
  const operate: OperateDeps = {
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
    categoryExists: async id => (await models.term.queries.byId(id))?.taxonomy === 'cal_events_cat',
  }
  const streams = progressStreams({ progressOf: models.imports.progressOf, nowMs: parts.nowMs })
  const settled = async () => {
    await waitUntilVisible(await store.head())
  }
  const desk: ImportDeskDeps = { operate, streams, imports: models.imports, settled }
  const scheduleDesk: ScheduleDeskDeps = {
    scheduling: { ...operate, schedules: parts.schedules, fetcher: parts.fetcher },
    schedules: models.schedules,
    settled,
  }
  const { history } = models
  const readModelVersion = listedVersion(parts)
  const views = composedViews({ ...parts, viewFound })
  const settings = {
    setSettings: settingsOn(store, site.directory, () => site.current().settings),
    remake: remakeTexts(board, parts.rebuild, models.listed),
    settled,
  }
  const wizard = composedWizard(parts, settings, waitUntilVisible)
  // one for all, so that a follower that is late is waited for once
  const refresh = refreshOf(board, parts.usersCurrent)
  const shared: ApiDeps = {
    routes: [
      ...composedOembed(parts),
      ...viewRoutes({ desk: parts.desk, views }),
      ...onboardingRoutes({ desk: parts.desk, wizard }),
      ...importCallbacks({ store, runs, newHash, settled, mostItems: parts.importLimits.mostItems }),
      ...composedRoutes(parts, waitUntilVisible),
    ],
    adminRoutes: [...importRoutes(desk), ...scheduleRoutes(scheduleDesk), ...historyRoutes({ history })],
    site: site.current,
    nowMs: parts.nowMs,
    credentials: credentialsOf(parts),
    media: parts.media,
    newCorrelation: parts.newCorrelation,
    report: parts.report,
    withCleanTexts: withCleanTexts(parts.clean),
    refresh,
    readModelVersion,
    pages: composedPages(parts, { refresh, imports: desk, views, wizard }),
    feeds: composedFeeds(parts, { refresh: board.refresh, readModelVersion, kept: parts.kept }),
    endStreams: streams.end,
    notReady: () => notReady(parts),
    kept: parts.kept,
  }
  const commands = operatorRoutes({
    ...desk,
    ...scheduleDesk,
    files: fileImports(operate),
    history,
    accounts,
    runs,
    setPassword: setPassword(parts),
    reassign: (author, context) => reassignItems(parts.writing, author, context),
    entrust: entrustImports({ ...scheduleDesk, ...operate, imports: models.imports, standIn }),
    issueNonce: (login, action) => parts.desk.nonceOfLogin(login, action, parts.nowMs()),
    ...settings,
    addPicture: parts.images.add,
    cleanImage: parts.cleanImage,
    imageIdsAfter: models.image.queries.idsAfter,
    projections: async () => {
      await board.refresh()
      return projectionStates(parts)
    },
    rebuild: parts.rebuild,
  })
  return { public: shared, operator: { ...shared, operatorRoutes: commands } }
}
