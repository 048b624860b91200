import { sanitizeBlocks } from '../kernel/html/blocks.ts'
import { embeddedHtml } from '../kernel/html/embedded.ts'
import { sanitizeHtml, sanitizeTermName, sanitizeTitle } from '../kernel/html/sanitize.ts'
import { unfilteredHtml } from '../kernel/html/unfiltered.ts'

const cleaners = {
  html: sanitizeHtml,
  blocks: sanitizeBlocks,
  unfiltered: unfilteredHtml,
  title: sanitizeTitle,
  term: sanitizeTermName,
  embedded: embeddedHtml,
} as const

/** What a text is, which decides what may stay in it (spec 01 §2, 06 §2.2). */
export type TextKind = keyof typeof cleaners

/** A text from outside and what it is. */
export type SentText = readonly [kind: TextKind, text: string]

/** One text made safe. */
export type Cleaning = (kind: TextKind, text: string) => string

/** On the spot: some milliseconds for every 10,000 characters of markup. */
export const cleanNow: Cleaning = (kind, text) => cleaners[kind](text)
