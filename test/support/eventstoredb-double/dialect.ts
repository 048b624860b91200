/** Releases that are spoken; README.md tells what was held against a running server of which. */
export const DIALECTS = ['23.10', '24.6', '24.10', '25.0'] as const
export type Dialect = (typeof DIALECTS)[number]

export const isDialect = (text: string): text is Dialect => DIALECTS.some(dialect => dialect === text)

/** What subscriptions of one release do differently from those of another. */
export type Traits = {
  /** Confirmed at once, caught up with streams that are not there; otherwise once something was read. */
  readonly confirmsFirst: boolean
  /** The event to start behind is looked at, too, and counts as looked at. */
  readonly looksAtStart: boolean
  /** Just before it is caught up, a filtered subscription says how far it has come ... */
  readonly tellsEnd: boolean
  /** ... which is at least where the last page that was read began, be that beyond the last event. */
  readonly tellsLastPage: boolean
  /** Who does not keep up is dropped; otherwise what was missed is read, and it is caught up once more. */
  readonly dropsSlow: boolean
}

const NEWER: Traits = {
  confirmsFirst: true,
  looksAtStart: true,
  tellsEnd: true,
  tellsLastPage: false,
  dropsSlow: false,
}

export const traitsOf = (dialect: Dialect): Traits => {
  if (dialect === '23.10')
    return { ...NEWER, confirmsFirst: false, looksAtStart: false, tellsEnd: false, dropsSlow: true }
  return dialect === '25.0' ? { ...NEWER, tellsLastPage: true } : NEWER
}
