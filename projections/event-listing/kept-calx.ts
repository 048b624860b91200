import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { type Marked, markOf } from '../../shared/kernel/json.ts'
import { CALX_NAMED_BYTES } from '../../shared/limits/views.ts'
import { begunAnew } from '../../shared/remembered.ts'
import type { Principal } from '../../shared/rights.ts'
import type { CalxContext, CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import { present } from './cal-text.ts'
import { calxEventText, calxInserts, type CalxInserts } from './calx-text.ts'
import { keptForAll } from './kept-for-all.ts'
import type { Named } from './kept-inserts.ts'
import { calxListed, type KeptTexts, nowAt } from './kept-texts.ts'

type Item = RenderedItem<EventValues> & EventItem
/** How second-generation objects are read: `nowUtc` decides what is past (spec 03 §1.1). */
export type CalxRead = { readonly form: CalxForm; readonly nowUtc: UtcTime }
/** JSON. `until`: when the clock alone may make it another. */
export type CalxShown = Marked & { readonly until: UtcTime }
/** In the order of the items. */
export type CalxTexts = (
  items: readonly Item[],
  viewer: Principal,
  read: CalxRead,
) => Promise<readonly CalxShown[]>

/** `site`: the mark of the site it was made with. `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Inserted = CalxInserts & { readonly mark: string; readonly site: string; readonly isAll: boolean }

/** Of what was made with different sites, as settings changed meanwhile. */
const NO_SITE = ''

const inserted =
  (related: Related, site: Site, context: CalxContext) =>
  async (all: ReadonlyMap<string, Named>, viewer: Principal): Promise<ReadonlyMap<string, Inserted>> => {
    const ids = <Id>(of: (named: Named) => readonly Id[]) => [...new Set([...all.values()].flatMap(of))]
    const [places, people, slugs] = await Promise.all([
      related.calxVenues(
        ids(named => named.venues),
        viewer,
        context,
      ),
      related.calxOrganizers(
        ids(named => named.organizers),
        viewer,
        context,
      ),
      related.termSlugs(ids(({ categories, tags }) => [...categories, ...tags])),
    ])
    const one = ([key, named]: readonly [string, Named]): readonly [string, Inserted] => {
      const venues = present(named.venues, places)
      const organizers = present(named.organizers, people)
      const { categories, tags } = named
      const { terms, termClasses, nested } = calxInserts({ venues, organizers, categories, tags }, slugs)
      const sites = new Set([...venues, ...organizers].map(other => other.site))
      const [madeWith = site.mark] = sites
      const texts = {
        terms: inOnePiece(terms),
        termClasses: inOnePiece(termClasses),
        nested: inOnePiece(nested),
        mark: markOf([terms, termClasses, nested]),
        site: sites.size > 1 ? NO_SITE : madeWith,
        isAll: venues.length === named.venues.length && organizers.length === named.organizers.length,
      }
      return [key, texts]
    }
    return new Map(await inSlices([...all], one, ([, { nested }]) => nested.length))
  }

const bytesOf = ({ terms, termClasses, nested }: CalxInserts): number =>
  terms.length + termClasses.length + nested.length

const NOTHING = {
  ...calxInserts({ venues: [], organizers: [], categories: [], tags: [] }, new Map()),
  mark: '',
}

/**
 * Second-generation objects of events: their own texts, which are kept (`keptTexts`), and what they name, which is kept by the
 * ids (`keptForAll`). Opened ones and those for editing are made each time.
 */
export const keptCalx = (related: Related, live: Site, textsNow: KeptTexts): CalxTexts => {
  const keptNow = begunAnew(
    () => live.mark,
    () => {
      const { mark } = live
      const keeps = ({ site }: Inserted) => site === mark
      return keptForAll<Named, Inserted>(related.trails, { most: CALX_NAMED_BYTES, bytesOf, keeps })
    },
  )
  const anewFor = keptForAll<Named, Inserted>(undefined, { most: 0, bytesOf })
  return async (items, viewer, { form, nowUtc }) => {
    const { site, calx } = textsNow()
    const kept = form.open || form.context === 'edit' ? null : form.context
    const now = nowAt(nowUtc, site)
    const own = await inSlices(
      items,
      item => (kept === null ? calxListed(item, site, form, now) : calx[kept](item, now)),
      ({ upToTerms }) => upToTerms.length,
    )
    const insertsFor = kept === null ? anewFor : keptNow()
    const inserts = await insertsFor(own, viewer, inserted(related, site, form.context))
    return own.map((one, n) => {
      const named = inserts[n] ?? NOTHING
      return { text: calxEventText(one, named), mark: one.mark + named.mark, until: one.until }
    })
  }
}
