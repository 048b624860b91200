import type { UtcTime, EpochMs } from '../../shared/kernel/brands.ts'
import { msOf, plusMs } from '../../shared/kernel/time/calculate.ts'
import type { Trail, Trails } from '../../shared/documents/trails.ts'
import type { ViewCopies, ViewCopy } from '../../projections/view-copies/queries.ts'
import { makeView, type MadeView } from './make.ts'
import { keyOf, type ViewQuery, type ViewSite } from './query.ts'
import type { ViewReads } from './reads.ts'

/** What is kept of a view: all but the nonces of whoever asks, and until when it is the same. */
export type KeptView = Omit<MadeView, 'sameUntil'>
export type Copy = ViewCopy<ViewQuery, KeptView>
export type Copies = ViewCopies<ViewQuery, KeptView>

/**
 * Trails, and those of copies by what these show, whoever in this process rendered them: documents in memory give back what
 * they were given.
 */
export type CopyTrails = Trails & { readonly of: WeakMap<KeptView, Trail> }
export const copyTrails = (trails: Trails): CopyTrails => ({ ...trails, of: new WeakMap() })

/** What the read models and the settings are at; `asked`: as far as somebody waited for it. */
export type ViewState = { readonly version: string; readonly asked: string }

/** The read models have not moved, and no instant that it depends on has passed. */
export const isFresh = (copy: Copy, { version }: ViewState, nowMs: EpochMs): boolean =>
  copy.version === version && nowMs < copy.untilMs

/**
 * `isWorth`: somebody may want it again; what names a category that does not exist may be anything. `trail`: of what it shows;
 * null: nobody can follow it.
 */
export type Rendered = { readonly copy: Copy; readonly isWorth: boolean; readonly trail: Trail | null }

export type Now = { readonly ms: EpochMs; readonly utc: UtcTime }

/** The second after the last one in which it says the same. */
const untilOf = (sameUntil: UtcTime): EpochMs => plusMs(msOf(sameUntil), 1_000)

/** What a copy takes in memory at most: two bytes a sign, and some for its members. */
const bytesOf = ({ category, tag, search }: ViewQuery, { html, title, links }: KeptView): number =>
  [html, title, category, tag, search, ...Object.values(links)].reduce(
    (sum, text) => sum + 2 * text.length,
    1_024,
  )

/** The copy as it counts now: the read models have not moved, or nothing has that it was made of; null: it must be made anew. */
export const stillRight = (
  copy: Copy,
  trail: Trail | null,
  state: ViewState,
  nowMs: EpochMs,
): Copy | null => {
  if (isFresh(copy, state, nowMs)) return copy
  return nowMs < copy.untilMs && trail?.isCurrent() === true ? { ...copy, ...state } : null
}

/** `trails`: absent where nobody can follow what views are made of. */
type Making = { readonly reads: ViewReads; readonly site: ViewSite; readonly trails?: CopyTrails | undefined }

/** Renders a view; `state`: what the read models were at before they were asked. */
export const renderCopy = async (
  { reads, site, trails }: Making,
  query: ViewQuery,
  { version, asked }: ViewState,
  now: Now,
): Promise<Rendered> => {
  const make = () => makeView(reads, site, query, now.utc)
  const { made, trail } = (await trails?.noting(make)) ?? { made: await make(), trail: null }
  const { sameUntil, ...shown } = made
  const copy = {
    ...{ _id: keyOf(query), question: query, shown, bytes: bytesOf(query, shown) },
    ...{ version, asked, untilMs: untilOf(sameUntil), usedMs: now.ms },
  }
  if (trail !== null) trails?.of.set(shown, trail)
  return { copy, isWorth: shown.exists, trail }
}
