import { randomBytes, randomUUID } from 'node:crypto'
import { cacheShares } from '../../../shared/cache-shares.ts'
import { late } from '../../../shared/late.ts'
import { serviceContext } from '../../handle.ts'
import type { Config } from '../../../shared/config.ts'
import type { EventStore } from '../../../shared/event-store/port.ts'
import { accountsOn } from '../../accounts/accounts.ts'
import { passwordGuard } from '../../accounts/guard.ts'
import type { UsersInMemory } from '../../accounts/users-in-memory.ts'
import { openAssets } from '../../api/pages/assets.ts'
import { keptMemory } from '../../api/platform/answers/kept-memory.ts'
import { writingOn } from '../../calendar/writing.ts'
import { schedulesOn } from '../../imports/feed/schedule/schedules.ts'
import { subscriptionsOn } from '../../subscriptions/subscriptions.ts'
import { importRuns } from '../../imports/run/runs.ts'
import { appsOf } from '../api/apps.ts'
import { datesOf } from '../exporting.ts'
import { mappingText } from '../compatibility.ts'
import { changesOn, cleanerOn, mediaOn } from '../api/images.ts'
import { composedDesk } from '../api/sessions.ts'
import { composedTelling } from '../telling/telling.ts'
import { renderDepsOf, viewTrailsOf } from '../api/views.ts'
import { mediaFolder } from '../data-folder.ts'
import { firstAdministrator } from '../first-start.ts'
import { siteOf, tellOfPasswords, type LiveSite } from '../read-side/site-texts.ts'
import { importSiteOf } from '../read-side/site.ts'
import { workersOf } from '../workers.ts'
import {
  type Opened,
  type Started,
  type ServiceParts,
  monotonicOf,
  warnOf,
  fetcherOf,
  senderOf,
  imagesIn,
  watch,
} from './process.ts'
import { frontDoor } from '../gateway.ts'
import { readSide } from './read-side.ts'

/** What operators set, and what goes on from there by itself. */
const operatedOn = (store: EventStore) => ({
  schedules: schedulesOn(store),
  subscriptions: subscriptionsOn(store),
})

/** What says yes or no: everything that appends to the log. */
const writeSide = ({ store, surroundings: { passwordCost } }: Opened, directory: UsersInMemory) => {
  const writing = writingOn(store)
  const accounts = accountsOn({
    ...{ store, ids: writing.ids, directory, random: randomBytes, uuid: randomUUID, passwordCost },
  })
  return { writing, accounts, runs: importRuns(store), ...operatedOn(store) }
}

/** Whether other processes may write to this log: with fewer servers than three there is only one. */
const isShared = ({ EVENTSTORE_URL, MONGODB_URL, REDIS_URL }: Config): boolean =>
  [EVENTSTORE_URL, MONGODB_URL, REDIS_URL].every(url => url !== undefined)

type ReadSide = Awaited<ReturnType<typeof readSide>>
type WriteSide = ReturnType<typeof writeSide>

/** What both sides of the service, and its work in the background, share. */
type Sides = {
  readonly site: LiveSite
  readonly read: ReadSide
  readonly write: WriteSide
  readonly viewTrails: ReturnType<typeof viewTrailsOf>
  readonly images: ReturnType<typeof imagesIn>
  readonly fetcher: ReturnType<typeof fetcherOf>
  readonly sender: ReturnType<typeof senderOf>
}

const sidesOf = async (opened: Opened): Promise<Sides> => {
  const site = siteOf(opened.config, opened.surroundings.nowMs)
  const read = await readSide(opened, site)
  const write = writeSide(opened, read.directory)
  const images = imagesIn(opened, write.writing, site)
  const viewTrails = viewTrailsOf({ site, trails: opened.documents.trails })
  return { site, read, write, viewTrails, images, fetcher: fetcherOf(opened), sender: senderOf(opened) }
}

/** null: another process does the work. */
const workersIn = (opened: Opened, sides: Sides) => {
  const { site, read, write, viewTrails, images, fetcher, sender } = sides
  const { config, surroundings, store, holding, documents, queue, cleaning, metrics } = opened
  if (queue === null) return null
  const { models, board, shared } = read
  const { writing, runs, schedules, subscriptions } = write
  const [{ nowMs }, latestSite] = [surroundings, importSiteOf(store, site)]
  return workersOf({
    datesOf,
    ...{ store, holding, documents, queue, writing, images, runs, nowMs, lease: shared?.lease ?? null },
    ...{ schedules, fetcher, config, clean: cleaning.clean },
    warn: warnOf(opened),
    site: latestSite,
    views: renderDepsOf({
      ...{ models, board, site, store, latestSite, nowMs, viewTrails },
      viewFound: metrics.viewFound,
    }),
    telling: composedTelling({ store, site, latestSite, sender, subscriptions, nowMs }),
  })
}

