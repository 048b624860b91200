import type { JobHandlers } from '../../shared/jobs/port.ts'
import { fetchingOfFeeds } from './feeds.ts'
import { finishingOfForgettings } from './forgettings.ts'
import { workOfImports } from './imports.ts'
import type { Keeper } from './keeper.ts'
import { settlingOfMerges } from './merges.ts'
import { settlingOfPrepared } from './prepared.ts'
import { publicationOfItems } from './publications.ts'
import { finishingOfPurges } from './purges.ts'
import { forgettingOfDue } from './retention.ts'
import { sealingOfLog } from './seals.ts'
import { tellingOfSubscriptions } from './subscriptions.ts'
import { workOfUndos } from './undos.ts'
import { renderingOfViews } from './views.ts'
import type { WorkerContext, WorkingReaction } from './worker.ts'

/** Everything that happens because of facts, in the order in which it is asked for. */
const all: readonly WorkingReaction[] = [
  workOfImports,
  workOfUndos,
  publicationOfItems,
  settlingOfPrepared,
  settlingOfMerges,
  finishingOfPurges,
  finishingOfForgettings,
  fetchingOfFeeds,
  renderingOfViews,
  sealingOfLog,
  forgettingOfDue,
  tellingOfSubscriptions,
]

export const reactions: readonly Keeper[] = all.map(({ keeper }) => keeper)

/** Who does the jobs of all of them. */
export const handlersOf = (context: WorkerContext): JobHandlers =>
  all.reduce<JobHandlers>((handlers, one) => ({ ...handlers, ...one.handlers(context) }), {})
