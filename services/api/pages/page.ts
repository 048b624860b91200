import type { Markup } from '../../../shared/kernel/html/markup.ts'
import type { Held } from '../../accounts/sessions.ts'
import type { Moment } from '../platform/call.ts'
import type { SentFile } from '../platform/request/multipart-body.ts'
import type { Nested } from '../platform/request/addressing.ts'

/** Where the kept part of a page stands. */
export const KEPT = '<!--kept-->'

/** Markup that many answers have. */
export type KeptPart = {
  readonly text: string
  /** Stands for it in the tags of answers. */
  readonly mark: () => string
  /**
   * The part that stands there at another moment, at once; null: the page has to be made. Absent: the page is not kept.
   * All else that a guest gets at an address is the same as long as the site is and its mark.
   */
  readonly again?: (at: Moment) => KeptPart | null
}

/** A page, before the shell is put around it. */
export type Page = {
  readonly status: number
  /** Plain text. */
  readonly title: string
  readonly main: Markup
  /** A long part that is kept, and stands where `main` has `KEPT`. */
  readonly kept?: KeptPart
  /** What whoever may do something about it should know on any page, told before the page itself. */
  readonly notice?: Markup | null
  /** Further elements of the head. */
  readonly head?: Markup
  /** Names of files in `assets/` beside those of every page. */
  readonly styles?: readonly string[]
  readonly scripts?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** `embed`: without the frame of the site, and to be framed by anybody. */
  readonly frame?: 'site' | 'embed'
  /** Origins besides this one that a form of the page may lead to. */
  readonly leadsTo?: readonly string[]
}

type Redirect = { readonly redirect: string; readonly headers?: Readonly<Record<string, string>> }

/** null: there is no such page. */
export type Shown = Page | Redirect | null

/** A request for a page. */
export type Visit = {
  readonly method: 'GET' | 'POST'
  readonly at: Moment
  /** Who is signed in; null: a guest. */
  readonly held: Held | null
  /** Path without a slash at its end, decoded; "" is the home page. */
  readonly path: string
  readonly query: Nested
  /** Query as it stands in the address, without its mark. */
  readonly search: string
  /** Members of the form that was posted; empty on GET. */
  readonly form: Nested
  /** Of a page that takes one; null: none came. */
  readonly file: SentFile | null
  /** `Cookie` header. */
  readonly cookie: string | null
  readonly address: string
}

/** One member of a query or form as text; "" when it is absent or no text. */
export const textOf = (members: Nested, name: string): string => {
  const value = members[name]
  return typeof value === 'string' ? value : ''
}

/** What a query or form says several times of one member (`days[]`), in its order; nested ones are left out. */
export const textsOf = (members: Nested, name: string): readonly string[] => {
  const value = members[name]
  return typeof value === 'object' ? Object.values(value).filter(one => typeof one === 'string') : []
}
