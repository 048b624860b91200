import { fetchingOfFeeds } from './feeds.ts'
import { workOfImports } from './imports.ts'
import { keeper, type Keeper } from './keeper.ts'
import { settlingOfPrepared } from './prepared.ts'
import { publicationOfItems } from './publications.ts'
import { finishingOfPurges } from './purges.ts'
import { renderingOfViews } from './views.ts'

/** Everything that happens because of facts, in the order in which it is asked for. */
export const reactions: readonly Keeper[] = [
  keeper(workOfImports),
  keeper(publicationOfItems),
  keeper(settlingOfPrepared),
  keeper(finishingOfPurges),
  keeper(fetchingOfFeeds),
  keeper(renderingOfViews),
]
