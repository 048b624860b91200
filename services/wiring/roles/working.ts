import type { JobQueue } from '../../../shared/jobs/port.ts'
import { writingOn } from '../../calendar/writing.ts'
import { subscriptionsOn } from '../../subscriptions/subscriptions.ts'
import { schedulesOn } from '../../imports/feed/schedule/schedules.ts'
import { importRuns } from '../../imports/run/runs.ts'
import { composedTelling } from '../telling/telling.ts'
import { renderDepsOf, viewTrailsOf } from '../api/views.ts'
import { datesOf } from '../exporting.ts'
import { siteOf } from '../read-side/site-texts.ts'
import { importSiteOf } from '../read-side/site.ts'
import { DISPATCH, workersOf } from '../workers.ts'
import { healthOf } from './health-alone.ts'
import {
  type Opened,
  type Started,
  type ServiceParts,
  warnOf,
  fetcherOf,
  imagesIn,
  senderOf,
} from './process.ts'
import { readSide } from './read-side.ts'

/** The role `workers`: takes jobs, and turns facts into jobs when it is this process's turn. */
export const working = async (opened: Opened, queue: JobQueue): Promise<ServiceParts> => {
  const { config, surroundings, store, holding, documents, cleaning, metrics, parts } = opened
  const { nowMs } = surroundings
  const site = siteOf(config, nowMs)
  const { models, board, shared } = await readSide(opened, site)
  const names = [DISPATCH]
  const writing = writingOn(store)
  const [sender, subscriptions] = [senderOf(opened), subscriptionsOn(store)]
  const latestSite = importSiteOf(store, site)
  const workers = workersOf({
    ...{ store, holding, documents, queue, nowMs, lease: shared?.lease ?? null, warn: warnOf(opened) },
    datesOf,
    ...{ writing, images: imagesIn(opened, writing, site), runs: importRuns(store) },
    ...{ schedules: schedulesOn(store), fetcher: fetcherOf(opened) },
    config,
    clean: cleaning.clean,
    site: latestSite,
    views: renderDepsOf({
      ...{ models, board, site, store, latestSite, nowMs },
      viewTrails: viewTrailsOf({ site, trails: documents.trails }),
      viewFound: metrics.viewFound,
    }),
    telling: composedTelling({ store, site, latestSite, sender, subscriptions, nowMs }),
  })
  let started = false
  const watched = { store, queue, board, names, nowMs, isStarted: () => started }
  const app = healthOf(opened, watched, models.subscriptions)
  parts.push(...workers.parts, opened.starting)
  const start = async (): Promise<Started> => {
    await opened.starting.waiting(store.head)
    await workers.start()
    started = true
    return { madeUpPassword: null }
  }
  return { app, operatorApp: () => app, start }
}
