import { randomBytes, randomUUID } from 'node:crypto'
import type { UserId } from '../../../shared/kernel/brands.ts'
import { boardIn } from '../../../projections/engine/board.ts'
import { type Progress, progressBoard } from '../../../projections/engine/progress.ts'
import { sharedBoard } from '../../../projections/engine/shared-board.ts'
import { cacheShares } from '../../../shared/cache-shares.ts'
import type { Part } from '../../../shared/lifecycle.ts'
import { sessionsOn, type Sessions } from '../../accounts/sessions.ts'
import { usersInMemory, type UsersInMemory } from '../../accounts/users-in-memory.ts'
import { guestsQuestion } from '../../api/cal-v1/events/event-list.ts'
import type { Rebuild } from '../../api/operator/projections.ts'
import { momentAt } from '../../api/platform/call.ts'
import { followersOf, type Followers } from '../read-side/embedded.ts'
import { answeredVersion, readModels, type ReadModels } from '../read-side/read-models.ts'
import {
  feederOf,
  GRACE_MS,
  LEASE_MS,
  progressOf,
  sharedFollowersOf,
  wholeGeneration,
  type SharedNeeds,
} from '../read-side/shared.ts'
import type { LiveSite } from '../read-side/site-texts.ts'
import { settingsInTexts, withLatestSite } from '../read-side/site.ts'
import { type Opened, monotonicOf, warnOf } from './process.ts'

const sharedNeeds = async (opened: Opened): Promise<SharedNeeds> => {
  const { store, documents } = opened
  const warn = warnOf(opened)
  const shared = sharedBoard(await boardIn(documents))
  const lease = { shared, holder: randomUUID(), monotonicMs: monotonicOf(opened), ttlMs: LEASE_MS, warn }
  return { store, documents, lease, warn }
}

type ReadSide = {
  readonly models: ReadModels
  readonly board: Progress
  readonly directory: UsersInMemory
  readonly sessions: Sessions
  /** What follows the log for this process. */
  readonly followers: Followers
  /** What feeds shared read models, if this process does. */
  readonly feeder: (Part & { readonly start: () => void }) | null
  readonly shared: SharedNeeds | null
  /** Asks what guests will ask (`guestsQuestion`); null: the server of the documents needs no first question. */
  readonly asFirstGuest: (() => Promise<unknown>) | null
}

/** Asks for a read model to be made anew; when that is answered no snapshot is left of what it was. */
const rebuildWith =
  (snapshots: Opened['snapshots'], rebuild: Rebuild): Rebuild =>
  async (name, superseding) => {
    const generation = await rebuild(name, superseding)
    // after it was asked for, so that none is written between
    if (generation !== null) await snapshots?.madeAnew()
    return generation
  }

/** What answers questions: everything that is computed from the log. */
export const readSide = async (opened: Opened, live: LiveSite): Promise<ReadSide> => {
  const { config, surroundings, store, documents, snapshots } = opened
  const directory = usersInMemory()
  const site = live.texts
  const sessions = sessionsOn({ store, directory, random: randomBytes, nowMs: surroundings.nowMs })
  const known = [directory, sessions, live.directory]
  const latest = (models: ReadModels) => withLatestSite(models.projections, store, live.directory)
  const viewBytes = cacheShares(config.CACHE_MB).stored
  const loginOf = (id: UserId) => directory.byId(id)?.login ?? null
  if (config.MONGODB_URL === undefined) {
    const board = progressBoard()
    const models = await readModels(documents, store, site, loginOf, board.generation, viewBytes)
    const needs = { store, documents, known, board, graceMs: GRACE_MS, warn: warnOf(opened) }
    const { waiting } = opened.starting
    const settings = () => settingsInTexts(store, live)
    const followers = followersOf({
      ...{ ...needs, waiting },
      ...(snapshots === null
        ? { projections: latest(models) }
        : {
            projections: snapshots.noting(latest(models)),
            restored: names => snapshots.restored(names, { board, settings }),
          }),
    })
    return {
      ...{ models, board, directory, sessions, feeder: null, shared: null },
      asFirstGuest: () =>
        models.listing.queries.listEvents({
          ...guestsQuestion(momentAt({ nowMs: surroundings.nowMs, site: live.current })),
          ...{ skip: 0, limit: 1 },
        }),
      followers: { ...followers, rebuild: rebuildWith(snapshots, followers.rebuild) },
    }
  }
  const shared = await sharedNeeds(opened)
  let progress: Progress | null = null
  const models = await readModels(
    documents,
    store,
    site,
    loginOf,
    name => wholeGeneration(progress, name),
    viewBytes,
  )
  const board = progressOf(shared, models.projections)
  progress = board
  documents.trails.endBy?.(() => answeredVersion(board, models.listed))
  const feeds = config.ROLE === 'all' || config.ROLE === 'projections'
  return {
    models,
    board,
    directory,
    sessions,
    followers: sharedFollowersOf(shared, models.projections, known, board),
    feeder: feeds ? feederOf(shared, latest(models)) : null,
    shared,
    asFirstGuest: null,
  }
}