const appsIn = async (
  opened: Opened,
  { site, read, write, viewTrails, images, fetcher, sender }: Sides,
  isStarted: () => boolean,
) => {
  const { config, surroundings, store, holding, documents, queue, metrics, cleaning } = opened
  const { nowMs, log } = surroundings
  const { models, board, directory, sessions, followers } = read
  const { writing, accounts, runs, schedules, subscriptions } = write
  const { names, usersCurrent, rebuild } = followers
  const [guard, folder] = [passwordGuard(), mediaFolder(config.DATA_DIR)]
  return appsOf({
    ...{
      store,
      queue,
      writing,
      accounts,
      directory,
      hold: holding.set,
      runs,
      models,
      trails: documents.trails,
      viewTrails,
      board,
      names,
      nowMs,
      metrics,
    },
    ...{ images, cleanImage: cleanerOn({ store, folder }), assets: late(openAssets) },
    pictureChanges: changesOn({ store, folder }),
    media: mediaOn({ store, queries: models.image.queries, images, folder, warn: warnOf(opened) }),
    kept: keptMemory(cacheShares(config.CACHE_MB).kept),
    ...{
      guard,
      sessions,
      desk: composedDesk({ store, directory, accounts, sessions, guard, usersCurrent, nowMs }),
    },
    ...{
      usersCurrent,
      rebuild,
      schedules,
      subscriptions,
      fetcher,
      sender,
      monotonicMs: monotonicOf(opened),
      site,
      isStarted,
    },
    clean: cleaning.clean,
    importLimits: { mostFileItems: config.IMPORT_FILE_ITEMS, mostItems: config.IMPORT_ITEMS },
    graceMs: config.SHUTDOWN_MS / 2,
    trustedProxies: config.TRUSTED_PROXIES,
    mappingText: await mappingText(config),
    bodiesBytes: config.BODIES_MB * 1024 * 1024,
    newHash: () => randomBytes(16).toString('hex'),
    newCorrelation: randomUUID,
    report: (error, doing, correlation) => log.error({ err: error, correlation }, `${doing} failed`),
  })
}

/** Lets the read models catch up and makes the first administrator if there is nobody; what is made up is answered. */
const firstSteps = (
  opened: Opened,
  { read: { followers, directory }, write: { accounts } }: Sides,
): Promise<Started['madeUpPassword']> => {
  const { config, surroundings, starting } = opened
  const administrator = firstAdministrator(config, {
    ...{ accounts, directory, nowMs: surroundings.nowMs, warn: warnOf(opened) },
    isAlone: !isShared(config),
  })
  return starting.waiting(async () => {
    // first of all, also the second time: only who has everything knows whether there are users
    await followers.caughtUp()
    await accounts.finishErasures(serviceContext('erase-user', surroundings.nowMs()))
    return administrator()
  })
}

/** The roles `all` and `api`: the interface, and in one process everything else. */
export const serving = async (opened: Opened): Promise<ServiceParts> => {
  const sides = await sidesOf(opened)
  const { followers, feeder, board } = sides.read
  const workers = workersIn(opened, sides)
  const door = frontDoor()
  const apps = await appsIn(opened, sides, door.isOpen)
  opened.parts.push(
    ...(opened.snapshots === null ? [] : [opened.snapshots]),
    followers,
    ...(feeder === null ? [] : [feeder]),
    ...(workers?.parts ?? []),
    ...apps.parts,
    opened.starting,
  )
  watch(opened, board, followers.names, sides.read.models.subscriptions)

  const start = async (): Promise<Started> => {
    followers.start()
    feeder?.start()
    const madeUpPassword = await firstSteps(opened, sides)
    // what the first steps recorded is shown by whatever is answered
    await opened.starting.waiting(() => followers.caughtUp())
    // what operators have set is known by now
    tellOfPasswords(sides.site.current(), opened.surroundings.log)
    // in memory the first question makes the indexes of lists: no guest waits for that
    await sides.read.asFirstGuest?.()
    await workers?.start()
    opened.snapshots?.start()
    door.open()
    return { madeUpPassword }
  }
  return { app: apps.app, operatorApp: apps.operatorApp, start }
}
