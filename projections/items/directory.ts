import type { IdOf } from '../../shared/facts/id-of.ts'
import type { UtcTime, UserId } from '../../shared/kernel/brands.ts'
import type { Collection, CollectionSpec, Documents } from '../../shared/documents/port.ts'
import type { StoredRecord } from '../../shared/event-store/port.ts'
import type { ItemStatus } from '../../shared/facts/common.ts'
import { inSlices } from '../../shared/in-slices.ts'
import { foldName } from '../../shared/kernel/text/spelling.ts'
import { markOf } from '../../shared/kernel/json.ts'
import { laterMembers } from '../../shared/members/derive.ts'
import type { Members } from '../../shared/members/member.ts'
import { type Fold, foldBatch } from '../engine/fold.ts'
import { lengthOfTexts, type PostValues, publishedAt, type Rendered, type Texts } from './post.ts'
import { eventPrefixes, forgettingPurges, purgesOf, type ShownItem } from './item.ts'
import { onListingFailure } from '../engine/failure-policy.ts'
import { fenceOff, putIfNewerAndOurs, type Fenced } from '../engine/guarded-write.ts'
import { putLastEnds, type LastEnd } from './last-ends.ts'
import { applyLinks, linksSpec, type EventLinks } from './links.ts'
import type { Projection } from '../engine/projection.ts'
import { searchText } from './search.ts'

/** Texts of a first-generation object: up to the image, up to the JSON-LD, and the rest. */
export type CalTexts = readonly [string, string, string]

/** A venue or an organizer as lists find and show it. */
export type Entry<Values> = ShownItem<Values> &
  Fenced & {
    readonly status: ItemStatus
    readonly author: UserId
    readonly slug: string
    /** Folded for comparing (spec 02 §6). */
    readonly nameKey: string
    readonly protected: boolean
    /** Publication instant, UTC. */
    readonly published: UtcTime
    readonly rendered: Rendered
    /** Searched fields, folded. */
    readonly text: string
    /** Blanked when the item is protected. */
    readonly cal: CalTexts
    /** Stands for these texts (`markOf`). */
    readonly mark: string
    /** Latest end of the published events without a password that name it, UTC; "" when none does. */
    readonly lastEnd: LastEnd
  }

type NamedValues = PostValues & {
  readonly name: string
  readonly slug: string
  readonly status: ItemStatus
  readonly password: string
}

/** `searched`: plain texts. */
export const entryFrom = <Values extends NamedValues>(
  item: ShownItem<Values> & { readonly rendered: Rendered },
  lastEnd: LastEnd,
  searched: readonly string[],
  cal: CalTexts,
): Entry<Values> => ({
  _id: item._id,
  rev: item.rev,
  created: item.created,
  modified: item.modified,
  values: item.values,
  was: item.was,
  shown: item.shown,
  purged: item.purged,
  into: item.into ?? null,
  status: item.values.status,
  author: item.values.author,
  slug: item.values.slug,
  nameKey: foldName(item.values.name),
  protected: item.values.password !== '',
  published: publishedAt(item),
  rendered: item.rendered,
  text: searchText(searched),
  cal,
  mark: markOf(cal),
  lastEnd,
  epoch: 0,
})

type DirectoryName = 'venues' | 'organizers'

const kindOf = { venues: 'venue', organizers: 'organizer' } as const

export type DirectoryKind<Values, Fact, Member extends DirectoryName> = {
  readonly name: Member
  readonly prefix: string
  readonly members: Members
  readonly fold: Fold<ShownItem<Values>, Fact, IdOf<Values>>
  readonly entryOf: (item: ShownItem<Values>, lastEnd: LastEnd) => Entry<Values>
}

/** A member that came later makes the documents anew: those from before lack it. */
const versionOf = (name: string, members: Members): string => `${name}@${5 + laterMembers(members)}`

const entriesSpec = (version: string): CollectionSpec => ({
  name: version,
  indexes: [
    { name: 'slug', keys: ['slug'] },
    { name: 'name', keys: ['nameKey'] },
    { name: 'published', keys: ['shown', 'status', 'published'] },
    { name: 'named', keys: ['shown', 'status', 'nameKey', '_id'] },
    { name: 'modified', keys: ['shown', 'status', 'modified', '_id'] },
  ],
  // events that are added change it
  aside: ['lastEnd'],
})

/**
 * Venues or organizers, and what events say about them. A change of an event writes its links and the last ends of the
 * items it names, nothing else; a change of an item writes that item.
 */
export const directory = async <Values extends Texts, Fact, Member extends DirectoryName>(
  documents: Documents,
  { name, prefix, members, fold, entryOf }: DirectoryKind<Values, Fact, Member>,
): Promise<Projection & { readonly entries: Collection<Entry<Values>> }> => {
  const version = versionOf(name, members)
  const entries = await documents.collection<Entry<Values>>(entriesSpec(version))
  const links = await documents.collection<EventLinks<Member>>(linksSpec(`${name}-links@2`, [name]))

  /** Answers the ids of those that were not there before, or that come again: whether they were counted is not known. */
  const applyItems = async (
    records: readonly StoredRecord[],
    epoch: number,
  ): Promise<readonly IdOf<Values>[]> => {
    const { changed, again } = await foldBatch(entries, records, fold)
    await entries.bulkWrite(
      await inSlices(
        changed,
        ({ before, after }) => {
          const lastEnd = after.purged ? '' : (before?.lastEnd ?? '')
          return putIfNewerAndOurs({ ...entryOf(after, lastEnd), epoch })
        },
        (_, { after }) => lengthOfTexts(after),
      ),
    )
    const fresh = changed.flatMap(({ before, after }) => (before === null ? [after._id] : []))
    return [...fresh, ...again.map(fold.idOf)]
  }

  const buried = [
    { kinds: [kindOf[name]], documents: entries },
    { kinds: ['event'], documents: links },
  ] as const
  return forgettingPurges(documents, buried, {
    name: version,
    prefixes: [prefix, purgesOf(prefix), ...eventPrefixes],
    apply: async (records: readonly StoredRecord[], epoch = 0) => {
      const own = records.filter(
        ({ stream }) => stream.startsWith(prefix) || stream.startsWith(purgesOf(prefix)),
      )
      const fresh = own.length === 0 ? [] : await applyItems(own, epoch)
      const linking = { links, items: entries }
      const linked = await applyLinks(linking, records, [name])
      await putLastEnds({ ...linking, member: name }, fresh, linked, epoch)
    },
    fence: (epoch: number) => fenceOff(entries, epoch),
    onFailure: onListingFailure,
    entries,
  })
}
