import type { UtcTime } from '../../shared/kernel/brands.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { linksOf, type Links } from './links.ts'
import type { ViewQuery, ViewSite } from './query.ts'
import type { ViewReads } from './reads.ts'
import { renderedPieces } from './render.ts'
import { viewContent } from './content/select.ts'
import { titleOf } from './words.ts'

/** Characters written between two turns of the process, so that nobody waits for a large month. */
const SLICE = 100_000

/** A view but for the block of nonces, which comes last inside its outermost element. */
export type MadeView = {
  readonly html: string
  /** Plain text. */
  readonly title: string
  readonly links: Links
  /** Instant (UTC) up to which, inclusive, it says the same as long as nobody changes anything. */
  readonly sameUntil: UtcTime
  /** Whether the categories and tags that it was asked for exist. */
  readonly exists: boolean
  /** It shows no event. */
  readonly isEmpty: boolean
}

/** Asks the read models and renders what they say, a piece at a time. */
export const makeView = async (
  reads: ViewReads,
  site: ViewSite,
  query: ViewQuery,
  nowUtc: UtcTime,
): Promise<MadeView> => {
  const content = await viewContent(reads, site, query, nowUtc)
  const links = linksOf(content)
  const written: string[] = []
  let sinceTurn = 0
  for (const piece of renderedPieces(content, links)) {
    written.push(piece)
    sinceTurn += piece.length
    if (sinceTurn < SLICE) continue
    sinceTurn = 0
    await turn()
  }
  const { sameUntil, category, tag, events } = content
  const exists = (query.category === '' || category !== null) && (query.tag === '' || tag !== null)
  const isEmpty = events.length === 0
  return { html: written.join(''), title: titleOf(content), links, sameUntil, exists, isEmpty }
}
