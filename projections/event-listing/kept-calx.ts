import { LRUCache } from 'lru-cache'
import { stillCurrent, type Trail, type Trails } from '../../shared/documents/trails.ts'
import type { EventValues } from '../../shared/facts/event.ts'
import { inSlices } from '../../shared/in-slices.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { CALX_LISTED_BYTES } from '../../shared/limits/views.ts'
import { LET_GO } from '../../shared/remembered.ts'
import { everybody, type Principal } from '../../shared/rights.ts'
import type { CalxForm } from '../items/calx-post.ts'
import type { RenderedItem, Site } from '../items/post.ts'
import type { Related } from '../items/related.ts'
import { listMark, present } from './cal-text.ts'
import { calxEventText, type Clock, clockAt } from './calx-text.ts'

type Item = RenderedItem<EventValues>
/** How second-generation objects are read: `nowUtc` decides what is past (spec 03 §1.1). */
export type CalxRead = { readonly form: CalxForm; readonly nowUtc: UtcTime }
/** In the order of the items, as JSON. */
export type CalxTexts = (
  items: readonly Item[],
  viewer: Principal,
  read: CalxRead,
) => Promise<readonly string[]>

/** `isAll`: nothing that is named was left out, so that everybody sees the same. */
type Made = { readonly text: string; readonly isAll: boolean }
/** What a text was made of besides what its trail follows. `mark`: of the event and the site (`listMark`). */
type From = { readonly mark: string; readonly clock: Clock }
/** `share`: of the bytes of the trail, which what was made together has together. */
type Kept = Made & From & { readonly trail: Trail; readonly share: number }

/** Of an entry beside its text and what it follows. */
const OVERHEAD = 512
const bytesOf = ({ text, share }: Kept): number => text.length + share + OVERHEAD

const isFrom = (kept: From, { mark, clock }: From): boolean =>
  kept.mark === mark &&
  kept.clock.isPast === clock.isPast &&
  kept.clock.isNow === clock.isNow &&
  kept.clock.year === clock.year

const made =
  (related: Related, site: Site) =>
  async (items: readonly Item[], viewer: Principal, { form, nowUtc }: CalxRead): Promise<readonly Made[]> => {
    const all = items.map(({ values }) => values)
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
    const one = (item: Item): Made => {
      const { values } = item
      const named = {
        venues: present(values.venues, venues),
        organizers: present(values.organizers, organizers),
        slugs,
      }
      const isAll =
        named.venues.length === values.venues.length && named.organizers.length === values.organizers.length
      return { text: calxEventText(item, named, { site, clock: clockOf(values), form }), isAll }
    }
    return inSlices(items, one, ({ text }) => text.length)
  }

/**
 * Second-generation objects of events, kept until what they say of themselves, of what they name or by the clock is another.
 * Opened ones are made each time, and all of them where nobody follows what they name.
 */
export const keptCalx = (related: Related, site: Site): CalxTexts => {
  const kept = new LRUCache<string, Kept>({
    maxSize: CALX_LISTED_BYTES,
    sizeCalculation: bytesOf,
    ...LET_GO,
  })
  const anew = made(related, site)

  /** What guests are shown. */
  const shared = async (items: readonly Item[], read: CalxRead, trails: Trails): Promise<readonly Made[]> => {
    const clockOf = clockAt(read.nowUtc, site)
    const all = items.map(item => ({
      item,
      key: `${item._id} ${read.form.context}`,
      from: { mark: listMark(item, site), clock: clockOf(item.values) },
    }))
    const before = all.map(({ key, from }) => {
      const known = kept.get(key)
      return known !== undefined && isFrom(known, from) ? stillCurrent(known, trails) : null
    })
    const missing = all.filter((_, n) => before[n] === null)
    if (missing.length === 0) return before.filter(one => one !== null)
    const asked = missing.map(({ item }) => item)
    const { made: fresh, trail } = await trails.noting(() => anew(asked, everybody, read))
    const share = Math.ceil(trail.bytes / fresh.length)
    missing.forEach(({ key, from }, n) => {
      const one = fresh[n]
      if (one !== undefined) kept.set(key, { ...one, ...from, trail, share })
    })
    const rest = fresh.values()
    return before.flatMap(one => one ?? rest.next().value ?? [])
  }

  return async (items, viewer, read) => {
    const { trails } = related
    const all = trails === undefined || read.form.open ? null : await shared(items, read, trails)
    const isSame = all !== null && (viewer === everybody || all.every(({ isAll }) => isAll))
    return (isSame ? all : await anew(items, viewer, read)).map(({ text }) => text)
  }
}
