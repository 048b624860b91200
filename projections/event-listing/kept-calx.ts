import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { type Marked, markOf } from '../../shared/kernel/json.ts'
import { CALX_LISTED_BYTES } from '../../shared/limits/views.ts'
import type { Principal } from '../../shared/rights.ts'
import type { CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import { present } from './cal-text.ts'
import { calxEventText, type Clock, clockAt } from './calx-text.ts'
import { keptForAll, type Parts } from './kept-for-all.ts'

type Item = RenderedItem<EventValues> & EventItem
/** How second-generation objects are read: `nowUtc` decides what is past (spec 03 §1.1). */
export type CalxRead = { readonly form: CalxForm; readonly nowUtc: UtcTime }
/** In the order of the items, as JSON. */
export type CalxTexts = (
  items: readonly Item[],
  viewer: Principal,
  read: CalxRead,
) => Promise<readonly Marked[]>

/** What a text is made of. `key`, `from`: as `keptForAll` knows it. */
type Asked = { readonly key: string; readonly from: Parts; readonly item: Item; readonly clock: Clock }
/** `isAll`: nothing that is named was left out. */
type Made = Marked & { readonly from: Parts; readonly isAll: boolean }

const made =
  (related: Related, site: Site, form: CalxForm) =>
  async (asked: readonly Asked[], viewer: Principal): Promise<ReadonlyMap<string, Made>> => {
    const all = asked.map(({ item }) => item.values)
    const ids = <Id>(of: (values: EventValues) => readonly Id[]) => [...new Set(all.flatMap(of))]
    const [venues, organizers, slugs] = await Promise.all([
      related.calxVenues(
        ids(values => values.venues),
        viewer,
        form.context,
      ),
      related.calxOrganizers(
        ids(values => values.organizers),
        viewer,
        form.context,
      ),
      related.termSlugs(ids(({ categories, tags }) => [...categories, ...tags])),
    ])
    const one = ({ key, from, item, clock }: Asked): readonly [string, Made] => {
      const { values } = item
      const named = {
        venues: present(values.venues, venues),
        organizers: present(values.organizers, organizers),
        slugs,
      }
      const isAll =
        named.venues.length === values.venues.length && named.organizers.length === values.organizers.length
      const text = inOnePiece(calxEventText(item, named, { site, clock, form }))
      return [key, { text, mark: markOf([text]), from, isAll }]
    }
    return new Map(await inSlices(asked, one, ([, { text }]) => text.length))
  }

/**
 * Second-generation objects of events, kept by their ids until what they say of themselves, of what they name or by the clock is
 * another (`keptForAll`). Opened ones are made each time.
 */
export const keptCalx = (related: Related, site: Site): CalxTexts => {
  const bytesOf = ({ text }: Made): number => text.length
  const kept = keptForAll(related.trails, { most: CALX_LISTED_BYTES, bytesOf })
  return async (items, viewer, { form, nowUtc }) => {
    const clockOf = clockAt(nowUtc, site)
    const asked = items.map((item): Asked => {
      const clock = clockOf(item.values)
      const from = [item.madeOf, site.mark, clock.isPast, clock.isNow, clock.year]
      return { key: `${item._id} ${form.context}`, from, item, clock }
    })
    const make = made(related, site, form)
    const shown = form.open ? [...(await make(asked, viewer)).values()] : await kept(asked, viewer, make)
    return shown.map(({ text, mark }) => ({ text, mark }))
  }
}
