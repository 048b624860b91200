import type { ItemKind } from '../../../../shared/facts/common.ts'
import type { Markup } from '../../../../shared/kernel/html/markup.ts'
import { canRead } from '../../../../shared/rights.ts'
import { standingRow } from '../../../../shared/standing.ts'
import { mayEdit, mayOpen } from '../../items/access.ts'
import type { Owned } from '../../items/deps.ts'
import type { Said } from '../attempt.ts'
import { textOf, type Page, type Shown, type Visit } from '../page.ts'
import { gone, notFound } from '../refusals.ts'
import { isProtectedNotice, type Lock } from './lock.ts'
import { embedPage, itemPage } from './page.ts'
import type { Presented } from './parts.ts'

type Readable = Owned & {
  readonly _id: number
  /** It was merged into this one, which stands for it (spec 07 §7.1). */
  readonly into?: number | null
  readonly values: { readonly password: string; readonly slug: string }
}

type Finding<Found extends Readable> = {
  readonly idOf: (id: number) => Found['_id']
  readonly byId: (id: Found['_id']) => Promise<Found | null>
  readonly bySlug: (slug: string) => Promise<Found | null>
}

/** Pages of one kind of item; `byId` null: nothing has the id. */
export type PageKind = {
  readonly byId: (id: number, visit: Visit) => Promise<Shown>
  /** A form that was sent there holds a password. */
  readonly bySlug: (slug: string, visit: Visit) => Promise<Shown>
}

/** Never kept anywhere. */
const privately = { 'Cache-Control': 'no-store' }

const isEmbed = ({ query }: Visit): boolean => textOf(query, 'embed') === 'true'

const framed = (page: Page, visit: Visit): Page => (isEmbed(visit) ? { ...page, frame: 'embed' } : page)

/** What stands for the rest of a page (null: the rest is shown), and what comes with it. */
type Shutter = {
  readonly shut: Markup | null
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Who may read what is decided as by the routes of items (spec 00 §5, 01 §9); null: there is a page. */
const refusedTo = (item: Readable, { held }: Visit): Page | null => {
  const caller = held?.user ?? null
  if (item.values.status === 'trash') return mayEdit(caller, item) ? gone : notFound
  return canRead(caller, item.values) ? null : notFound
}

/** The one that stands for what was merged (spec 07 §7.1); null: nothing does, or not for this reader. */
const standingFor = async <Found extends Readable>(
  { byId }: Finding<Found>,
  item: Found,
  visit: Visit,
): Promise<Found | null> => {
  const at = await standingRow(item, byId)
  return at === null || at === item || refusedTo(at, visit) !== null ? null : at
}

export const kindOf = <Found extends Readable>(
  noun: ItemKind,
  lock: Lock,
  find: Finding<Found>,
  present: (item: Found, visit: Visit, shut: Markup | null) => Promise<Presented>,
): PageKind => {
  const addressOf = ({ values }: Found, { at }: Visit) => `${at.site.baseUrl}/${noun}/${values.slug}/`

  /** Frames on other sites ask for nothing and know no cookie: there a protected item is never opened. */
  const shutterOf = async (item: Found, visit: Visit, said: Said | null): Promise<Shutter> => {
    if (mayOpen(visit.held?.user ?? null, item)) return { shut: null }
    if (isEmbed(visit) || item.values.slug === '') return { shut: isProtectedNotice }
    if (said === null && (await lock.isOpen(item, visit))) return { shut: null, headers: privately }
    const { markup, headers } = await lock.form(visit, addressOf(item, visit), said)
    return { shut: markup, headers, status: said?.status ?? 200 }
  }

  const page = async (item: Found, visit: Visit, said: Said | null = null): Promise<Page> => {
    const refused = refusedTo(item, visit)
    if (refused !== null) return framed(refused, visit)
    const { shut, ...rest } = await shutterOf(item, visit, said)
    const presented = await present(item, visit, shut)
    const { site } = visit.at
    const made = isEmbed(visit) ? embedPage(presented, site) : itemPage(presented, item.values, site)
    return { ...made, ...rest }
  }

  const tried = async (item: Found, visit: Visit): Promise<Shown> => {
    const refused = refusedTo(item, visit)
    if (refused !== null) return refused
    const redirect = addressOf(item, visit)
    if (item.values.password === '') return { redirect }
    const done = await lock.tryOpen(item, visit)
    return done.ok ? { redirect, headers: { 'Set-Cookie': done.cookie } } : page(item, visit, done.said)
  }

  const shown = async (item: Found, visit: Visit): Promise<Shown> => {
    const standing = await standingFor(find, item, visit)
    return standing === null ? page(item, visit) : { redirect: addressOf(standing, visit) }
  }

  return {
    byId: async (id, visit) => {
      const item = await find.byId(id)
      return item === null ? null : shown(item, visit)
    },
    bySlug: async (slug, visit) => {
      const item = await find.bySlug(slug)
      if (item === null) return null
      return visit.method === 'POST' ? tried(item, visit) : shown(item, visit)
    },
  }
}
