import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { type Marked, markOf } from '../../shared/kernel/json.ts'
import { CALX_NAMED_BYTES } from '../../shared/limits/views.ts'
import type { Principal } from '../../shared/rights.ts'
import type { CalxContext, CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import { present } from './cal-text.ts'
import { calxEventText, calxInserts, type CalxInserts } from './calx-text.ts'
import { type ForAll, keptForSite, madeForEach, type MakeInserts, type OfSite } from './kept-for-all.ts'
import { calxListed, type KeptTexts, nowAt } from './kept-texts.ts'
import type { Names } from './row.ts'

type Item = RenderedItem<EventValues> & EventItem
/** How second-generation objects are read: `nowUtc` decides what is past (spec 03 §1.1). */
export type CalxRead = { readonly form: CalxForm; readonly nowUtc: UtcTime }
/** JSON. `until`: when the clock alone may make it another, epoch seconds. */
export type CalxShown = Marked & { readonly until: number }
/** In the order of the items. */
export type CalxObjects = (
  items: readonly Item[],
  viewer: Principal,
  read: CalxRead,
) => Promise<readonly CalxShown[]>

type Inserts = CalxInserts & { readonly mark: string } & OfSite & ForAll

/** Of what was made with different sites, as settings changed meanwhile. */
const NO_SITE = ''

const madeIn =
  (related: Related, live: Site, context: CalxContext): MakeInserts<Inserts> =>
  async (named, viewer) => {
    const all = [...named.values()]
    const ids = <Id>(of: (names: Names) => readonly Id[]) => [...new Set(all.flatMap(of))]
    const venueIds = ids(({ venues }) => venues)
    const organizerIds = ids(({ organizers }) => organizers)
    const [places, people, slugs] = await Promise.all([
      related.calxVenues(venueIds, viewer, context),
      related.calxOrganizers(organizerIds, viewer, context),
      related.termSlugs(ids(({ categories, tags }) => [...categories, ...tags])),
    ])
    const one = ([key, names]: readonly [string, Names]): readonly [string, Inserts] => {
      const venues = present(names.venues, places)
      const organizers = present(names.organizers, people)
      const { categories, tags } = names
      const { terms, termClasses, nested } = calxInserts({ venues, organizers, categories, tags }, slugs)
      const sites = new Set([...venues, ...organizers].map(other => other.site))
      // of terms alone it is the same with every site
      const [site = live.mark] = sites
      const inserts = {
        terms: inOnePiece(terms),
        termClasses: inOnePiece(termClasses),
        nested: inOnePiece(nested),
        mark: markOf([terms, termClasses, nested]),
        site: sites.size > 1 ? NO_SITE : site,
        isAll: venues.length === names.venues.length && organizers.length === names.organizers.length,
      }
      return [key, inserts]
    }
    return new Map(await inSlices([...named], one, ([, { nested }]) => nested.length))
  }

const bytesOf = ({ terms, termClasses, nested }: CalxInserts): number =>
  terms.length + termClasses.length + nested.length

const NOTHING = {
  ...calxInserts({ venues: [], organizers: [], categories: [], tags: [] }, new Map()),
  mark: '',
}

/**
 * Second-generation objects of events: their own texts and what they name, both kept. Opened ones and those for editing are made
 * each time.
 */
export const keptCalx = (related: Related, live: Site, textsNow: KeptTexts): CalxObjects => {
  // embedded ones name the same
  const insertsForAll = keptForSite(live, related.trails, madeIn(related, live, 'view'), {
    most: CALX_NAMED_BYTES,
    bytesOf,
  })
  return async (items, viewer, { form, nowUtc }) => {
    const { site, calx } = textsNow()
    const kept = form.open || form.context === 'edit' ? null : form.context
    const now = nowAt(nowUtc, site)
    const own = await inSlices(
      items,
      item => (kept === null ? calxListed(item, site, form, now) : calx[kept](item, now)),
      ({ upToTerms }) => upToTerms.length,
    )
    const insertsFor = kept === null ? madeForEach(madeIn(related, live, form.context)) : insertsForAll
    const inserts = await insertsFor(own, viewer)
    return own.map((one, n) => {
      const named = inserts[n] ?? NOTHING
      return { text: calxEventText(one, named), mark: one.mark + named.mark, until: one.until }
    })
  }
}
