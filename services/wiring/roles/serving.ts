import { randomBytes, randomUUID } from 'node:crypto'
import { cacheShares } from '../../../shared/cache-shares.ts'
import type { Config } from '../../../shared/config.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { accountsOn } from '../../accounts/accounts.ts'
import { passwordGuard } from '../../accounts/guard.ts'
import type { Directory } from '../../accounts/users-in-memory.ts'
import { openAssets } from '../../api/pages/assets.ts'
import { keptMemory } from '../../api/platform/answers/kept-memory.ts'
import { writingOn } from '../../calendar/writing.ts'
import { schedulesOn } from '../../imports/feed/schedule/schedules.ts'
import { importRuns } from '../../imports/run/runs.ts'
import { appsOf } from '../api/apps.ts'
import { cleanerOn, mediaOn } from '../api/images.ts'
import { composedDesk } from '../api/sessions.ts'
import { renderDepsOf } from '../api/views.ts'
import { mediaFolder } from '../data-folder.ts'
import { firstAdministrator } from '../first-start.ts'
import { siteOf, tellOfPasswords } from '../read-side/site-texts.ts'
import { importSiteOf } from '../read-side/site.ts'
import { workersOf } from '../workers.ts'
import {
  type Opened,
  type Started,
  type Parts,
  monotonicOf,
  warnOf,
  fetcherOf,
  imagesIn,
  watch,
  figuresAreFresh,
} from './process.ts'
import { readSide } from './read-side.ts'

/** What says yes or no: everything that appends to the log. */
const writeSide = (store: EventStore, directory: Directory) => {
  const writing = writingOn(store)
  const accounts = accountsOn({ store, ids: writing.ids, directory, random: randomBytes, uuid: randomUUID })
  return { writing, accounts, runs: importRuns(store), schedules: schedulesOn(store) }
}

/** Whether other processes may write to this log: with fewer servers than three there is only one. */
const isShared = ({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }: Config): boolean =>
  [EVENTSTORE_URL, MONGODB_URL, REDIS_URL].every(url => url !== undefined)

/** The roles `all` and `api`: the interface, and in one process everything else. */
export const serving = async (opened: Opened): Promise<Parts> => {
  const { config, surroundings, store, documents, queue, metrics, cleaning, parts } = opened
  const { nowMs, log } = surroundings
  const warn = warnOf(opened)
  const site = siteOf(config, nowMs)
  const { models, board, directory, sessions, followers, feeder, shared } = await readSide(opened, site)
  const { writing, accounts, runs, schedules } = writeSide(store, directory)
  const fetcher = fetcherOf(opened)
  const images = imagesIn(opened, writing, site)
  const folder = mediaFolder(config.DATA_DIR)
  const media = mediaOn({ store, queries: models.image.queries, images, folder, warn })
  const workers =
    queue === null
      ? null
      : workersOf({
          ...{ store, documents, queue, writing, images, runs, nowMs, warn, lease: shared?.lease ?? null },
          ...{ schedules, fetcher, mostFileItems: config.IMPORT_FILE_ITEMS, clean: cleaning.clean },
          site: importSiteOf(store, site),
          views: renderDepsOf({ models, board, site, store, latestSite: importSiteOf(store, site), nowMs }),
        })
  const guard = passwordGuard()
  let started = false
  const { names, usersCurrent, rebuild } = followers
  const apps = appsOf({
    ...{ store, queue, writing, accounts, directory, runs, models, board, names, nowMs, metrics },
    ...{ images, media, cleanImage: cleanerOn({ store, folder }), assets: await openAssets() },
    kept: keptMemory(cacheShares(config.CACHE_MB).kept),
    ...{ guard, desk: composedDesk({ store, directory, accounts, sessions, guard, usersCurrent, nowMs }) },
    ...{ usersCurrent, rebuild, schedules, fetcher, monotonicMs: monotonicOf(opened) },
    site,
    clean: cleaning.clean,
    importLimits: { mostFileItems: config.IMPORT_FILE_ITEMS, mostItems: config.IMPORT_ITEMS },
    isStarted: () => started,
    graceMs: config.SHUTDOWN_MS / 2,
    trustedProxies: config.TRUSTED_PROXIES,
    bodiesBytes: config.BODIES_MB * 1024 * 1024,
    newHash: () => randomBytes(16).toString('hex'),
    newCorrelation: randomUUID,
    report: (error, doing, correlation) => log.error({ err: error, correlation }, `${doing} failed`),
  })
  parts.push(
    followers,
    ...(feeder === null ? [] : [feeder]),
    ...(workers?.parts ?? []),
    ...apps.parts,
    opened.starting,
  )
  watch(opened, board, names)

  const start = async (): Promise<Started> => {
    followers.start()
    feeder?.start()
    const administrator = firstAdministrator(config, {
      ...{ accounts, directory, nowMs, warn },
      isAlone: !isShared(config),
    })
    const madeUpPassword = await opened.starting.waiting(async () => {
      // first of all, also the second time: only who has everything knows whether there are users
      await followers.caughtUp()
      await accounts.finishErasures()
      return administrator()
    })
    // what operators have set is known by now
    tellOfPasswords(site.current(), log)
    await workers?.start()
    started = true
    return { madeUpPassword }
  }
  return { app: figuresAreFresh(apps.app, board), operatorApp: apps.operatorApp, start }
}
