import {
  type UserId,
  type Position,
  type IsoTime,
  type ImageId,
  imageId,
} from '../../shared/kernel/brands.ts'
import type { EventFact } from '../../shared/facts/event.ts'
import type { OrganizerFact } from '../../shared/facts/organizer.ts'
import type { PurgeFact } from '../../shared/facts/purge.ts'
import type { VenueFact } from '../../shared/facts/venue.ts'
import { filesOf } from '../../shared/facts/image-files.ts'
import type { ImageFact } from '../../shared/facts/image.ts'
import { eventFact, type Fold, organizerFact, venueFact } from '../engine/fold.ts'
import type { Fenced } from '../engine/guarded-write.ts'
import { imageFold, type ImageItem } from '../items/image-fold.ts'
import { type Purgeable, withPurges } from '../items/item.ts'
import { searchText } from '../items/search.ts'

/** A picture of the site. */
type PictureItem = ImageItem & {
  /** Who brought it; null: the service. */
  readonly addedBy: UserId | null
  /** ISO 8601. */
  readonly added: IsoTime
}

/** A picture as those find it who keep the calendar. */
export type PictureRow = PictureItem &
  Fenced & {
    /** Names of all its files. */
    readonly files: readonly string[]
    /** File name and alternative text, folded. */
    readonly text: string
    /** How many events, venues and organizers have it, or show it in their text; those in the trash among them. */
    readonly uses: number
  }

export const pictureFold: Fold<PictureItem, ImageFact, ImageId> = {
  ...imageFold,
  evolve: (item, fact, record) => {
    const image = imageFold.evolve(item, fact, record)
    if (item !== null && image === item) return item
    const { addedBy, added } = item ?? { addedBy: record.meta.actor, added: record.meta.at }
    return image && { ...image, addedBy, added }
  },
}

export const pictureRow = (
  { _id, rev, values, removed, addedBy, added }: PictureItem,
  uses: number,
  epoch: number,
): PictureRow => ({
  ...{ _id, rev, values, removed, addedBy, added, epoch },
  files: removed ? [] : filesOf(values),
  text: removed ? '' : searchText([values.file, values.alt]),
  uses: removed ? 0 : uses,
})

/** What an event, a venue or an organizer shows; those that never had a picture have none of these. */
export type PictureUse = {
  /** Of that kind. */
  readonly _id: number
  readonly rev: Position
  readonly kind: 'event' | 'venue' | 'organizer'
  readonly image: ImageId | null
  /** Names of files that its texts show, behind the name of the text: `description fair.jpg`. */
  readonly files: readonly string[]
  /** Not deleted for good: what was shows nothing, and its numbers stay so that they are counted anew. */
  readonly counts: boolean
} & Purgeable

type UsingFact = EventFact | VenueFact | OrganizerFact

const TEXTS = ['description', 'excerpt'] as const

/** Files that a text may show, as many as are looked for: more than any page has. */
const MOST_FILES = 100
const SHOWN = /\/media\/([a-z\d_.-]{1,160})/g

/** Names of this site's files in a text, behind the name of the text. */
const filesIn = (member: string, text: unknown): readonly string[] => {
  if (typeof text !== 'string' || !text.includes('/media/')) return []
  const names = new Set<string>()
  for (const [, file = ''] of text.matchAll(SHOWN)) if (names.size < MOST_FILES) names.add(file)
  return [...names].map(file => `${member} ${file}`)
}

/** How a file is named among those that texts show. */
export const shownAs = (file: string): readonly string[] => TEXTS.map(member => `${member} ${file}`)

type Members = Readonly<Record<string, unknown>>

const imageIn = ({ image }: Members): ImageId | null => (typeof image === 'number' ? imageId(image) : null)

/** What a fact says of members: before and after, null where nothing was before. */
const toldBy = (fact: UsingFact): { readonly before: Members; readonly after: Members } => {
  if ('values' in fact) return { before: {}, after: fact.values }
  if (!('changes' in fact)) return { before: {}, after: {} }
  const changes = Object.entries(fact.changes as Readonly<Record<string, readonly [unknown, unknown]>>)
  return {
    before: Object.fromEntries(changes.map(([name, [before]]) => [name, before])),
    after: Object.fromEntries(changes.map(([name, [, after]]) => [name, after])),
  }
}

const NAMES = ['image', ...TEXTS] as const

/** Whether the fact can change what pictures are shown. */
const matters = (fact: UsingFact): boolean => {
  const { after } = toldBy(fact)
  return NAMES.some(name => name in after)
}

/** Numbers and files of pictures that a fact names, before or after it. */
export const namedBy = (fact: UsingFact | PurgeFact) => {
  if ('itemId' in fact) return { ids: [], files: [] }
  const sides = Object.values(toldBy(fact))
  return {
    ids: sides.flatMap(side => imageIn(side) ?? []),
    files: sides.flatMap(side => TEXTS.flatMap(member => filesIn(member, side[member]))),
  }
}

const KINDS = { event: eventFact, venue: venueFact, organizer: organizerFact } as const
type Kind = keyof typeof KINDS

const idOf = (fact: UsingFact): number =>
  'eventId' in fact ? fact.eventId : 'venueId' in fact ? fact.venueId : fact.organizerId

const filesAfter = (files: readonly string[], after: Members): readonly string[] =>
  TEXTS.flatMap(member =>
    member in after ? filesIn(member, after[member]) : files.filter(file => file.startsWith(`${member} `)),
  )

/** The fold of what one kind of item shows, for its facts that matter. */
export const useFold = (kind: Kind) =>
  withPurges<PictureUse, UsingFact, number>(
    id => id,
    {
      decode: KINDS[kind],
      idOf,
      evolve: (use, fact, { position }) => {
        const { after } = toldBy(fact)
        const image = 'image' in after ? imageIn(after) : (use?.image ?? null)
        const files = filesAfter(use?.files ?? [], after)
        if (use === null && image === null && files.length === 0) return null
        return { _id: idOf(fact), rev: position, kind, image, files, counts: true, purged: false }
      },
    },
    (id, { position }, use) => ({
      ...{ _id: id, rev: position, kind, image: use?.image ?? null, files: use?.files ?? [] },
      ...{ counts: false, purged: true },
    }),
  )

/** Whether a record of an item of this kind can change what pictures it shows. */
export const isAbout =
  (kind: Kind) =>
  (record: Parameters<typeof eventFact>[0]): boolean =>
    record.stream.startsWith(`purged-${kind}-`) ||
    (record.stream.startsWith(`${kind}-`) && matters(KINDS[kind](record)))
