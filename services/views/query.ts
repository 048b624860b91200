import { createHash } from 'node:crypto'
import type { View } from '../../shared/facts/site.ts'

/** A view of the calendar as it was asked for (spec 06 §1): equal questions are equal values. */
export type ViewQuery = {
  readonly view: View
  /** `YYYY-MM` of a month, `YYYY-MM-DD` of a day or a list; null: the present. */
  readonly date: string | null
  /** Of a list or a day, from 1. */
  readonly page: number
  /** A list of what has ended. */
  readonly past: boolean
  /** Text to search for; "": none. */
  readonly search: string
  /** Slugs as they were sent; "": any. That of a category may stand behind those of the ones above it: `sport/ball`. */
  readonly category: string
  readonly tag: string
  readonly featured: boolean
  /** Whether whoever shows the view is to follow its addresses. */
  readonly managesUrl: boolean
}

/** The settings of the site that a view depends on. */
export type ViewSite = {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly zone: string
  readonly perPage: number
  readonly startOfWeek: number
  readonly dateFormat: string
  readonly timeFormat: string
  readonly enabledViews: readonly View[]
}

/** The parts of a question that lead to another one when its view changes. */
export type Limits = Pick<ViewQuery, 'search' | 'category' | 'tag' | 'featured'>

/** Equal for equal questions; short, whatever was searched for. */
export const keyOf = (query: ViewQuery): string => {
  const { view, date, page, past, search, category, tag, featured, managesUrl } = query
  const members = JSON.stringify([view, date, page, past, search, category, tag, featured, managesUrl])
  return createHash('sha256').update(members).digest('hex').slice(0, 32)
}

/** A UUID that is the same for equal questions: guests see the same bytes. */
export const pointerOf = (query: ViewQuery): string => {
  const key = keyOf(query)
  return `${key.slice(0, 8)}-${key.slice(8, 12)}-8${key.slice(13, 16)}-a${key.slice(17, 20)}-${key.slice(20, 32)}`
}
