import type { UserId, EpochMs } from '../../shared/kernel/brands.ts'
import type { Filter } from '../../shared/documents/port.ts'
import type { Source } from '../../shared/facts/meta.ts'
import type { Kind } from './evolve.ts'

/** Who, and when: from this instant on, and before that one (epoch milliseconds). */
export type Narrowed = {
  readonly actor?: UserId
  readonly since?: EpochMs
  readonly until?: EpochMs
}

/** Which facts of all are asked for (spec 00 §6 `history`). */
export type NarrowedAll = Narrowed & {
  readonly kind?: Kind
  readonly source?: Source
  /** Of the import, undo or request that caused them. */
  readonly correlation?: string
  /** Something of this name was changed. */
  readonly member?: string
  /** Kinds that are not told of. */
  readonly without?: readonly Kind[]
  /** Words of a search that the name of the item at that time, or a text that was changed, has to hold. */
  readonly text?: string
}

export const narrowing = ({ actor, since, until }: Narrowed): Filter => ({
  ...(actor === undefined ? {} : { actor }),
  ...(since === undefined && until === undefined
    ? {}
    : {
        at: {
          ...(since === undefined ? {} : { $gte: since }),
          ...(until === undefined ? {} : { $lt: until }),
        },
      }),
})

/** What the entries themselves can be asked: all but texts. */
export const narrowingAll = (narrowed: NarrowedAll): Filter => {
  const { kind, source, correlation, member, without = [] } = narrowed
  return {
    ...narrowing(narrowed),
    ...(source === undefined ? {} : { source }),
    ...(correlation === undefined ? {} : { correlation }),
    ...(member === undefined ? {} : { members: member }),
    ...(kind === undefined && without.length === 0
      ? {}
      : {
          kind: {
            ...(kind === undefined ? {} : { $eq: kind }),
            ...(without.length === 0 ? {} : { $nin: without }),
          },
        }),
  }
}

/** Whether two things are asked that no index answers together: many entries may have to be looked at for a few. */
export const isMixed = ({ actor, kind, source, correlation, member }: NarrowedAll): boolean =>
  [actor, kind, source, correlation, member].filter(one => one !== undefined).length > 1
