import type { EventValues } from '../../shared/facts/event.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { LISTED_BYTES } from '../../shared/limits/views.ts'
import { begunAnew, madeAtFirst, madeLately, roomFor } from '../../shared/remembered.ts'
import { isShut, type CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import { listMark, listTexts } from './cal-text.ts'
import { calxMark, calxOwn, type CalxOwn, type Clock, clockAt } from './calx-text.ts'
import { type Asked, namedBy } from './kept-inserts.ts'
import type { EventRow } from './row.ts'

// What lists of both generations show of an event itself: its own texts, the mark that stands for them, and what it names.

/** As the first generation lists it. */
export type Listed = Asked & {
  readonly upToImage: string
  readonly upToCategories: string
  readonly mark: string
}

type Item = RenderedItem<EventValues> & EventItem
/** As the second generation shows it. It is so from `since` on, up to `until`. */
export type CalxListed = Asked &
  CalxOwn & { readonly mark: string; readonly since: UtcTime; readonly until: UtcTime }
/** A time, and what it says of events. */
export type Now = { readonly nowUtc: UtcTime; readonly clockOf: () => (values: EventValues) => Clock }

export const nowAt = (nowUtc: UtcTime, site: Site): Now => ({
  nowUtc,
  clockOf: madeAtFirst(() => clockAt(nowUtc, site)),
})

/**
 * Cuts pieces of these lengths off one text, one after the other. What is read first comes first: the mark, by which a list is
 * told before its texts are sent, brings the beginning of the texts with it from memory.
 */
const cutting = (text: string): ((piece: string) => string) => {
  let from = 0
  return ({ length }) => text.slice(from, (from += length))
}

const listed = (row: EventRow, site: Site): Listed => {
  const [upToImage, upToCategories] = listTexts(row, site)
  const mark = listMark(row, site)
  const cut = cutting(inOnePiece(mark + upToImage + upToCategories))
  const { key, named } = namedBy(row)
  return { mark: cut(mark), upToImage: cut(upToImage), upToCategories: cut(upToCategories), key, named }
}

export const calxListed = (item: Item, site: Site, form: CalxForm, { nowUtc, clockOf }: Now): CalxListed => {
  const { values } = item
  const shown = { site, form, clock: clockOf()(values) }
  const { upToTerms, upToTermClasses, upToOrganizers, schedule } = calxOwn(item, shown)
  const mark = calxMark(item, shown)
  const cut = cutting(inOnePiece(mark + upToTerms + upToTermClasses + upToOrganizers + schedule))
  const { venues, organizers, categories, tags } = values
  return {
    mark: cut(mark),
    upToTerms: cut(upToTerms),
    upToTermClasses: cut(upToTermClasses),
    upToOrganizers: cut(upToOrganizers),
    schedule: cut(schedule),
    since: nowUtc,
    until: shown.clock.until,
    ...namedBy({ venues, organizers, categories, tags, image: null, protected: isShut(values, form) }),
  }
}

const sizeOf = ({ upToTerms, upToTermClasses, upToOrganizers, schedule }: CalxOwn): number =>
  upToTerms.length + upToTermClasses.length + upToOrganizers.length + schedule.length

/** Of events that were listed lately they are kept, until the site is another: all of them are of `site`, as it is now. */
export const keptTexts = (live: Site) =>
  begunAnew(
    () => live.mark,
    () => {
      const site = { ...live }
      const room = roomFor(LISTED_BYTES)
      const calxIn = (context: 'view' | 'embed') =>
        madeLately<Item, CalxListed, Now>(
          (item, now) => calxListed(item, site, { context, open: false }, now),
          {
            sizeOf,
            room,
            fits: ({ since, until }, { nowUtc }) => since <= nowUtc && nowUtc < until,
          },
        )
      return {
        site,
        cal: madeLately<EventRow, Listed>(row => listed(row, site), {
          sizeOf: ({ upToImage, upToCategories }) => upToImage.length + upToCategories.length,
          room,
        }),
        calx: { view: calxIn('view'), embed: calxIn('embed') },
      }
    },
  )
export type KeptTexts = ReturnType<typeof keptTexts>
