import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { type Marked, withMark } from '../../shared/kernel/json.ts'
import { CALX_LISTED_BYTES } from '../../shared/limits/views.ts'
import type { Principal } from '../../shared/rights.ts'
import type { CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import { present } from './cal-text.ts'
import { calxEventText, clockAt } from './calx-text.ts'
import { keptForAll } from './kept-for-all.ts'

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

/** What is asked for. `key`: as `keptForAll` knows it. */
type Asked = { readonly key: string; readonly item: Item; readonly nowUtc: UtcTime }
/** `madeOf`, `site`: marks of what it was made of; `since`: when. `isAll`: nothing that is named was left out. */
type Made = CalxShown & {
  readonly madeOf: number
  readonly site: string
  readonly since: UtcTime
  readonly isAll: boolean
}

const made =
  (related: Related, site: Site, { form, nowUtc }: CalxRead) =>
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
    const clockOf = clockAt(nowUtc, site)
    const one = ({ key, item }: Asked): readonly [string, Made] => {
      const { values, madeOf } = item
      const named = {
        venues: present(values.venues, venues),
        organizers: present(values.organizers, organizers),
        slugs,
      }
      const isAll =
        named.venues.length === values.venues.length && named.organizers.length === values.organizers.length
      const clock = clockOf(values)
      const text = inOnePiece(calxEventText(item, named, { site, clock, form }))
      const shown = { ...withMark(text), until: clock.until }
      return [key, { ...shown, since: nowUtc, madeOf, site: site.mark, isAll }]
    }
    return new Map(await inSlices(asked, one, ([, { text }]) => text.length))
  }

/**
 * Second-generation objects of events, kept by their ids until what they say of themselves, of what they name or by the clock is
 * another (`keptForAll`). Opened ones are made each time.
 */
export const keptCalx = (related: Related, site: Site): CalxTexts => {
  const kept = keptForAll<Asked, Made>(related.trails, {
    most: CALX_LISTED_BYTES,
    bytesOf: ({ text }) => text.length,
    fits: (shown, { item, nowUtc }) =>
      shown.madeOf === item.madeOf &&
      shown.site === site.mark &&
      shown.since <= nowUtc &&
      nowUtc < shown.until,
  })
  return async (items, viewer, read) => {
    const { form, nowUtc } = read
    const asked = items.map((item): Asked => ({ key: `${item._id} ${form.context}`, item, nowUtc }))
    const make = made(related, site, read)
    return form.open ? [...(await make(asked, viewer)).values()] : kept(asked, viewer, make)
  }
}
