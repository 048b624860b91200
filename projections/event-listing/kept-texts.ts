import type { EventValues } from '../../shared/facts/event.ts'
import type { UtcTime } from '../../shared/kernel/brands.ts'
import { toSeconds } from '../../shared/kernel/time/calculate.ts'
import { LISTED_BYTES } from '../../shared/limits/views.ts'
import { begunAnew, madeAtFirst, madeLately, roomFor } from '../../shared/remembered.ts'
import { isShut, type CalxForm } from '../items/calx-post.ts'
import type { EventItem } from '../items/item.ts'
import { inOnePiece, type RenderedItem, type Site } from '../items/post.ts'
import { listMark, listTexts } from './cal-text.ts'
import { calxMark, calxOwn, type CalxOwn, type Clock, clockAt } from './calx-text.ts'
import { type KeyedNames, namesToldBy, sharedNames } from './kept-for-all.ts'
import type { EventRow } from './row.ts'

// Objects of events are put together from what is kept: their *own* texts, which the event and the site give, and between them
// *inserts*, which the things give that it names. Its *names* are the ids of these; all that name the same have one *key*.
//
// | kept by        | for each           | holds                              | ends with               | bound              |
// | -------------- | ------------------ | ---------------------------------- | ----------------------- | ------------------ |
// | `keptTexts`    | row or item        | own texts, their mark, the names   | that, site; calx: clock | `LISTED_BYTES`     |
// | `sharedNames`  | key of names       | the key and these names            | unasked                 | `KEYS`             |
// | `keptInserts`  | key of names       | inserts of cal                     | trail, unasked          | `NAMED_BYTES`      |
// | `keptLinked`   | key of names       | the same with JSON-LD              | trail, unasked, site    | `NAMED_BYTES`      |
// | `keptCalx`     | key of names       | inserts of calx                    | trail, unasked, site    | `CALX_NAMED_BYTES` |
// | `keptPlaces`   | question           | filters by which events are found  | trail, that             | `RANGE`            |
// | `beyondLimits` | audience and limit | ids of events that end beyond this | trail                   | `LIMITS`, `IDS`    |
//
// What ends it: *that*, for which it is kept, is held by nobody any more (a changed row is another object); the *site* has another
// mark, as settings changed; the *clock* has come to its `until`; its *trail* (ADR 29): something changed that was looked up for
// it; *unasked*: nobody has asked for it for a quarter of an hour. Bounds of bytes are in `shared/limits/views.ts`, each for all
// of its line together; the others where they are used.

/** As the first generation lists it. */
type CalListed = KeyedNames & {
  readonly upToImage: string
  readonly upToCategories: string
  readonly mark: string
}

type Shared = ReturnType<typeof sharedNames>
type Item = RenderedItem<EventValues> & EventItem
/**
 * As the second generation shows it. It is so from `since` on, up to `until`: epoch seconds, which are looked at each time and
 * stand in the object itself, where texts would each have to be brought from memory.
 */
export type CalxListed = KeyedNames &
  CalxOwn & { readonly mark: string; readonly since: number; readonly until: number }
/** A time, epoch seconds, and what it says of events. */
export type Now = { readonly now: number; readonly clockOf: () => (values: EventValues) => Clock }

export const nowAt = (nowUtc: UtcTime, site: Site): Now => ({
  now: toSeconds(nowUtc),
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

const calListed = (row: EventRow, site: Site, shared: Shared): CalListed => {
  const [upToImage, upToCategories] = listTexts(row, site)
  const mark = listMark(row, site)
  const cut = cutting(inOnePiece(mark + upToImage + upToCategories))
  const { key, names } = shared(namesToldBy(row))
  return { mark: cut(mark), upToImage: cut(upToImage), upToCategories: cut(upToCategories), key, names }
}

/** `shared`: absent where it is not kept. */
export const calxListed = (
  item: Item,
  site: Site,
  form: CalxForm,
  { now, clockOf }: Now,
  shared: Shared = named => named,
): CalxListed => {
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
    since: now,
    until: toSeconds(shown.clock.until),
    ...shared(
      namesToldBy({
        ...{ venues, organizers, categories, tags },
        image: null,
        protected: isShut(values, form),
      }),
    ),
  }
}

const sizeOf = ({ upToTerms, upToTermClasses, upToOrganizers, schedule }: CalxOwn): number =>
  upToTerms.length + upToTermClasses.length + upToOrganizers.length + schedule.length

/** Keys that are shared at most; what else is named is held by each text. */
const KEYS = 4_096

/** Those of events that were listed lately, all of them of one site. */
const textsOf = (site: Site) => {
  const room = roomFor(LISTED_BYTES)
  const shared = sharedNames(KEYS)
  const calxIn = (context: 'view' | 'embed') =>
    madeLately<Item, CalxListed, Now>(
      (item, now) => calxListed(item, site, { context, open: false }, now, shared),
      {
        sizeOf,
        room,
        fits: ({ since, until }, { now }) => since <= now && now < until,
      },
    )
  return {
    site,
    cal: madeLately<EventRow, CalListed>(row => calListed(row, site, shared), {
      sizeOf: ({ upToImage, upToCategories }) => upToImage.length + upToCategories.length,
      room,
    }),
    calx: { view: calxIn('view'), embed: calxIn('embed') },
  }
}

/** Own texts of events, which are kept, with the site that all of them are of: as it is now. */
export const keptTexts = (live: Site) =>
  begunAnew(
    () => live.mark,
    () => textsOf({ ...live }),
  )
export type KeptTexts = ReturnType<typeof keptTexts>
