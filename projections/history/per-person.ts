import { userId, type EpochMs } from '../../shared/kernel/brands.ts'
import { HISTORY_DAY } from '../../shared/limits/history.ts'
import { narrowingAll, type NarrowedAll } from './narrowed.ts'
import { actorOf, type Asked, type ToldEntry } from './telling.ts'

/** From this instant on, and before that one (epoch milliseconds). */
export type Period = { readonly since: EpochMs; readonly until: EpochMs }

/** What was done in a period: by whom how much; null: more than is counted, so it is not told by whom. */
export type Done = Period & {
  readonly byPerson: readonly { readonly actor: ToldEntry['actor']; readonly count: number }[] | null
}

/** Of each period, for itself: what was done there of all that is asked for. Texts are not looked at. */
export const perPerson =
  (asked: Asked) =>
  (narrowed: Omit<NarrowedAll, 'text'>, periods: readonly Period[]): Promise<readonly Done[]> =>
    Promise.all(
      periods.map(async period => {
        const { entries, patience } = asked
        const most = patience?.entries ?? HISTORY_DAY
        const tallies = await entries.tally(narrowingAll({ ...narrowed, ...period }), 'actor', most)
        const total = tallies.reduce((sum, { count }) => sum + count, 0)
        if (total >= most) return { ...period, byPerson: null }
        const byPerson = tallies.map(({ value, count }) => ({
          actor: actorOf(asked, typeof value === 'number' ? userId(value) : null),
          count,
        }))
        return { ...period, byPerson }
      }),
    )
