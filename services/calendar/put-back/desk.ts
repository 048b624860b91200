import type { Revision } from '../../../shared/kernel/brands.ts'
import type { ItemKind } from '../../../shared/facts/common.ts'
import type { Context } from '../../handle.ts'
import type { NotPlanned, Wanted } from './plan.ts'
import { putBack, showPutBack, type Done, type PutBack, type PutBackDeps, type Refused } from './put-back.ts'
import type { PutBackKind } from './words.ts'

/** How things of one kind are put back. */
export type PutsBack = {
  /** What would change, were it put back now by whoever asks; records nothing. */
  readonly show: (id: number, wanted: Wanted, context: Context) => Promise<PutBack | NotPlanned>
  /**
   * Puts it back by the ordinary commands. `revision`: that whoever asks has seen; another one by now is refused; null:
   * as it is now. Facts like any others, which can be put back again.
   */
  readonly put: (
    id: number,
    wanted: Wanted,
    revision: Revision | null,
    context: Context,
  ) => Promise<Done | Refused>
}

/** The one place where anything is put back, by its kind (spec 00 §6.4). */
export type PutBackDesk = Readonly<Record<PutBackKind, PutsBack>>

/** How events, venues or organizers are put back. */
export const itemsPutBack = (deps: PutBackDeps, kind: ItemKind): PutsBack => ({
  show: (id, wanted) => showPutBack(deps, { kind, id }, wanted),
  put: (id, wanted, revision, context) => putBack(deps, { kind, id }, wanted, revision, context),
})
